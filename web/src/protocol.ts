// Every message of Toctoc's protocol: see docs/reference/protocol.md.
// Written by `python3 run.py protocol` from the types that the server uses; do not change it by hand.

export const PROTOCOL = 1;

/** What can be said, and its picture. */
export const PICTURES = { "hello": "👋", "good-luck": "🍀", "yes": "👍", "no": "👎", "thanks": "🙏", "please": "🥺", "well-played": "👏", "oops": "🙈", "hurry": "⏳", "thinking": "🤔", "laugh": "😂", "cry": "😭", "wow": "😮", "boo": "👻", "again": "🔁", "goodbye": "🌙" } as const;

/** The pictures that people choose from for their seats. */
export const AVATARS = ["owl", "cat", "bat", "pumpkin", "moon", "candle", "spider", "toad", "wolf", "witch", "skeleton", "mummy", "lantern", "raven", "mouse", "star"] as const;

/** The languages, each by its own name. */
export const LANGUAGES = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"} as const;
export type Language = keyof typeof LANGUAGES;

/** The bots that every server has, from the gentlest to the strongest. */
export const BOTS = ["petit-fantome", "apprenti", "chasseur", "voyante", "comte"] as const;

/** The proper names of bots, the same in every language. */
export const BOT_NAMES: Record<string, readonly string[] | undefined> = {"petit-fantome": ["Boo", "Wisp", "Puff", "Pixie", "Nimbo", "Zephyr"], "apprenti": ["Pip", "Nell", "Toby", "Lotte", "Fips", "Robin"], "chasseur": ["Max", "Rosa", "Rex", "Diana", "Sam", "Flora"], "voyante": ["Madame Luna", "Madame Stella", "Madame Zora", "Madame Vega", "Madame Nova", "Madame Selma"], "comte": ["Vlad", "Mina", "Boris", "Vera", "Dragan", "Zita"], "random": ["Joker", "Bingo", "Domino", "Lucky", "Tombola", "Roulette"]};

/** The greatest `regret` of an analysis that deserves praise. */
export const CAREFUL_REGRET = 0.6;

/** The first part of the path of every page but the first one; for others the server answers 404. */
export const PAGES = ["join", "play", "mine", "daily", "g", "rules", "about", "replay", "t"] as const;
export type PageName = (typeof PAGES)[number];

/** What a host can switch off: `Games.without` says what is. */
export type Feature = "my-games" | "picture" | "quick-match" | "slow-tables" | "daily-deal" | "analysis" | "groups" | "web-push";

/** The games of this page. A server may have more: `GET /api/games` tells. */
export const GAME_NAMES = ["toctoctoc", "chocottes", "escalier"] as const;
export type GameName = (typeof GAME_NAMES)[number];

