// boardgame.io on the public storage for PostgreSQL: `node server_bgio_postgres.js PORT`; PGHOST and so
// on name the database.
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { TurnTheTide } = require('./game');

const { PGDATABASE, PGUSER, PGPASSWORD, PGHOST, PGPORT } = process.env;
const db = new PostgresStore({
  database: PGDATABASE, username: PGUSER, password: PGPASSWORD, host: PGHOST, port: Number(PGPORT),
  dialect: 'postgres', logging: false, pool: { max: 8 },
});

Server({ games: [TurnTheTide], db, origins: ['*'] })
  .run(Number(process.argv[2]), () => process.stdout.write('ready\n'));
