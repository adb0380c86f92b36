// Toc Toc Toc! as far as it makes a difference to a server, for boardgame.io and for Colyseus: hidden hands, a card offered
// face down, an answer, an effect, a card drawn. Who chooses an effect's guests is left out, and deals follow each other
// without end, so that no table runs out of moves.

export const SEATS = 4;
export const HAND = 5;
export const CREATURES = ['monster', 'ghost', 'vampire'];
const RANKS = ['plain', 'brute', 'musician'];

const copies = (count, card) => Array.from({ length: count }, () => card);
export const DECK = [
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

// T1-T5: the first guests are any that come, for which of them come makes no difference to a server.
export const firstGuests = (seat) =>
  CREATURES.map((creature, place) => ({ creature, plain: place === seat % CREATURES.length ? 2 : 0, brute: 0, musician: 0 }));

// T9-T18: a card is revealed at one of two houses; cards that leave the game are added to `out`.
export function reveal(card, revealer, rival, out) {
  const [kind, creature] = card.split('-');
  const column = (house) => house.party.find((guests) => guests.creature === creature);
  if (RANKS.includes(kind)) {
    column(revealer)[kind] += 1;
  } else if (kind === 'scarecrow') {
    revealer.scarecrows += 1;
  } else {
    out.push(card);
    if (kind === 'vamp') {
      const rank = RANKS.find((name) => column(revealer)[name] > 0);
      if (rank !== undefined) {
        column(revealer)[rank] -= 1;
        column(rival)[rank] += 1;
      }
    } else {
      chase(revealer, kind === 'child' ? rival : null, out);
    }
  }
  revealer.score = score(revealer);
  rival.score = score(rival);
}

function chase(revealer, rival, out) {
  const count = (guests) => (guests.brute > 0 ? 0 : guests.plain + guests.musician);
  const most = Math.max(...revealer.party.map(count));
  if (most === 0) return;
  const place = revealer.party.findIndex((guests) => count(guests) === most);
  for (const rank of RANKS) {
    const leaving = revealer.party[place][rank];
    revealer.party[place][rank] = 0;
    if (rival) rival.party[place][rank] += leaving;
    else out.push(...copies(leaving, `${rank}-${revealer.party[place].creature}`));
  }
}

const score = ({ party, scarecrows }) =>
  party.reduce((sum, { plain, brute, musician }) => sum + (plain + brute + musician) * (musician ? 2 : 1), 3 * scarecrows);