export const GAMES: Record<GameName, GameFacts> = {
  toctoctoc: {
    name: "toctoctoc",
    title: "Toc Toc Toc!",
    players: [3, 4, 5],
    options: [{"name": "start", "takes": "creator or random", "default": "creator", "clause": "T6", "kind": "choice", "choices": ["creator", "random"]}, {"name": "creator", "takes": "a whole number from 0 to 4", "default": 0, "clause": "T6", "kind": "seat"}, {"name": "memory_aid", "takes": "yes or no", "default": false, "clause": "T23", "kind": "flag"}],
    is_memory: false,
    memory: null,
    letter: "T",
    age: 7,
    minutes: "15",
    lowest_wins: false,
    counts: "points",
    constants: {"first_guests": 2, "music": 2, "scare": 3},
    usual_players: 4,
    unhurried: {},
    events: {
      "Started": {"clause": "T6"},
      "GuestCame": {"clause": "T3", "setting": true},
      "CardDealt": {"clause": "T4", "setting": true, "history": "never"},
      "CardDealtToYou": {"clause": "T4", "setting": true, "history": "never"},
      "TopTurned": {"clause": "T5", "visible": true, "usual": true, "history": "aid"},
      "Offered": {"clause": "T7", "begins_turn": true},
      "YouOffered": {"clause": "T7", "begins_turn": true},
      "Answered": {"clause": "T9", "usual": true, "show": true, "reveals": ["out", "phase", "active", "to_act", "revealed"]},
      "Took": {"clause": "T13", "silent": true, "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score", "phase", "active", "to_act", "revealed"]},
      "Chased": {"clause": "T16", "silent": true, "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score", "phase", "active", "to_act", "revealed"]},
      "Joined": {"clause": "T11", "clauses": {"scarecrow": "T12"}, "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score"]},
      "Lured": {"clause": "T13", "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score"]},
      "Fled": {"clause": "T14", "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score"]},
      "DrivenOff": {"clause": "T15", "show": true, "reveals": ["scores", "out", "houses.party", "houses.scarecrows", "houses.score"]},
      "NothingHappened": {"clause": "T18"},
      "Drew": {"clause": "T10", "usual": true, "reveals": ["pile", "top", "houses.cards_in_hand", "own.hand", "phase", "active", "to_act", "revealed"], "history": "aid"},
      "GameOver": {"clause": "T22", "reveals": ["winners"], "each": ["scores"]},
    },
    asked: {"chance": "H1", "offer": "T7", "answer": "T8", "take": "T13", "chase": "T16", "over": "T22"},
    kinds: {"seat": "player", "to": "player", "source": "player", "revealer": "player", "rival": "player", "card": "card", "top": "card", "offered": "card", "guests": "cards", "out": "cards", "hand": "cards", "rank": "rank", "creature": "creature", "family": "family", "gain": "count", "why": "why"},
    actions: {
      "Offer": {"form": "offer {card} to {to}", "blanks": {"card": {"kind": "card", "words": ["plain-monster", "plain-ghost", "plain-vampire", "brute-monster", "brute-ghost", "brute-vampire", "musician-monster", "musician-ghost", "musician-vampire", "scarecrow", "vamp-monster", "vamp-ghost", "vamp-vampire", "child", "taxi"]}, "to": {"kind": "player", "least": 0, "most": 4}}},
      "Open": {"form": "open"},
      "Refuse": {"form": "refuse"},
      "Take": {"form": "take {rank}", "blanks": {"rank": {"kind": "rank", "words": ["plain", "brute", "musician"]}}},
      "Chase": {"form": "chase {creature}", "blanks": {"creature": {"kind": "creature", "words": ["monster", "ghost", "vampire"]}}},
    },
    view: {
      "houses": {"kind": "House", "many": "seats", "parts": {"seat": {"kind": "player"}, "party": {"kind": "Column", "many": "list", "parts": {"creature": {"kind": "creature"}, "plain": {"kind": "number"}, "brutes": {"kind": "number"}, "musicians": {"kind": "number"}}}, "scarecrows": {"kind": "number"}, "score": {"kind": "number"}, "cards_in_hand": {"kind": "number"}}},
      "pile": {"kind": "number"},
      "top": {"kind": "card"},
      "out": {"kind": "cards"},
      "door": {"kind": "Door", "parts": {"seat": {"kind": "player"}, "to": {"kind": "player"}}},
      "revealed": {"kind": "Revealed", "parts": {"card": {"kind": "card"}, "revealer": {"kind": "player"}, "rival": {"kind": "player"}}},
    },
    own: {
      "hand": {"kind": "cards"},
      "offered": {"kind": "card"},
    },
    aid: {"where": "player", "what": "card"},
  },
  chocottes: {
    name: "chocottes",
    title: "Toc Chocottes",
    players: [2, 3, 4, 5],
    options: [{"name": "start", "takes": "creator or random", "default": "creator", "clause": "C6", "kind": "choice", "choices": ["creator", "random"]}, {"name": "creator", "takes": "a whole number from 0 to 4", "default": 0, "clause": "C6", "kind": "seat"}, {"name": "dreams", "takes": "a whole number from 0 to 4", "default": 2, "clause": "C1", "kind": "number", "least": 0, "most": 4}, {"name": "tiles", "takes": "3 whole numbers from 1 to 49", "default": [6, 8, 10], "clause": "C2", "kind": "numbers", "least": 1, "most": 49}, {"name": "snap_seconds", "takes": "a whole number from 0 to 60", "default": 5, "clause": "C10", "kind": "number", "least": 0, "most": 60}, {"name": "memory_aid", "takes": "yes or no", "default": false, "clause": "C27", "kind": "flag"}],
    is_memory: true,
    memory: "C27",
    letter: "C",
    age: 8,
    minutes: "15–20",
    lowest_wins: true,
    counts: "points",
    constants: {"goal": 50, "memorised": 2},
    usual_players: 4,
    unhurried: {"snap_seconds": 0},
    events: {
      "Started": {"clause": "C6"},
      "CardDealt": {"clause": "C3", "setting": true},
      "LookedAt": {"clause": "C3"},
      "YouLookedAt": {"clause": "C3", "glimpse": true},
      "Draws": {"clause": "C8", "silent": true},
      "Drew": {"clause": "C8"},
      "YouDrew": {"clause": "C8"},
      "Discarded": {"clause": "C8"},
      "Replaced": {"clause": "C8"},
      "Snapped": {"clause": "C9", "clauses": {"false": "C11"}},
      "Passed": {"clause": "C10"},
      "CardAdded": {"clause": "C11", "show": true},
      "Declined": {"clause": "C12"},
      "Fed": {"clause": "C14", "show": true},
      "Shuffles": {"clause": "C16", "show": true},
      "Shuffled": {"clause": "C16", "silent": true},
      "Exchanged": {"clause": "C17", "show": true},
      "YouExchanged": {"clause": "C17", "glimpse": true},
      "Gave": {"clause": "C18", "show": true},
      "Reaped": {"clause": "C19", "show": true},
      "Arranged": {"clause": "C5"},
      "Knocked": {"clause": "C20", "history": "scores", "each": ["rows"]},
      "RowsShown": {"clause": "C21", "history": "scores", "each": ["rows"]},
      "TileDrawn": {"clause": "C2", "show": true, "reveals": ["last_round"], "history": "scores"},
      "RoundEnded": {"clause": "C20", "clauses": {"row-empty": "C21", "pile-empty": "C22"}, "pause": true, "reveals": ["scores", "last_round", "phase", "to_act"], "history": "scores", "each": ["points", "totals"]},
      "RoundBegan": {"clause": "C26", "history": "scores"},
      "GameOver": {"clause": "C24", "reveals": ["winners"], "history": "scores", "each": ["scores"]},
    },
    asked: {"chance": "H1", "look": "C3", "turn": "C7", "place": "C8", "window": "C9", "effect": "C12", "effect:7": "C14", "effect:10": "C15", "effect:11": "C16", "effect:12": "C17", "effect:13": "C18", "effect:14": "C19", "over": "C24"},
    kinds: {"seat": "player", "to": "player", "of": "player", "other": "player", "starter": "player", "knocker": "player", "passed": "player", "by": "player", "card": "card", "top": "card", "drawn": "card", "rows": "cards", "value": "number", "ended": "end", "how": "mix", "penalty": "count"},
    actions: {
      "Look": {"form": "look {place}", "blanks": {"place": {"kind": "number", "least": 1, "most": 99}}},
      "Draw": {"form": "draw"},
      "Knock": {"form": "knock"},
      "Discard": {"form": "discard", "is_no": true},
      "Replace": {"form": "replace {place}", "blanks": {"place": {"kind": "number", "least": 1, "most": 99}}},
      "Snap": {"form": "snap {place}", "blanks": {"place": {"kind": "number", "least": 1, "most": 99}}, "is_throw": true},
      "Pass": {"form": "pass", "is_no": true},
      "Decline": {"form": "decline", "is_no": true},
      "Feed": {"form": "feed"},
      "Shuffle": {"form": "shuffle {first} {second} of {seat}", "blanks": {"first": {"kind": "number", "least": 1, "most": 99}, "second": {"kind": "number", "least": 1, "most": 99}, "seat": {"kind": "player", "least": 0, "most": 4}}, "order": ["seat", "first", "second"]},
      "Exchange": {"form": "exchange {own} with {place} of {seat}", "blanks": {"own": {"kind": "number", "least": 1, "most": 99}, "place": {"kind": "number", "least": 1, "most": 99}, "seat": {"kind": "player", "least": 0, "most": 4}}, "order": ["own", "seat", "place"]},
      "Give": {"form": "give to {seat}", "blanks": {"seat": {"kind": "player", "least": 0, "most": 4}}},
      "Reap": {"form": "reap {place}", "blanks": {"place": {"kind": "number", "least": 1, "most": 99}}},
      "Arrange": {"form": "arrange {source} to {target}", "blanks": {"source": {"kind": "number", "least": 1, "most": 99}, "target": {"kind": "number", "least": 1, "most": 99}}, "is_aside": true, "aside_if": "may_arrange", "aside_of": "row_sizes"},
    },
    view: {
      "round": {"kind": "number"},
      "starter": {"kind": "player"},
      "row_sizes": {"kind": "number", "many": "seats"},
      "looks": {"kind": "number", "many": "seats"},
      "pile": {"kind": "number"},
      "discard": {"kind": "number"},
      "top": {"kind": "card"},
      "window": {"kind": "Window", "parts": {"value": {"kind": "number"}, "passed": {"kind": "player", "many": "list"}}},
      "effects": {"kind": "Waiting", "many": "list", "parts": {"seat": {"kind": "player"}, "value": {"kind": "number"}}},
      "rows": {"kind": "cards", "many": "seats"},
      "last_round": {"kind": "LastRound", "parts": {"ended": {"kind": "end"}, "knocker": {"kind": "player"}, "tile": {"kind": "number"}, "points": {"kind": "number", "many": "seats"}}},
      "may_arrange": {"kind": "flag"},
    },
    own: {
      "drawn": {"kind": "card"},
    },
    aid: {"where": "player", "what": "card"},
  },
  escalier: {
    name: "escalier",
    title: "L'Escalier hanté",
    players: [2, 3, 4],
    options: [{"name": "start", "takes": "creator or random", "default": "creator", "clause": "E3", "kind": "choice", "choices": ["creator", "random"]}, {"name": "creator", "takes": "a whole number from 0 to 4", "default": 0, "clause": "E3", "kind": "seat"}, {"name": "risk", "takes": "yes or no", "default": false, "clause": "E10", "kind": "flag"}, {"name": "memory_aid", "takes": "yes or no", "default": false, "clause": "E14", "kind": "flag"}],
    is_memory: true,
    memory: "E14",
    letter: "E",
    age: 5,
    minutes: "15–20",
    lowest_wins: false,
    counts: "cards",
    constants: {},
    usual_players: 3,
    unhurried: {},
    events: {
      "Started": {"clause": "E3"},
      "Flipped": {"clause": "E4", "clauses": {"riddle": "E9", "move": "E8", "swap": "E7", "red-child": "E5", "green-child": "E5", "blue-child": "E5", "yellow-child": "E5"}, "show": true, "reveals": ["pile", "discard", "last", "phase", "active", "to_act", "sought", "tried", "question"]},
      "Turned": {"clause": "E5", "moment": true, "reveals": ["phase", "active", "to_act", "sought", "tried", "question"]},
      "Shifted": {"clause": "E8", "show": true},
      "Swapped": {"clause": "E7", "show": true},
      "Guessed": {"clause": "E9", "moment": true, "reveals": ["phase", "active", "to_act", "sought", "tried", "question"]},
      "Asked": {"clause": "E10"},
      "Declined": {"clause": "E9"},
      "NamedLast": {"clause": "E12", "show": true},
      "WonPile": {"clause": "E11", "show": true, "reveals": ["scores", "discard", "last"], "history": "scores"},
      "NobodyOnWhite": {"clause": "E9"},
      "GameOver": {"clause": "E13", "reveals": ["winners"], "history": "scores", "each": ["scores"]},
    },
    asked: {"chance": "H1", "search": "E5", "move": "E8", "swap": "E7", "riddle": "E9", "ask": "E10", "answer": "E10", "name-last": "E12", "over": "E13"},
    kinds: {"seat": "player", "to": "player", "Shifted.to": "place", "card": "card", "last": "card", "place": "place", "first": "place", "second": "place", "ghosts": "place", "free": "place", "tried": "place", "child": "colour", "colour": "colour", "sought": "colour", "cards": "count", "count": "count"},
    actions: {
      "Turn": {"form": "turn {place}", "blanks": {"place": {"kind": "place", "words": ["red", "green", "blue", "yellow", "white"]}}},
      "Shift": {"form": "move {place}", "blanks": {"place": {"kind": "place", "words": ["red", "green", "blue", "yellow", "white"]}}},
      "Swap": {"form": "swap {first} {second}", "blanks": {"first": {"kind": "place", "words": ["red", "green", "blue", "yellow", "white"]}, "second": {"kind": "place", "words": ["red", "green", "blue", "yellow", "white"]}}},
      "Name": {"form": "name {colour}", "blanks": {"colour": {"kind": "colour", "words": ["red", "green", "blue", "yellow"]}}},
      "Ask": {"form": "ask {seat} about {place}", "blanks": {"seat": {"kind": "player", "least": 0, "most": 4}, "place": {"kind": "place", "words": ["red", "green", "blue", "yellow", "white"]}}, "order": ["place", "seat"]},
      "Decline": {"form": "decline", "is_no": true},
    },
    view: {
      "ghosts": {"kind": "place", "many": "list"},
      "free": {"kind": "place"},
      "pile": {"kind": "number"},
      "discard": {"kind": "number"},
      "last": {"kind": "card"},
      "sought": {"kind": "colour"},
      "tried": {"kind": "place", "many": "list"},
      "question": {"kind": "Question", "parts": {"seat": {"kind": "player"}, "place": {"kind": "place"}}},
    },
    own: {},
    aid: {"where": "place", "what": "colour"},
  },
};

