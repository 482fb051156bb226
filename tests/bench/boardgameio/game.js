// Turn the Tide as a boardgame.io game: cards are sealed by `client: false` and `playerView`, and
// the last of all bids plays the turn.
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const TURNS = 12;
const HALF_BELTS = [0, 1, 2, 1, 0];
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const belts = (cards) =>
  Math.floor(cards.reduce((sum, card) => sum + HALF_BELTS[Math.floor((card - 1) / 12)], 0) / 2);

function layOut(G, stage, random) {
  const seats = G.sets.length;
  G.stage = stage;
  G.turn = 1;
  G.deck = random.Shuffle(range(1, 12).flatMap((level) => [level, level]));
  G.players = range(0, seats - 1).map((seat) => {
    const held = [...G.sets[(((seat - stage + 1) % seats) + seats) % seats]];
    return { held, bid: null, played: [], belts: belts(held), tide: null, out: false };
  });
}

function setup({ ctx, random }) {
  const cards = random.Shuffle(range(1, 60));
  const sets = range(0, ctx.numPlayers - 1).map((seat) => cards.slice(seat * TURNS, (seat + 1) * TURNS));
  const G = { sets, history: [], log: [] };
  layOut(G, 1, random);
  return G;
}

function reveal(G) {
  const inside = G.players.filter((player) => !player.out).sort((a, b) => a.bid - b.bid);
  const tides = G.deck.slice(2 * G.turn - 2, 2 * G.turn);
  const [low, high] = [...tides].sort((a, b) => a - b);
  inside.at(-1).tide = low;
  inside.at(-2).tide = high;
  G.log.push({ turn: G.turn, tides, bids: G.players.map((player) => player.bid) });
  for (const player of inside) {
    player.held = player.held.filter((card) => card !== player.bid);
    player.played.push(player.bid);
    player.bid = null;
  }
  const deepest = Math.max(...inside.map((player) => player.tide ?? 0));
  for (const player of inside.filter((each) => each.tide === deepest)) {
    if (player.belts > 0) player.belts -= 1;
    else Object.assign(player, { out: true, tide: null });
  }
}

function score(G) {
  const inside = G.players.filter((player) => !player.out);
  const lowest = Math.min(...inside.map((player) => player.tide ?? 0));
  return G.players.map((player) =>
    player.out ? -1 : player.belts + ((player.tide ?? 0) === lowest ? 1 : 0));
}

function bid({ G, playerID, random, events }, card) {
  const player = G.players[playerID];
  if (player.out || !player.held.includes(card)) return INVALID_MOVE;
  player.bid = card;
  const inside = G.players.filter((each) => !each.out);
  if (inside.some((each) => each.bid === null)) return undefined;
  reveal(G);
  const left = G.players.filter((each) => !each.out).length;
  if (left > 2 && G.turn < TURNS) {
    G.turn += 1;
    return undefined;
  }
  G.history.push(score(G));
  if (G.stage < G.sets.length) layOut(G, G.stage + 1, random);
  else events.endGame({ scores: G.history });
  return undefined;
}

function playerView({ G, playerID }) {
  const players = G.players.map((player, seat) =>
    String(seat) === playerID ? player : { ...player, held: null, bid: player.bid === null ? null : '?' });
  return { ...G, sets: null, deck: G.deck.slice(2 * G.turn - 2, 2 * G.turn), players };
}

exports.TurnTheTide = {
  name: 'turn-the-tide',
  setup,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { bid: { move: bid, client: false, redact: true, ignoreStaleStateID: true } },
  playerView,
};
