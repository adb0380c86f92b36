// Colyseus' server, in memory, with rooms that are Toc Toc Toc! on the wire: a schema for what everybody sees, and a view
// for each player's own hand.
import { Room, Server } from '@colyseus/core';
import { StateView, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

import { DECK, HAND, SEATS, firstGuests, reveal } from './rules.mjs';

const NOBODY = -1;
const SELDOM = 60_000; // milliseconds: patches are sent after every move, and no room needs a timer

const Guests = schema({ creature: t.string(), plain: t.uint8(), brute: t.uint8(), musician: t.uint8() }, 'Guests');
const House = schema(
  {
    seat: t.uint8(),
    party: t.array(Guests),
    scarecrows: t.uint8(),
    score: t.uint8(),
    cards_in_hand: t.uint8(),
    hand: t.string().view(), // a text: clients lose count of an array that only one of them sees
    offered: t.string().view(),
  },
  'House',
);
const Shown = schema(
  {
    version: t.uint32(),
    to_act: t.uint8(),
    phase: t.string(),
    houses: t.array(House),
    pile: t.uint8(),
    top: t.string(),
    out: t.array('string'),
    door_seat: t.int8(),
    door_to: t.int8(),
    revealed: t.string(),
    revealer: t.int8(),
  },
  'Shown',
);

function shuffled(cards) {
  const pile = [...cards];
  for (let last = pile.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [pile[last], pile[other]] = [pile[other], pile[last]];
  }
  return pile;
}

class Table extends Room {
  maxClients = SEATS;
  patchRate = SELDOM;

  onCreate() {
    this.state = new Shown().assign({ version: 0, revealed: '', revealer: NOBODY });
    for (let seat = 0; seat < SEATS; seat += 1) this.state.houses.push(new House().assign({ seat, offered: '' }));
    this.deal();
    this.turn(0, NOBODY);
    this.onMessage('offer', (client, [place, to]) => this.offer(client.userData, place, to));
    this.onMessage('answer', (client, [opens]) => this.answer(client.userData, opens));
  }

  onJoin(client, { seat }) {
    client.userData = seat;
    client.view = new StateView();
    client.view.add(this.state.houses[seat]);
  }

  // T1-T5
  deal() {
    this.pile = shuffled(DECK);
    this.hands = Array.from({ length: SEATS }, () => this.pile.splice(0, HAND));
    this.state.out.clear();
    for (const house of this.state.houses) {
      const party = firstGuests(house.seat).map((guests) => new Guests().assign(guests));
      house.party.clear();
      house.party.push(...party);
      house.scarecrows = 0;
      house.score = 2;
      house.offered = '';
    }
  }

  // Whose turn it is, or who is at whose door; then everybody is told.
  turn(seat, to) {
    const { state } = this;
    this.seat = seat;
    state.to_act = to === NOBODY ? seat : to;
    state.phase = to === NOBODY ? 'offer' : 'answer';
    state.door_seat = to === NOBODY ? NOBODY : seat;
    state.door_to = to;
    state.pile = this.pile.length;
    state.top = this.pile.at(-1) ?? '';
    for (const [place, hand] of this.hands.entries()) {
      state.houses[place].hand = hand.join();
      state.houses[place].cards_in_hand = hand.length;
    }
    state.version += 1;
    this.broadcastPatch();
  }

  // T7
  offer(seat, place, to) {
    const { houses, phase, to_act } = this.state;
    if (phase !== 'offer' || to_act !== seat || to === seat) return;
    const hand = this.hands[seat];
    if (!(place < hand.length) || !(to < SEATS)) return;
    [houses[seat].offered] = hand.splice(place, 1);
    this.turn(seat, to);
  }

  // T8-T18
  answer(seat, opens) {
    const { houses, out, phase, to_act } = this.state;
    if (phase !== 'answer' || to_act !== seat) return;
    const [mine, theirs] = [houses[seat], houses[this.seat]];
    const [revealer, rival] = opens ? [mine, theirs] : [theirs, mine];
    const card = theirs.offered;
    reveal(card, revealer, rival, out);
    this.state.revealed = card;
    this.state.revealer = revealer.seat;
    theirs.offered = '';
    if (this.pile.length > 0) this.hands[this.seat].push(this.pile.pop());
    const next = (this.seat + 1) % SEATS;
    if (this.hands[next].length === 0) this.deal();
    this.turn(next, NOBODY);
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define('toctoctoc', Table);
await server.listen(0, '127.0.0.1');
console.log(`http://127.0.0.1:${transport.server.address().port}`);