/** An action, read; `is` is its name in the facts. */
export type ToctoctocMove =
  | { is: "Offer"; card: ToctoctocCard; to: number }
  | { is: "Open" }
  | { is: "Refuse" }
  | { is: "Take"; rank: ToctoctocRank }
  | { is: "Chase"; creature: ToctoctocCreature };

/** An action, read; `is` is its name in the facts. */
export type ChocottesMove =
  | { is: "Look"; place: number }
  | { is: "Draw" }
  | { is: "Knock" }
  | { is: "Discard" }
  | { is: "Replace"; place: number }
  | { is: "Snap"; place: number }
  | { is: "Pass" }
  | { is: "Decline" }
  | { is: "Feed" }
  | { is: "Shuffle"; first: number; second: number; seat: number }
  | { is: "Exchange"; own: number; place: number; seat: number }
  | { is: "Give"; seat: number }
  | { is: "Reap"; place: number }
  | { is: "Arrange"; source: number; target: number };

/** An action, read; `is` is its name in the facts. */
export type EscalierMove =
  | { is: "Turn"; place: EscalierDiscPlace }
  | { is: "Shift"; place: EscalierDiscPlace }
  | { is: "Swap"; first: EscalierDiscPlace; second: EscalierDiscPlace }
  | { is: "Name"; colour: EscalierColour }
  | { is: "Ask"; seat: number; place: EscalierDiscPlace }
  | { is: "Decline" };

/** The types of each game. */
export interface GameTypes {
  toctoctoc: {
    view: ToctoctocView;
    changes: ToctoctocChanges;
    own: ToctoctocOwnView;
    event: ToctoctocEvent;
    action: ToctoctocAction;
    move: ToctoctocMove;
    aid: ToctoctocAid;
    options: ToctoctocOptions;
  };
  chocottes: {
    view: ChocottesView;
    changes: ChocottesChanges;
    own: ChocottesOwnView;
    event: ChocottesEvent;
    action: ChocottesAction;
    move: ChocottesMove;
    aid: ChocottesAid;
    options: ChocottesOptions;
  };
  escalier: {
    view: EscalierView;
    changes: EscalierChanges;
    own: EscalierOwnView;
    event: EscalierEvent;
    action: EscalierAction;
    move: EscalierMove;
    aid: EscalierAid;
    options: EscalierOptions;
  };
}

/** The first message: the protocol of this client, and the last version that it has shown. */
export interface Hello {
  type: "hello";
  protocol: number;
  version?: number;
}

/** Act, in the game's notation; `seat` only where one device has several. */
export interface Move {
  type: "move";
  /** made by the client; sent twice, it counts once */
  id: string;
  action: string;
  seat?: number | null;
}

/** Take a seat, or change to another one; on one's own seat, change the name or the picture, also in a game. */
export interface Sit {
  type: "sit";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** counted from 0 */
  seat: number;
  name: string;
  /** keep the seats one has: several people at one device */
  also?: boolean;
  /** left out, it stays as it is */
  avatar?: Avatar | null;
}

/** Give up one's seats, or one of them. */
export interface Leave {
  type: "leave";
  /** made by the client; sent twice, it counts once */
  id: string;
  seat?: number | null;
}

/** The creator puts a bot in a free seat; in a game, also after its player left. */
export interface Bot {
  type: "bot";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** counted from 0 */
  seat: number;
  bot: string;
}

/** The creator frees a seat: removes a bot, or sends a player away. */
export interface Clear {
  type: "clear";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** counted from 0 */
  seat: number;
}

/** The creator changes the settings, between games. */
export interface Set {
  type: "set";
  /** made by the client; sent twice, it counts once */
  id: string;
  settings: Settings;
}

/** This device has a random part of the next seed; here is its SHA-256. */
export interface Ready {
  type: "ready";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** 32 bytes in hexadecimal */
  hash: string;
}

/** The part itself, once the game is started. */
export interface Part {
  type: "part";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** 32 bytes in hexadecimal */
  part: string;
}

/** The creator starts; free seats get the bot that is named. After a game anybody seated may: it counts as `again` until all other people are ready, or until `lobby.may_start`. Then the game starts, without the people who are not ready. */
export interface Start {
  type: "start";
  /** made by the client; sent twice, it counts once */
  id: string;
  fill?: string | null;
  /** remove the free seats instead */
  here?: boolean;
}

/** After a game: the players of this device are ready for another one, or no longer. The game starts when all people are ready, or at `lobby.begins`. A spectator with a kept chair may be ready. */
export interface Again {
  type: "again";
  /** made by the client; sent twice, it counts once */
  id: string;
  on?: boolean;
  /** bot for free seats; else the server's usual one */
  fill?: string | null;
  /** suggests this game; else that of `lobby.next_game` */
  game?: string | null;
}

/** A spectator asks for a chair; the request is public. */
export interface Ask {
  type: "ask";
  /** made by the client; sent twice, it counts once */
  id: string;
  name: string;
  avatar?: Avatar | null;
}

/** A spectator gives name and picture before taking a seat: only the creator receives them, in `visitors`. The first one of a spectator counts. Not answered. */
export interface Visit {
  type: "visit";
  name: string;
  avatar?: string | null;
}

/** The creator answers a request for a chair: at once between games, in a game for the next one; or refuses. */
export interface Grant {
  type: "grant";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** as `lobby.asking` names them */
  asker: number;
  on?: boolean;
}

/** A picture phrase; or one's own words where the table allows them. */
export interface Say {
  type: "say";
  /** made by the client; sent twice, it counts once */
  id: string;
  phrase?: Phrase | null;
  text?: string | null;
  seat?: number | null;
}

/** The creator silences a player, or lets them talk again. */
export interface Mute {
  type: "mute";
  /** made by the client; sent twice, it counts once */
  id: string;
  /** counted from 0 */
  seat: number;
  on?: boolean;
}

/** Play without the clocks of windows, or no longer. This is public. */
export interface Calm {
  type: "calm";
  /** made by the client; sent twice, it counts once */
  id: string;
  on?: boolean;
}

/** The device has shown everything up to this version to the player. */
export interface Seen {
  type: "seen";
  version: number;
}

/** The device has finished revealing everything up to this version: bots and clocks no longer wait for it. The table waits only for devices that send this. Sent again with the same version: the device needs more time. */
export interface Shown {
  type: "shown";
  version: number;
}

/** The pace at which this device presents events. Bots pause as the slowest player wishes. Not answered. */
export interface Pace {
  type: "pace";
  pace: "fast" | "normal" | "slow";
}

/** Test the connection: pages cannot see the pings of websockets. Answered at once by `pong`. */
export interface Ping {
  type: "ping";
}

/** End the stand-in that plays because the clock ran out: a person is here. Not answered. */
export interface Back {
  type: "back";
}

/** Ask the strongest bot for a move and its reason. */
export interface Hint {
  type: "hint";
  /** made by the client; sent twice, it counts once */
  id: string;
  seat?: number | null;
}

/** The creator closes the table for good. */
export interface Close {
  type: "close";
  /** made by the client; sent twice, it counts once */
  id: string;
}

/** The settings of a table, which its creator may change between games. */
export interface Settings {
  players: number;
  options?: ToctoctocOptions | ChocottesOptions | EscalierOptions;
  /** in the public list; else the link or the code is needed */
  listed?: boolean;
  /** H3 */
  clock?: "day" | "fast" | "hours" | "none" | "relaxed";
  /** talk in free text, not only in pictures */
  free_text?: boolean;
  hints?: boolean;
}

export type Command = Hello | Move | Sit | Leave | Bot | Clear | Set | Ready | Part | Start | Again | Ask | Visit | Grant | Say | Mute | Calm | Seen | Shown | Pace | Ping | Back | Hint | Close;

export interface SeatShown {
  kind: "bot" | "free" | "person";
  /** of a free seat: its last player, if they left during the game */
  name?: string;
  bot?: string;
  creator?: boolean;
  /** of the device's part of the next seed: it is ready */
  hash?: string;
  /** a stand-in plays */
  away?: boolean;
  /** reason: at a quick match, two clocks of the player ran out in a row */
  idle?: boolean;
  /** plays without the clocks of windows */
  calm?: boolean;
  muted?: boolean;
  /** of a person, if chosen */
  avatar?: Avatar;
  /** of a person after a game: ready for another one */
  again?: boolean;
}

/** The request of a spectator for a chair, or the chair that is kept for one. */
export interface AskerShown {
  /** the version in the `done` of the request */
  asker: number;
  name: string;
  avatar?: Avatar;
  /** for the next game */
  granted?: boolean;
  /** the spectator played the last game, and was not ready for this one */
  kept?: boolean;
  /** of a kept chair: ready for the next game */
  again?: boolean;
}

