// boardgame.io's server, in memory, with a game that is Toc Toc Toc! on the wire: hidden hands, a card offered face
// down, an answer, an effect, a card drawn. Who chooses an effect's guests is left out, and deals follow each other
// without end, so that no table runs out of moves.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url); // it has no entry for `import`
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const SEATS = 4;
const HAND = 5;
const CREATURES = ['monster', 'ghost', 'vampire'];
const RANKS = ['plain', 'brute', 'musician'];

const copies = (count, card) => Array.from({ length: count }, () => card);
const DECK = [
  ...CREATURES.flatMap((creature) => [
    ...copies(7, `plain-${creature}`),
    ...copies(2, `brute-${creature}`),
    ...copies(1, `musician-${creature}`),
    ...copies(5, `vamp-${creature}`),
  ]),
  ...copies(5, 'child'),
  ...copies(3, 'taxi'),
  ...copies(2, 'scarecrow'),
];

// T1-T5; the first guests are any that come, for which of them come makes no difference to the server.
function deal(random) {
  const pile = random.Shuffle(DECK);
  const houses = [];
  const hands = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const party = CREATURES.map((creature) => ({ creature, plain: 0, brute: 0, musician: 0 }));
    party[seat % CREATURES.length].plain = 2;
    houses.push({ seat, party, scarecrows: 0, score: 2 });
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
  reveal(G, card, revealer, rival);
  revealer.score = score(revealer);
  rival.score = score(rival);
  G.revealed = { card, revealer: revealer.seat };
  G.door = null;
  if (G.pile.length > 0) G.hands[seat].push(G.pile.pop());
  if (G.hands[(seat + 1) % SEATS].length === 0) Object.assign(G, deal(random));
  events.endTurn();
};

function reveal(G, card, revealer, rival) {
  const [kind, creature] = card.split('-');
  const column = (house) => house.party.find((guests) => guests.creature === creature);
  if (RANKS.includes(kind)) {
    column(revealer)[kind] += 1;
  } else if (kind === 'scarecrow') {
    revealer.scarecrows += 1;
  } else {
    G.out.push(card);
    if (kind === 'vamp') {
      const rank = RANKS.find((name) => column(revealer)[name] > 0);
      if (rank !== undefined) {
        column(revealer)[rank] -= 1;
        column(rival)[rank] += 1;
      }
    } else {
      chase(G, revealer, kind === 'child' ? rival : null);
    }
  }
}

function chase(G, revealer, rival) {
  const count = (guests) => (guests.brute > 0 ? 0 : guests.plain + guests.musician);
  const most = Math.max(...revealer.party.map(count));
  if (most === 0) return;
  const place = revealer.party.findIndex((guests) => count(guests) === most);
  for (const rank of RANKS) {
    const leaving = revealer.party[place][rank];
    revealer.party[place][rank] = 0;
    if (rival) rival.party[place][rank] += leaving;
    else G.out.push(...copies(leaving, `${rank}-${revealer.party[place].creature}`));
  }
}

const score = ({ party, scarecrows }) =>
  party.reduce((sum, { plain, brute, musician }) => sum + (plain + brute + musician) * (musician ? 2 : 1), 3 * scarecrows);

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
