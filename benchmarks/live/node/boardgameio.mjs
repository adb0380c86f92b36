// boardgame.io's server, in memory, with a game that is Toc Toc Toc! on the wire.
import { createRequire } from 'node:module';

import { DECK, HAND, SEATS, firstGuests, reveal } from './rules.mjs';

const require = createRequire(import.meta.url); // it has no entry for `import`
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

// T1-T5
function deal(random) {
  const pile = random.Shuffle(DECK);
  const houses = [];
  const hands = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    houses.push({ seat, party: firstGuests(seat), scarecrows: 0, score: 2 });
    hands.push(pile.splice(0, HAND));
  }
  return { houses, hands, pile, out: [], door: null, revealed: null };
}

// T7
const offer = {
  redact: true, // or the log would tell everybody which card it was
  move: ({ G, ctx, events, playerID }, place, to) => {
    const hand = G.hands[ctx.currentPlayer];
    if (!(place in hand) || !(to in G.hands) || String(to) === playerID) return INVALID_MOVE;
    const [card] = hand.splice(place, 1);
    G.door = { seat: Number(playerID), to, card };
    events.setActivePlayers({ value: { [to]: 'answer' } });
    return undefined;
  },
};

// T8-T18
const answer = ({ G, events, random }, opens) => {
  const { seat, to, card } = G.door;
  const [revealer, rival] = opens ? [G.houses[to], G.houses[seat]] : [G.houses[seat], G.houses[to]];
  reveal(card, revealer, rival, G.out);
  G.revealed = { card, revealer: revealer.seat };
  G.door = null;
  if (G.pile.length > 0) G.hands[seat].push(G.pile.pop());
  if (G.hands[(seat + 1) % SEATS].length === 0) Object.assign(G, deal(random));
  events.endTurn();
};

// T23, by allow-list as ours: what everybody sees, and the own hand.
const playerView = ({ G, ctx, playerID }) => ({
  to_act: G.door ? G.door.to : Number(ctx.currentPlayer),
  phase: G.door ? 'answer' : 'offer',
  houses: G.houses.map((house, seat) => ({ ...house, cards_in_hand: G.hands[seat].length })),
  pile: G.pile.length,
  top: G.pile.at(-1) ?? null,
  out: G.out,
  door: G.door && { seat: G.door.seat, to: G.door.to },
  revealed: G.revealed,
  hand: playerID === null ? undefined : G.hands[playerID],
  offered: G.door && String(G.door.seat) === playerID ? G.door.card : null,
});

const game = {
  name: 'toctoctoc',
  setup: ({ random }) => deal(random),
  minPlayers: SEATS,
  maxPlayers: SEATS,
  moves: { offer },
  turn: { stages: { answer: { moves: { answer } } } },
  playerView,
  disableUndo: true, // it would keep every state of a turn; ours has no undo either
};

const server = Server({ games: [game], origins: [] });
const { appServer } = await server.run({ port: { host: '127.0.0.1', port: 0 } });
console.log(`http://127.0.0.1:${appServer.address().port}`);