/** A player without a connection. */
export interface Absence {
  seat: number;
  /** in the table's time */
  since: number;
  /** when a stand-in begins to play; None: it plays already, or none will */
  until?: number;
}

/** A connected guest without a seat. */
export interface VisitorShown {
  /** empty unless the guest has sent `visit` */
  name?: string;
  avatar?: string;
}

export interface Talk {
  seat: number;
  phrase?: Phrase;
  text?: string;
}

/** The moves of a stand-in, for a player on return. The view has the rest. */
export interface Recap {
  seat: number;
  moves: number;
  scores: number[];
  turn: number | null;
}

export interface ReplayPlayer {
  name: string;
  bot?: string;
  avatar?: Avatar;
}

/** The seats that are still shown a shared scene, such as the end of a round or a game, when that changes. */
export interface Looking {
  type: "looking";
  /** the table waits for them; empty: it goes on */
  seats: number[];
  /** after a game, whether a big screen is still shown the last cards */
  screen: boolean;
}

/** The players without a connection; whenever that changes. At a slow table nobody counts as absent. */
export interface Absent {
  type: "absent";
  /** the table's time */
  at: number;
  absent: Absence[];
}

/** The seats of bots that are being compiled, the first time on a server; whenever that changes. */
export interface Warming {
  type: "warming";
  /** they move as soon as they are ready; empty: all are */
  seats: number[];
}

/** The connected guests without a seat, before the first game; for the creator only, whenever that changes. */
export interface Visitors {
  type: "visitors";
  /** the first ones; without the creator */
  visitors: VisitorShown[];
}

/** The number of big screens that show the table to everybody in the room; whenever that changes. */
export interface Screens {
  type: "screens";
  /** with one, a phone may show only what is private and what is asked */
  screens: number;
}

/** A message from the host of the server to all tables. */
export interface Notice {
  type: "notice";
  /** at most 200 characters */
  text: string;
}

/** The command is done and stored. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** The command is refused; nothing has changed. Only its sender receives this. */
export interface Refusal {
  type: "refused";
  code: RefusalCode;
  message: string;
  id?: string;
  clause?: string;
  details?: Record<string, unknown>;
}

export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  /** a code; its words are in the language catalogues */
  reason: string;
  params: Record<string, unknown>;
  /** to win, in per cent, after the likeliest actions, the best first */
  chances?: Record<string, number>;
}

/** The connection works: the answer to `ping`. */
export interface Pong {
  type: "pong";
}

/** The reason for which the server closes the connection. */
export interface Bye {
  type: "bye";
  code: ByeCode;
  message: string;
}

/** The seat of the creator of a table, and whether the game starts at once. */
export interface Host {
  name: string;
  avatar?: Avatar | null;
  /** counted from 0 */
  seat?: number;
  /** of this device's part of the first seed: as `ready` */
  hash?: string | null;
  start?: boolean;
  /** the bot for the other seats: as `start` */
  fill?: string | null;
}

export interface NewTable {
  game: string;
  /** for the fewest players, as the game is usually played */
  settings?: Settings | null;
  /** whether the answer has a token instead of a cookie */
  program?: boolean;
  /** whether the first game is a lesson, with arranged chance for seat 0 */
  lesson?: boolean;
  /** without it, all seats are free */
  host?: Host | null;
  /** of the words of the table's code */
  language?: string;
}

export interface WantedMatch {
  /** of the words of a new table's code */
  language?: string;
  /** the code of a table that was full already */
  besides?: string;
  /** whether the answer shall have a token instead of a cookie */
  program?: boolean;
}

export interface Made {
  code: string;
  /** the path of the table's websocket, with the key */
  socket: string;
  token?: string;
  /** as `lobby.key` */
  key?: string;
}

export interface TakeSeat {
  token: string;
}

/** The token with which another device takes over seats; valid for five minutes, once. */
export interface Device {
  token: string;
  link: string;
  /** a picture, SVG */
  qr: string;
}

/** The link to a table or group. */
export interface Invitation {
  code: string;
  link: string;
  /** a picture, SVG */
  qr: string;
}

/** The link that shows a table on a television. */
export interface ScreenLink {
  link: string;
}

/** A table option; its label is the catalogue's `<game>.option.<name>`, or else `option.<name>`. */
export interface OptionFacts {
  name: string;
  /** the accepted values, in English */
  takes: string;
  default: unknown;
  clause: string;
  kind: "choice" | "flag" | "number" | "numbers" | "seat";
  choices?: string[];
  least?: number;
  most?: number;
}

/** The facts of all events of one type. */
export interface EventFacts {
  /** that explains it */
  clause: string;
  /** another one where a field has that value */
  clauses?: Record<string, string>;
  /** shown to one seat for a moment: send `seen` afterwards */
  glimpse?: boolean;
  /** shown to everybody for a moment */
  moment?: boolean;
  /** another event of the same step describes it better */
  silent?: boolean;
  /** part of the setup: it is shown, and not narrated one by one */
  setting?: boolean;
  /** the table keeps showing it: in live play it need not be narrated */
  visible?: boolean;
  /** happens at every turn: the rule behind a step is rather that of another event */
  usual?: boolean;
  /** the first event of a turn of its `seat`: the history groups the events of a turn */
  begins_turn?: boolean;
  /** shown until each player continues */
  pause?: boolean;
  /** takes a while to be shown, as glimpses, moments and pauses do: send `shown` afterwards */
  show?: boolean;
  reveals?: string[];
  /** `aid`: only with the memory aid */
  history?: "aid" | "always" | "never" | "scores";
  /** fields with a part for each seat: `<game>.event.<name>.each` says one seat's */
  each?: string[];
}

/** The values of a blank in an action's form: one of some words, or a number within bounds. */
export interface BlankFacts {
  kind: string;
  words?: string[];
  least?: number;
  most?: number;
}

/** An action's form, such as `offer {card} to {to}`; in words it is the catalogue's `<game>.act.<name>`. */
export interface ActionFacts {
  form: string;
  blanks?: Record<string, BlankFacts>;
  /** in which the blanks are chosen */
  order?: string[];
  /** seats race to do it first */
  is_throw?: boolean;
  /** done at any time, and not among the legal actions */
  is_aside?: boolean;
  /** answers no to a question */
  is_no?: boolean;
  /** of one done at any time: the flag of the view that says whether it may be done now */
  aside_if?: string;
  /** the field of the view with how many places a seat has; its blanks are different ones */
  aside_of?: string;
}

/** A field of a view; its label is the catalogue's `<game>.field.<name>`. Null, and an empty list: nothing. */
export interface FieldFacts {
  /** as in `kinds`, or "number", "flag"; of a part, its type: in words it is `<game>.part.<kind>` */
  kind: string;
  /** `seats`: a list with one part for each seat */
  many?: "list" | "one" | "seats";
  parts?: Record<string, FieldFacts>;
}

/** The kinds of the words in the memory aid, and in the hidden parts of a finished game. */
export interface AidFacts {
  /** the kind by which it is sorted, such as places; `player`: seats */
  where: string;
  /** the kind of the known items */
  what: string;
}

/** The facts of a game that a client needs to play it and to describe it. */
export interface GameFacts {
  name: string;
  title: string;
  /** the possible numbers of players */
  players: number[];
  options: OptionFacts[];
  is_memory: boolean;
  /** the clause by which players must remember; then there is no history */
  memory: string | null;
  /** of its rules' clauses */
  letter: string;
  age: number;
  minutes: string;
  lowest_wins: boolean;
  /** the unit of a score */
  counts: "cards" | "points";
  /** numbers of its rules that a table shows */
  constants: Record<string, number>;
  usual_players: number;
  /** options without time pressure, such as in a lesson */
  unhurried: Record<string, unknown>;
  events: Record<string, EventFacts>;
  /** by phase of the view: the clause; `effect:7` while the first effect has the value 7 */
  asked: Record<string, string>;
  /** the kinds of fields, by name; `Shifted.to` goes before `to` */
  kinds: Record<string, string>;
  actions: Record<string, ActionFacts>;
  /** fields of the public view; without to_act, active, scores, winners and phase */
  view: Record<string, FieldFacts>;
  /** fields of a seat's own view */
  own: Record<string, FieldFacts>;
  aid: AidFacts;
}

/** A bot of this server. */
export interface BotFacts {
  name: string;
  /** for which it is offered */
  games: string[];
  /** by language, "" for all others; empty for ours: the catalogues have `bot.<name>` */
  title: Record<string, string>;
  /** an avatar; null for ours, which have pictures of their own */
  face: string | null;
}

/** The players for whom a table waits. */
export interface Turn {
  stage: "closed" | "dealing" | "lobby" | "over" | "playing";
  /** whether it waits for the client */
  yours: boolean;
  /** names of the people for whom it waits */
  players: string[];
  /** milliseconds until the first clock runs out; None without a clock */
  left: number | null;
}

