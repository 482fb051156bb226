// boardgame.io on PostgreSQL: `node server.js PORT`; PGHOST and so on name the database.
// The storage is as lean as its interface allows: one row a match, prepared statements.
const { Server } = require('boardgame.io/server');
const { Async } = require('boardgame.io/internal');
const { Pool } = require('pg');
const { TurnTheTide } = require('./game');

const TABLE = `CREATE TABLE IF NOT EXISTS matches (
  id text PRIMARY KEY, state jsonb, initial jsonb, metadata jsonb, log jsonb NOT NULL DEFAULT '[]')`;
const COLUMNS = { state: 'state', initialState: 'initial', metadata: 'metadata', log: 'log' };

class OnPostgres extends Async {
  constructor() {
    super();
    this.pool = new Pool({ max: 8 });
  }

  ask(name, text, values) {
    return this.pool.query({ name, text, values });
  }

  async connect() {
    await this.pool.query(TABLE);
  }

  async createMatch(id, { initialState, metadata }) {
    await this.ask('create', 'INSERT INTO matches (id, state, initial, metadata) VALUES ($1, $2, $2, $3)',
      [id, JSON.stringify(initialState), JSON.stringify(metadata)]);
  }

  async setState(id, state, log) {
    await this.ask('state', 'UPDATE matches SET state = $2, log = log || $3::jsonb WHERE id = $1',
      [id, JSON.stringify(state), JSON.stringify(log ?? [])]);
  }

  async setMetadata(id, metadata) {
    await this.ask('metadata', 'UPDATE matches SET metadata = $2 WHERE id = $1',
      [id, JSON.stringify(metadata)]);
  }

  async fetch(id, wanted) {
    const names = Object.keys(COLUMNS).filter((name) => wanted[name]);
    const columns = names.map((name) => `${COLUMNS[name]} AS "${name}"`).join(', ');
    const { rows } = await this.ask(`fetch ${names}`, `SELECT ${columns} FROM matches WHERE id = $1`, [id]);
    return rows[0] ?? {};
  }

  async wipe(id) {
    await this.ask('wipe', 'DELETE FROM matches WHERE id = $1', [id]);
  }

  async listMatches() {
    return (await this.pool.query('SELECT id FROM matches')).rows.map((row) => row.id);
  }
}

Server({ games: [TurnTheTide], db: new OnPostgres(), origins: ['*'] })
  .run(Number(process.argv[2]), () => process.stdout.write('ready\n'));
