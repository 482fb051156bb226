// Eight people at their programs: `node driver.js PORT`. Reads the number of matches from a line,
// prepares them, says `ready`; at the next line everybody bids once in each of their matches, one
// after the other, and it says how many bids were acknowledged.
const readline = require('node:readline');
const { io } = require('socket.io-client');

const [SEATS, CLIENTS] = [4, 8];
const site = `http://127.0.0.1:${process.argv[2]}`;
const game = 'turn-the-tide';

async function post(path, body) {
  const answer = await fetch(`${site}/games/${game}/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  return answer.json();
}

function seatAt(matchID, playerID, credentials) {
  const socket = io(`${site}/${game}`, { transports: ['websocket'], forceNew: true });
  const seat = { socket, matchID, playerID, credentials, state: null, heard: () => {} };
  return new Promise((resolve) => {
    socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, SEATS));
    socket.on('sync', (_id, info) => { seat.state = info.state; resolve(seat); });
    socket.on('update', (_id, state) => { seat.state = state; seat.heard(state); });
  });
}

function bid(seat) {
  const card = seat.state.G.players[seat.playerID].held[0];
  const action = { type: 'MAKE_MOVE', payload: {
    type: 'bid', args: [card], playerID: seat.playerID, credentials: seat.credentials } };
  return new Promise((resolve) => {
    seat.heard = ({ G }) => {
      const own = G.players[seat.playerID];
      if (own.bid === card || G.turn > 1 || !own.held.includes(card)) resolve();
    };
    seat.socket.emit('update', action, seat.state._stateID, seat.matchID, seat.playerID);
  });
}

async function matches(count) {
  const lists = Array.from({ length: CLIENTS }, () => []);
  for (let number = 0; number < count; number += 1) {
    const { matchID } = await post('create', { numPlayers: SEATS });
    const seats = [];
    for (let seat = 0; seat < SEATS; seat += 1) {
      const playerID = String(seat);
      const joined = await post(`${matchID}/join`, { playerID, playerName: `P${seat}` });
      seats.push([matchID, playerID, joined.playerCredentials]);
    }
    // Only now: whoever connects has the whole metadata written anew, and those who join
    // meanwhile would be lost.
    for (const [seat, each] of seats.entries()) {
      lists[(number % 2) * SEATS + seat].push(await seatAt(...each));
    }
  }
  return lists;
}

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await lines.next();
    if (done) process.exit(0);
    const lists = await matches(Number(value));
    process.stdout.write('ready\n');
    await lines.next();
    let acknowledged = 0;
    await Promise.all(lists.map(async (seats) => {
      for (const seat of seats) {
        await bid(seat);
        acknowledged += 1;
      }
    }));
    process.stdout.write(`${acknowledged}\n`);
    lists.flat().forEach((seat) => seat.socket.close());
  }
}

main();