/** The key with which a browser subscribes to pushes of this server. */
export interface PushKey {
  /** a point of P-256, uncompressed, in base64url: `applicationServerKey` */
  key: string;
}

/** The endpoint for pushes about turns at a slow table. */
export interface WantPush {
  /** of the browser's subscription */
  endpoint: string;
}

/** The games of a server, its bots, and the phrases of table talk. */
export interface Games {
  protocol: number;
  version: string;
  games: GameFacts[];
  bots: string[];
  phrases: Record<string, string>;
  /** of the same bots */
  bot_facts: BotFacts[];
  /** features that the host has switched off */
  without: string[];
}

/** The texts of a game in one language, by their keys; one for each plural form where it has some. */
export interface Words {
  texts: Record<string, string | Record<string, string>>;
}

/** The rules of a game in one language. */
export interface RulesText {
  /** Markdown, in sections and numbered clauses */
  text: string;
}

export interface Listed {
  tables: Lobby[];
}

export interface Tickets {
  /** in notation */
  outcome: string;
  /** consecutive, after those of the outcomes before */
  tickets: number;
}

/** The possible outcomes of one chance step. */
export interface Pick {
  /** of the record, counted from 1 */
  step: number;
  of: Tickets[];
}

/** All chance steps of a game, to be checked against its record. */
export interface Deal {
  picks: Pick[];
}

/** The seat of the player whom a guest wants to know. */
export interface AgreedSeat {
  /** counted from 0 */
  seat: number;
}

/** Another player at a table, and whether the two know each other. */
export interface TableContact {
  seat: number;
  /** of the contact, once the receiver has agreed */
  id?: string;
  /** whether the receiver has agreed */
  mine?: boolean;
  /** whether that player has agreed */
  theirs?: boolean;
}

export interface TableContacts {
  people: TableContact[];
}

/** The contacts that a device knows. */
export interface WantedContacts {
  ids: string[];
}

/** An invitation that waits for the receiver. */
export interface ContactInvitation {
  code: string;
  game: string;
  /** as `lobby.key` */
  key: string;
}

/** A person that the receiver and that person agreed to know. */
export interface ContactShown {
  id: string;
  /** empty until they have agreed */
  name?: string;
  avatar?: string;
  invitation?: ContactInvitation;
}

export interface Contacts {
  contacts: ContactShown[];
}

/** The table to which a guest invites a contact. */
export interface InviteContact {
  code: string;
}

/** The name and avatar of a new member. */
export interface Joining {
  name: string;
  avatar?: string | null;
}

/** The name of a new group, and the name and avatar of its creator. */
export interface NewGroup {
  group: string;
  name: string;
  avatar?: string | null;
}

/** The game of a group's new table. */
export interface GroupTable {
  game: string;
  /** of the words of the table's code */
  language?: string;
}

/** A member of a group; the chair is the place in the list. */
export interface GroupMember {
  name: string;
  avatar?: string;
  played?: number;
  won?: number;
  creator?: boolean;
  you?: boolean;
  /** for the creator of the group: the id by which this member can be removed */
  who?: string;
}

/** A player of a game, by the name of that time. */
export interface GroupPlayer {
  name: string;
  avatar?: string;
  bot?: string;
}

/** A game of a group. */
export interface GroupGame {
  game: string;
  /** in seconds since 1970 */
  at: number;
  players: GroupPlayer[];
  scores: number[];
  winners: number[];
  /** of its table, and its number there, for the replay; empty for old games */
  code: string;
  number: number;
  /** as `lobby.key` */
  key: string;
}

/** A group, as shown to clients with its link. */
export interface GroupShown {
  id: string;
  name: string;
  members: GroupMember[];
  /** games so far */
  played: number;
  /** the last ones, the newest first */
  games: GroupGame[];
  /** the code of the last table; empty before the first */
  table: string;
  /** as `lobby.key`, of that table */
  key: string;
  /** whether the receiver made it, and may close it */
  yours: boolean;
  /** names of other people with a seat at that table who are connected */
  here: string[];
}

/** The name and avatar for a try of the daily deal. */
export interface NewTry {
  name: string;
  avatar?: string | null;
  /** of the words of the table's code */
  language?: string;
}

/** The client's own try of a daily deal. */
export interface DailyTry {
  /** of its table; empty once it was deleted */
  code?: string;
  /** once it is over */
  score?: number;
  /** from 1; equal scores share one */
  place?: number;
  /** number of others with a worse result */
  worse?: number;
  /** number of others with the same result */
  equal?: number;
}

/** The distribution of all results: numbers, no names. */
export interface DailyCurve {
  /** from the worst on */
  scores: number[];
  /** number of tries with each score */
  counts: number[];
}

/** The tries of the same deal by bots, in the client's seat. */
export interface DailyBots {
  /** 0 while they still play */
  tries?: number;
  /** tries with a worse result than the client's */
  worse?: number;
  equal?: number;
  /** the median of their scores */
  par?: number;
  curve?: DailyCurve;
}

/** The deal of the day before, which is open. */
export interface DailyBefore {
  day: string;
  commitment: string;
  secret: string;
  played: number;
  curve: DailyCurve;
  mine: DailyTry | null;
}

/** The daily deal of a game. */
export interface DailyGame {
  game: string;
  players: number;
  /** in all seats but the first */
  bot: string;
  /** SHA-256 of the sealed secret of today's deal */
  commitment: string;
  /** of tomorrow's */
  next_commitment: string;
  /** tries that are over */
  played: number;
  mine: DailyTry | null;
  /** after the end of the client's own try */
  curve: DailyCurve | null;
  before: DailyBefore | null;
  /** after the end of the client's own try, if the server lets bots play the deal */
  bots: DailyBots | null;
}

/** The daily deals of a server. */
export interface Daily {
  day: string;
  /** by the server's clock, in seconds since 1970 */
  now: number;
  /** the beginning of the next ones */
  ends: number;
  games: DailyGame[];
}

/** A sentence of the game's catalogue. */
export interface Said {
  /** Its code. */
  code: string;
  /** Its values. */
  params: Record<string, string | number>;
}

/** The win probability of each seat after a step. */
export interface Point {
  /** The number of the step, from 1; 0 is the start. */
  step: number;
  /** The win probabilities by seat. */
  chances: number[];
  /** The half-widths of their 95 % intervals. */
  margins: number[];
}

/** A step with one of the largest changes of the seat's win probability. */
export interface Turning {
  /** The number of the step. */
  step: number;
  /** The win probability before it. */
  before: number;
  /** The win probability after it. */
  after: number;
  /** The margin of the difference. */
  margin: number;
}

/** A decision of the seat that lost win probability. */
export interface Costly {
  /** The number of the step. */
  step: number;
  /** The action that the seat took, in notation. */
  done: string;
  /** A better action. */
  better: string;
  /** The win probability after `done`. */
  chance: number;
  /** The win probability after `better`. */
  best: number;
  /** The margin of the difference. */
  margin: number;
  /** The reason for `better`; None if it only won more playouts, and always with the true state. */
  reason: Said | null;
}

/** A memory slip: an action that contradicts events which the seat was shown. */
export interface Lapse {
  /** The number of the step. */
  step: number;
  /** The action, in notation. */
  done: string;
  /** The contradiction. */
  reason: Said;
}

/** The analysis of a game for one seat. */
export interface Analysis {
  /** The version of the format. */
  format: number;
  /** The name of the game. */
  game: string;
  /** The seat. */
  seat: number;
  /** Whether the true state was used, instead of the information of the seat. */
  open: boolean;
  /** The level of all players in playouts. */
  level: string;
  /** The number of sampled deals for each point; 0 with the true state. */
  worlds: number;
  /** The number of playouts for each point. */
  playouts: number;
  /** The curve of win probabilities. */
  points: Point[];
  /** The turning points. */
  turnings: Turning[];
  /** The number of decisions of the seat with more than one legal action. */
  decisions: number;
  /** The costly decisions, the costliest first. */
  costly: Costly[];
  /** Whether players have to remember in this game. */
  tracks: boolean;
  /** The memory slips. */
  lapses: Lapse[];
  /** The loss of all decisions in the first pass, as a share of that of moves at random: some 1 for a player at random, less for good ones. None where no alternatives differ. */
  regret: number | null;
}

/** Request the analysis of a game for a seat. */
export interface WantAnalysis {
  /** counted from 0 */
  seat?: number;
  /** whether it uses all cards; else only the knowledge of the seat at each moment */
  open?: boolean;
}

/** The progress of an analysis, or its result. */
export interface AnalysisProgress {
  state: "done" | "waiting" | "working";
  /** approximate number of analyses before it */
  ahead?: number;
  /** finished */
  percent?: number;
  analysis?: Analysis;
}

/** Why something was not done. */
export interface Problem {
  code: string;
  message: string;
  clause?: string;
  details?: Record<string, unknown>;
}

/** docs/reference/protocol.md has the remedies. */
export type RefusalCode = "message/bad" | "message/too-many" | "hello/first" | "store/full" | "store/busy" | "store/stale" | "store/broken" | "table/closed" | "table/creator-only" | "table/kicked" | "change/too-many" | "daily/one-try" | "game/running" | "game/not-running" | "seat/none" | "seat/not-yours" | "seat/which" | "seat/no-such" | "seat/taken" | "seat/free" | "seat/no-player" | "seat/in-game" | "seat/one-each" | "bot/unknown" | "settings/players" | "settings/option" | "start/free-seats" | "chair/seated" | "chair/too-many" | "chair/nobody" | "chair/none" | "part/not-now" | "name/empty" | "name/too-long" | "name/unprintable" | "name/abusive" | "avatar/unknown" | "text/empty" | "text/too-long" | "text/unprintable" | "talk/one" | "talk/unknown" | "talk/no-text" | "talk/muted" | "talk/too-much" | "hint/thinking" | "hint/too-many" | "hint/busy" | "hint/off" | "hint/not-now" | "hint/nobody" | "hint/memory" | "words/none" | "words/unknown-verb" | "words/wrong-form" | "turn/not-yours" | "turn/not-now" | "turn/game-over" | "turn/others-still-look" | "turn/window-open" | "offer/not-now" | "offer/no-such-rival" | "offer/not-in-hand" | "answer/no-offer" | "take/not-now" | "take/no-such-guest" | "chase/not-now" | "chase/not-tied" | "look/same-card" | "look/no-such-place" | "draw/not-at-start-of-turn" | "knock/not-at-start-of-turn" | "place/no-drawn-card" | "place/no-such-place" | "snap/no-window" | "snap/already-passed" | "snap/no-such-place" | "snap/waiting" | "snap/too-late" | "decline/no-effect" | "effect/not-now" | "effect/no-such-place" | "effect/no-such-player" | "effect/row-full" | "effect/same-card" | "arrange/effect-pending" | "arrange/same-place" | "arrange/no-such-place" | "turn-over/no-search" | "turn-over/no-ghost" | "turn-over/already-shown" | "move/not-now" | "move/no-ghost" | "swap/not-now" | "swap/same-ghost" | "swap/no-ghost" | "name/not-now" | "name/just-shown" | "ask/not-now" | "ask/no-such-opponent" | "ask/no-ghost" | "decline/must-act";

export type ByeCode = "hello/protocol" | "message/fragmented" | "message/too-many" | "table/kicked" | "table/closed" | "device/moved" | "server/ends";

export type Phrase = "hello" | "good-luck" | "yes" | "no" | "thanks" | "please" | "well-played" | "oops" | "hurry" | "thinking" | "laugh" | "cry" | "wow" | "boo" | "again" | "goodbye";

export type Avatar = "owl" | "cat" | "bat" | "pumpkin" | "moon" | "candle" | "spider" | "toad" | "wolf" | "witch" | "skeleton" | "mummy" | "lantern" | "raven" | "mouse" | "star";

export type ToctoctocPhase = "chance" | "offer" | "answer" | "take" | "chase" | "over";

export type ToctoctocCreature = "monster" | "ghost" | "vampire";

/** The guests of one creature at a party. */
export interface ToctoctocColumn {
  creature: ToctoctocCreature;
  plain: number;
  brutes: number;
  musicians: number;
}

/** The public information about one player. */
export interface ToctoctocHouse {
  seat: number;
  party: ToctoctocColumn[];
  scarecrows: number;
  score: number;
  cards_in_hand: number;
}

export type ToctoctocCard = "plain-monster" | "plain-ghost" | "plain-vampire" | "brute-monster" | "brute-ghost" | "brute-vampire" | "musician-monster" | "musician-ghost" | "musician-vampire" | "scarecrow" | "vamp-monster" | "vamp-ghost" | "vamp-vampire" | "child" | "taxi";

/** A card that `seat` offers to `to`, face down at the door. */
export interface ToctoctocDoor {
  seat: number;
  to: number;
}

/** A revealed card with an effect that waits for the rival's choice. */
export interface ToctoctocRevealed {
  card: ToctoctocCard;
  revealer: number;
  rival: number;
}

/** What everybody sees of the game. */
export interface ToctoctocView {
  /** The seats that may act. */
  to_act: number[];
  /** The active player; None if there is none. */
  active: number | null;
  /** The score of each seat. */
  scores: number[];
  /** The seats that won; None before the end. */
  winners: number[] | null;
  /** "chance" while an outcome of chance is awaited */
  phase: ToctoctocPhase;
  houses: ToctoctocHouse[];
  /** cards in the draw pile, its top included */
  pile: number;
  top: ToctoctocCard | null;
  /** cards out of the game */
  out: ToctoctocCard[];
  door: ToctoctocDoor | null;
  revealed: ToctoctocRevealed | null;
}

/** What one seat sees besides. */
export interface ToctoctocOwnView {
  hand: ToctoctocCard[];
  /** the viewer's own card at another player's door */
  offered: ToctoctocCard | null;
}

export interface ToctoctocStarted {
  type: "Started";
  seat: number;
}

/** T3: a first guest joined a party. */
export interface ToctoctocGuestCame {
  type: "GuestCame";
  seat: number;
  card: ToctoctocCard;
}

/** T4: a card was dealt to a hand that the viewer does not see. */
export interface ToctoctocCardDealt {
  type: "CardDealt";
  seat: number;
}

export interface ToctoctocCardDealtToYou {
  type: "CardDealtToYou";
  seat: number;
  card: ToctoctocCard;
}

export interface ToctoctocTopTurned {
  type: "TopTurned";
  card: ToctoctocCard;
}

export interface ToctoctocOffered {
  type: "Offered";
  seat: number;
  to: number;
}

export interface ToctoctocYouOffered {
  type: "YouOffered";
  seat: number;
  to: number;
  card: ToctoctocCard;
}

/** T9: the target opened and revealed the card, or refused and the active player revealed it. */
export interface ToctoctocAnswered {
  type: "Answered";
  seat: number;
  opened: boolean;
  card: ToctoctocCard;
  revealer: number;
  rival: number;
}

export type ToctoctocRank = "plain" | "brute" | "musician";

/** T13: the rival chose the rank of the guest. */
export interface ToctoctocTook {
  type: "Took";
  seat: number;
  rank: ToctoctocRank;
}

/** T16: the rival chose one of the tied creatures. */
export interface ToctoctocChased {
  type: "Chased";
  seat: number;
  creature: ToctoctocCreature;
}

export interface ToctoctocJoined {
  type: "Joined";
  seat: number;
  card: ToctoctocCard;
}

export interface ToctoctocLured {
  type: "Lured";
  card: ToctoctocCard;
  source: number;
  to: number;
}

/** T14: guests fled to the rival's party. */
export interface ToctoctocFled {
  type: "Fled";
  guests: ToctoctocCard[];
  source: number;
  to: number;
}

/** T15: guests left the game by taxi. */
export interface ToctoctocDrivenOff {
  type: "DrivenOff";
  guests: ToctoctocCard[];
  source: number;
}

export type ToctoctocWhy = "empty" | "scarecrows" | "protected";

/** T18: the effect of a card could not apply: `source` has no guests that it can move. */
export interface ToctoctocNothingHappened {
  type: "NothingHappened";
  card: ToctoctocCard;
  source: number;
  why: ToctoctocWhy;
}

/** T10: the active player drew the top card of the pile, which is public. */
export interface ToctoctocDrew {
  type: "Drew";
  seat: number;
  card: ToctoctocCard;
}

export interface ToctoctocGameOver {
  type: "GameOver";
  scores: number[];
  winners: number[];
}

export type ToctoctocEvent = ToctoctocStarted | ToctoctocGuestCame | ToctoctocCardDealt | ToctoctocCardDealtToYou | ToctoctocTopTurned | ToctoctocOffered | ToctoctocYouOffered | ToctoctocAnswered | ToctoctocTook | ToctoctocChased | ToctoctocJoined | ToctoctocLured | ToctoctocFled | ToctoctocDrivenOff | ToctoctocNothingHappened | ToctoctocDrew | ToctoctocGameOver;

/** A move, in notation. */
export type ToctoctocAction = `offer ${ToctoctocCard} to ${number}` | `open` | `refuse` | `take ${ToctoctocRank}` | `chase ${ToctoctocCreature}`;

/** What the memory aid marks. */
export type ToctoctocAid = Record<string, ToctoctocCard[]>;

/** Those not given are at their defaults. */
export interface ToctoctocOptions {
  /** T6: creator or random. */
  start?: "creator" | "random";
  /** T6: a whole number from 0 to 4. */
  creator?: number;
  /** T23: yes or no. */
  memory_aid?: boolean;
}

export type ChocottesPhase = "chance" | "look" | "turn" | "place" | "window" | "effect" | "over";

export type ChocottesCard = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "dream-10" | "dream-11" | "dream-12" | "dream-13";

export interface ChocottesWindow {
  value: number;
  passed: number[];
}

/** A pending effect, and the seat that decides on it. */
export interface ChocottesWaiting {
  seat: number;
  value: number;
}

export type ChocottesEnded = "knocked" | "row-empty" | "pile-empty";

export interface ChocottesLastRound {
  ended: ChocottesEnded;
  knocker: number | null;
  tile: number | null;
  points: number[];
}

/** What everybody sees of the game. */
export interface ChocottesView {
  /** The seats that may act. */
  to_act: number[];
  /** The active player; None if there is none. */
  active: number | null;
  /** The score of each seat. */
  scores: number[];
  /** The seats that won; None before the end. */
  winners: number[] | null;
  /** "chance" while cards or tiles are drawn */
  phase: ChocottesPhase;
  round: number;
  starter: number | null;
  row_sizes: number[];
  /** number of cards that each has looked at before the first turn */
  looks: number[];
  pile: number;
  discard: number;
  /** of the discard pile */
  top: ChocottesCard | null;
  window: ChocottesWindow | null;
  /** in order; the first is decided next */
  effects: ChocottesWaiting[];
  /** all cards, at the end of a round */
  rows: ChocottesCard[][] | null;
  last_round: ChocottesLastRound | null;
  /** C5: whether players may reorder their rows now; this is never among the legal actions */
  may_arrange: boolean;
}

/** What one seat sees besides. */
export interface ChocottesOwnView {
  /** the card that this seat has drawn */
  drawn: ChocottesCard | null;
}

export interface ChocottesStarted {
  type: "Started";
  seat: number;
}

export interface ChocottesCardDealt {
  type: "CardDealt";
  seat: number;
}

/** C3, C15: the other players see which place was looked at. */
export interface ChocottesLookedAt {
  type: "LookedAt";
  seat: number;
  place: number;
}

/** A glimpse: send `seen` once it was shown. */
export interface ChocottesYouLookedAt {
  type: "YouLookedAt";
  seat: number;
  place: number;
  card: ChocottesCard;
}

/** C8: the active player chose to draw; the card follows. */
export interface ChocottesDraws {
  type: "Draws";
  seat: number;
}

export interface ChocottesDrew {
  type: "Drew";
  seat: number;
}

export interface ChocottesYouDrew {
  type: "YouDrew";
  seat: number;
  card: ChocottesCard;
}

/** C8: the drawn card was discarded. */
export interface ChocottesDiscarded {
  type: "Discarded";
  seat: number;
  card: ChocottesCard;
}

/** C8: the drawn card was placed in the row; `card`, which lay there, was discarded. */
export interface ChocottesReplaced {
  type: "Replaced";
  seat: number;
  place: number;
  card: ChocottesCard;
}

/** C9, C11: everyone sees the thrown card, right or wrong. */
export interface ChocottesSnapped {
  type: "Snapped";
  seat: number;
  place: number;
  card: ChocottesCard;
  right: boolean;
}

export interface ChocottesPassed {
  type: "Passed";
  seat: number;
}

/** C11, C14, C18: a card of the stock went unseen to the right end of a row. */
export interface ChocottesCardAdded {
  type: "CardAdded";
  seat: number;
}

export interface ChocottesDeclined {
  type: "Declined";
  seat: number;
  value: number;
}

export interface ChocottesFed {
  type: "Fed";
  seat: number;
  to: number;
}

/** C16: the player chose two cards of another player; the shuffle follows. */
export interface ChocottesShuffles {
  type: "Shuffles";
  seat: number;
  first: number;
  second: number;
  of: number;
}

/** C16: the two cards were shuffled blind; no player knows which is which. */
export interface ChocottesShuffled {
  type: "Shuffled";
  seat: number;
  first: number;
  second: number;
}

export interface ChocottesExchanged {
  type: "Exchanged";
  seat: number;
  place: number;
  other: number;
  other_place: number;
}

/** C17: the card received is shown once, to this player only. A glimpse: send `seen` once it was shown. */
export interface ChocottesYouExchanged {
  type: "YouExchanged";
  seat: number;
  place: number;
  other: number;
  other_place: number;
  card: ChocottesCard;
}

export interface ChocottesGave {
  type: "Gave";
  seat: number;
  to: number;
}

export interface ChocottesReaped {
  type: "Reaped";
  seat: number;
  place: number;
  card: ChocottesCard;
}

export interface ChocottesArranged {
  type: "Arranged";
  seat: number;
  source: number;
  target: number;
}

/** C20: all cards are revealed. */
export interface ChocottesKnocked {
  type: "Knocked";
  seat: number;
  rows: ChocottesCard[][];
}

/** C21, C22: all cards are revealed. */
export interface ChocottesRowsShown {
  type: "RowsShown";
  rows: ChocottesCard[][];
}

export interface ChocottesTileDrawn {
  type: "TileDrawn";
  penalty: number;
}

export interface ChocottesRoundEnded {
  type: "RoundEnded";
  ended: ChocottesEnded;
  points: number[];
  totals: number[];
  /** the seats that paid the penalty tile (C20-C22) */
  payers: number[];
  /** the seat that knocked or has no card left; null if the stock ran out */
  by: number | null;
}

export interface ChocottesRoundBegan {
  type: "RoundBegan";
  round: number;
  starter: number;
}

export interface ChocottesGameOver {
  type: "GameOver";
  scores: number[];
  winners: number[];
}

export type ChocottesEvent = ChocottesStarted | ChocottesCardDealt | ChocottesLookedAt | ChocottesYouLookedAt | ChocottesDraws | ChocottesDrew | ChocottesYouDrew | ChocottesDiscarded | ChocottesReplaced | ChocottesSnapped | ChocottesPassed | ChocottesCardAdded | ChocottesDeclined | ChocottesFed | ChocottesShuffles | ChocottesShuffled | ChocottesExchanged | ChocottesYouExchanged | ChocottesGave | ChocottesReaped | ChocottesArranged | ChocottesKnocked | ChocottesRowsShown | ChocottesTileDrawn | ChocottesRoundEnded | ChocottesRoundBegan | ChocottesGameOver;

/** A move, in notation. */
export type ChocottesAction = `look ${number}` | `draw` | `knock` | `discard` | `replace ${number}` | `snap ${number}` | `pass` | `decline` | `feed` | `shuffle ${number} ${number} of ${number}` | `exchange ${number} with ${number} of ${number}` | `give to ${number}` | `reap ${number}` | `arrange ${number} to ${number}`;

/** What the memory aid marks. */
export type ChocottesAid = ((ChocottesCard | null)[])[];

/** Those not given are at their defaults. */
export interface ChocottesOptions {
  /** C6: creator or random. */
  start?: "creator" | "random";
  /** C6: a whole number from 0 to 4. */
  creator?: number;
  /** C1: a whole number from 0 to 4. */
  dreams?: number;
  /** C2: 3 whole numbers from 1 to 49. */
  tiles?: number[];
  /** C10: a whole number from 0 to 60. */
  snap_seconds?: number;
  /** C27: yes or no. */
  memory_aid?: boolean;
}

export type EscalierPhase = "chance" | "search" | "move" | "swap" | "riddle" | "ask" | "answer" | "name-last" | "over";

export type EscalierDiscPlace = "red" | "green" | "blue" | "yellow" | "white";

export type EscalierCard = "riddle" | "move" | "swap" | "red-child" | "green-child" | "blue-child" | "yellow-child";

export type EscalierColour = "red" | "green" | "blue" | "yellow";

/** E10: an opponent is asked for the colour of a child. */
export interface EscalierQuestion {
  /** the opponent asked */
  seat: number;
  place: EscalierDiscPlace;
}

/** What everybody sees of the game. */
export interface EscalierView {
  /** The seats that may act. */
  to_act: number[];
  /** The active player; None if there is none. */
  active: number | null;
  /** The score of each seat. */
  scores: number[];
  /** The seats that won; None before the end. */
  winners: number[] | null;
  /** "chance" before a card is turned or the first seat is drawn */
  phase: EscalierPhase;
  /** the places with a ghost */
  ghosts: EscalierDiscPlace[];
  /** the place without a ghost */
  free: EscalierDiscPlace;
  /** cards in the stock */
  pile: number;
  /** cards in the discard pile */
  discard: number;
  /** the top of the discard pile */
  last: EscalierCard | null;
  /** the colour sought in this search */
  sought: EscalierColour | null;
  /** the places already shown in this search */
  tried: EscalierDiscPlace[];
  question: EscalierQuestion | null;
}

/** What one seat sees besides. */
export interface EscalierOwnView {}

export interface EscalierStarted {
  type: "Started";
  seat: number;
}

/** E4: the active player turns the top card of the stock. */
export interface EscalierFlipped {
  type: "Flipped";
  seat: number;
  card: EscalierCard;
}

/** E5: a ghost is turned over, and all see its child. */
export interface EscalierTurned {
  type: "Turned";
  seat: number;
  place: EscalierDiscPlace;
  child: EscalierColour;
  right: boolean;
}

export interface EscalierShifted {
  type: "Shifted";
  seat: number;
  place: EscalierDiscPlace;
  to: EscalierDiscPlace;
}

export interface EscalierSwapped {
  type: "Swapped";
  seat: number;
  first: EscalierDiscPlace;
  second: EscalierDiscPlace;
}

/** E9, E10: a player names a child, and all see it. */
export interface EscalierGuessed {
  type: "Guessed";
  seat: number;
  place: EscalierDiscPlace;
  colour: EscalierColour;
  child: EscalierColour;
  right: boolean;
}

export interface EscalierAsked {
  type: "Asked";
  seat: number;
  to: number;
  place: EscalierDiscPlace;
}

export interface EscalierDeclined {
  type: "Declined";
  seat: number;
}

/** E12: the active player names the last child to be found. */
export interface EscalierNamedLast {
  type: "NamedLast";
  seat: number;
  colour: EscalierColour;
}

export interface EscalierWonPile {
  type: "WonPile";
  seat: number;
  cards: number;
}

/** E9: a riddle is turned while white is empty. */
export interface EscalierNobodyOnWhite {
  type: "NobodyOnWhite";
  seat: number;
}

export interface EscalierGameOver {
  type: "GameOver";
  scores: number[];
  winners: number[];
}

export type EscalierEvent = EscalierStarted | EscalierFlipped | EscalierTurned | EscalierShifted | EscalierSwapped | EscalierGuessed | EscalierAsked | EscalierDeclined | EscalierNamedLast | EscalierWonPile | EscalierNobodyOnWhite | EscalierGameOver;

/** A move, in notation. */
export type EscalierAction = `turn ${EscalierDiscPlace}` | `move ${EscalierDiscPlace}` | `swap ${EscalierDiscPlace} ${EscalierDiscPlace}` | `name ${EscalierColour}` | `ask ${number} about ${EscalierDiscPlace}` | `decline`;

/** What the memory aid marks. */
export type EscalierAid = Record<string, EscalierColour>;

/** Those not given are at their defaults. */
export interface EscalierOptions {
  /** E3: creator or random. */
  start?: "creator" | "random";
  /** E3: a whole number from 0 to 4. */
  creator?: number;
  /** E10: yes or no. */
  risk?: boolean;
  /** E14: yes or no. */
  memory_aid?: boolean;
}

/** What changed in the view. */
export interface ToctoctocChanges extends Partial<ToctoctocView> {
  [part: `houses/${number}`]: ToctoctocHouse;
}

/** What changed in the view. */
export interface ChocottesChanges extends Partial<ChocottesView> {}

/** What changed in the view. */
export interface EscalierChanges extends Partial<EscalierView> {}

/** The settings of a table, which its creator may change between games. */
export interface SettingsOf<G extends GameName> {
  players: number;
  /** the game's own */
  options: GameTypes[G]["options"];
  /** in the public list; else the link or the code is needed */
  listed: boolean;
  /** H3 */
  clock: "day" | "fast" | "hours" | "none" | "relaxed";
  /** talk in free text, not only in pictures */
  free_text: boolean;
  hints: boolean;
}

/** The public state of the table around the game. */
export interface LobbyOf<G extends GameName> {
  code: string;
  game: G;
  settings: SettingsOf<G>;
  stage: "closed" | "dealing" | "lobby" | "over" | "playing";
  /** of the current or last game */
  number: number;
  seats: SeatShown[];
  /** SHA-256 of the sealed secret of the current game, or else of the next one */
  commitment: string;
  /** the first game is a lesson, arranged and not fair; false again when a rematch begins */
  lesson: boolean;
  asking: AskerShown[];
  /** milliseconds until it starts automatically; 0: its creator starts it */
  waits: number;
  /** time of the automatic start, in the table's time; 0: none, as too few are here or ready */
  begins: number;
  /** day of the daily deal; empty at every other table */
  daily: string;
  /** after a game: from when a ready player may start without the others; 0: nobody is ready */
  may_start: number;
  /** after a game: the ready people suggest to play this one next; empty: the same */
  next_game: string;
  /** of each seat: players keep theirs when seats change; empty: that of its own number */
  colours: number[];
  /** follows the code in links, `CODE-KEY`; empty for a table on the client's own device */
  key: string;
}

/** The public part of an update: only changes. */
export interface PublicOf<G extends GameName> {
  /** as a spectator sees them */
  events?: GameTypes[G]["event"][];
  /** changed fields of the view; all of them when a game begins */
  view?: GameTypes[G]["changes"];
  /** changed fields of the lobby */
  lobby?: Partial<LobbyOf<G>>;
  /** by seat, in the table's time */
  deadlines?: Record<string, number>;
  /** end of the snap window */
  window?: number | null;
  /** whether the clocks stand still, while devices reveal events */
  held?: boolean;
  /** milliseconds for which the table waited for slower connections before it judged this throw */
  waited?: number;
  talk?: Talk;
}

/** The private part of an update, for one seat: only changes. */
export interface OwnOf<G extends GameName> {
  seat: number;
  /** instead of the public ones, if this seat sees more */
  events?: GameTypes[G]["event"][];
  view?: Partial<GameTypes[G]["own"]>;
  /** legal actions; they stay until the view says that the seat does not act */
  legal?: GameTypes[G]["action"][];
  /** the memory aid, if the table has it */
  aid?: GameTypes[G]["aid"];
}

export interface UpdateOf<G extends GameName> {
  type: "update";
  version: number;
  /** the table's time */
  at: number;
  public: PublicOf<G>;
  own?: OwnOf<G>[];
  /** of the receiver, whenever seats change */
  seats?: number[];
}

/** Events that were not yet acknowledged; they are shown once. */
export interface MissedOf<G extends GameName> {
  version: number;
  /** None: public */
  seat: number | null;
  events: GameTypes[G]["event"][];
}

/** Everything as it is now: the answer to `hello`. Its size does not grow with the game. */
export interface WelcomeOf<G extends GameName> {
  type: "welcome";
  protocol: number;
  version: number;
  at: number;
  lobby: LobbyOf<G>;
  /** of the receiver */
  seats: number[];
  /** whether the receiver made the table */
  creator: boolean;
  /** the public view of the game */
  view?: GameTypes[G]["view"];
  deadlines?: Record<string, number>;
  window?: number;
  /** whether these clocks stand still */
  held?: boolean;
  /** as in `looking` */
  looking?: number[];
  own?: OwnOf<G>[];
  missed?: MissedOf<G>[];
  recap?: Recap[];
  talk?: Talk[];
  /** as in `warming` */
  warming?: number[];
  /** the receiver's request for a chair, as `lobby.asking` names it */
  asker?: number;
  /** as in `absent` */
  absent?: Absence[];
  /** as in `visitors` */
  visitors?: VisitorShown[];
  /** as in `screens` */
  screens?: number;
  /** as `looking.screen` */
  looking_screen?: boolean;
}

/** A move and the chance outcomes after it; the first frame is the deal. */
export interface FrameOf<G extends GameName> {
  /** number of steps of the record up to here */
  step: number;
  /** that moved */
  seat?: number;
  action?: GameTypes[G]["action"];
  /** left out for the player */
  by?: "clock" | "player" | "stand-in";
  /** as a spectator saw them */
  events?: GameTypes[G]["event"][];
  /** private events and views */
  own?: OwnOf<G>[];
  /** fields of the public view that changed; all of them in the first frame */
  view?: GameTypes[G]["changes"];
  /** all hidden cards, if they changed, in the shape of the memory aid */
  open?: GameTypes[G]["aid"];
}

export interface ReplayOf<G extends GameName> {
  game: G;
  players: ReplayPlayer[];
  options: GameTypes[G]["options"];
  frames: FrameOf<G>[];
  lesson?: boolean;
}

export type MessageOf<G extends GameName> = UpdateOf<G> | WelcomeOf<G> | Looking | Absent | Warming | Visitors | Screens | Notice | Done | Refusal | Hinted | Pong | Bye;

export type Lobby = { [G in GameName]: LobbyOf<G> }[GameName];

export type Update = { [G in GameName]: UpdateOf<G> }[GameName];

export type Welcome = { [G in GameName]: WelcomeOf<G> }[GameName];

export type Message = { [G in GameName]: MessageOf<G> }[GameName];

export type Replay = { [G in GameName]: ReplayOf<G> }[GameName];
