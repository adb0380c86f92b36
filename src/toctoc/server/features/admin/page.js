/** The host's page. The token stays in this page's memory: a reload asks for it again. */

/** @typedef {string | { one: string, other: string }} Text which form, the number `n` says */
/** @typedef {{ quick: number, search: number, hint: number, replay: number, background: number }} Waiting */
/** @typedef {{ people: number, connections: number, tables_awake: number, games: number, failed: number }} Now */
/** @typedef {Now & { at: number, steps: number, commits: number, waiting: Waiting }} Load */
/** @typedef {{ code: string, game: string, people: number, quiet_seconds: number, listed: boolean }} Table */

/** @type {Record<string, Text>} */
const words = JSON.parse(found("words", HTMLScriptElement).text);
const language = document.documentElement.lang;
const forms = new Intl.PluralRules(language);
const door = found("door", HTMLElement);
const inside = found("inside", HTMLElement);
const said = found("said", HTMLElement);
const list = found("tables", HTMLElement);
const EVERY = 5_000; // milliseconds between two looks at the load
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
/** @type {Record<string, string>} */
const TROUBLE = {
  "admin/token": "admin.wrong",
  "request/too-many": "admin.wait",
  "table/unknown": "admin.unknown",
  "table/guessing": "admin.wait",
  "table/closed": "admin.is-closed",
  "record/not-over": "admin.no-record",
  "text/unprintable": "admin.bad-text",
  "store/stale": "admin.elsewhere",
};

let token = "";
/** @type {Load | null} */
let before = null; // as it was at the last look
/** @type {number | undefined} */
let watching;

/**
 * The element with an id, which is of this kind.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 */
function found(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

/** @param {number} value */
const number = (value, digits = 0) => value.toLocaleString(language, { maximumFractionDigits: digits });

/**
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
function say(key, values = {}) {
  const text = words[key] ?? key;
  const form = typeof text === "string" ? text : forms.select(Number(values["n"])) === "one" ? text.one : text.other;
  return form.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? number(value) : value;
  });
}

/** @param {number} seconds */
function ago(seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / size), unit);
}

/**
 * Ask the server; what is refused is said, and null comes back.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function ask(method, path, body) {
  let code = "offline";
  try {
    const answer = await fetch(`/api/admin/${path}`, {
      method,
      credentials: "omit",
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      body: body ? JSON.stringify(body) : null,
    });
    if (answer.ok) return answer;
    code = String((await answer.json()).code);
  } catch {
    // no answer, or none of ours
  }
  const trouble = TROUBLE[code];
  said.textContent = trouble ? say(trouble) : say("admin.trouble", { code });
  return null;
}

/**
 * Ask whoever is here once more, before something is done for good.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
function isSure(question) {
  const sure = found("sure", HTMLDialogElement);
  found("question", HTMLElement).textContent = question;
  sure.returnValue = "";
  sure.showModal();
  return new Promise((answer) => {
    sure.onclose = () => answer(sure.returnValue === "yes");
  });
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} text
 * @param {Partial<HTMLElementTagNameMap[T]>} more
 */
function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

/** @param {Load} now */
function showLoad(now) {
  const last = before ?? now;
  const seconds = now.at - last.at;
  /** @param {"steps" | "commits"} name */
  const rate = (name) => (seconds > 0 ? number(Math.max(0, now[name] - last[name]) / seconds, 1) : "–");
  const { quick, search, hint, replay, background } = now.waiting;
  /** @type {[string, string][]} */
  const shown = [
    ["admin.people", number(now.people)],
    ["admin.connections", number(now.connections)],
    ["admin.awake", number(now.tables_awake)],
    ["admin.games", number(now.games)],
    ["admin.steps", rate("steps")],
    ["admin.commits", rate("commits")],
    ["admin.failed", number(now.failed)],
    ["admin.waiting", number(quick + search)],
    ["admin.waiting-hint", number(hint)],
    ["admin.waiting-replay", number(replay)],
    ["admin.waiting-analysis", number(background)],
  ];
  const boxes = shown.map(([key, value]) => {
    const box = element("div", "");
    box.append(element("dt", say(key)), element("dd", value));
    return box;
  });
  found("load", HTMLElement).replaceChildren(...boxes);
  before = now;
}

/** @param {{ tables: Table[], more: number }} shown */
function showTables({ tables, more }) {
  list.replaceChildren(...tables.map(row));
  found("none", HTMLElement).hidden = tables.length > 0;
  found("more", HTMLElement).textContent = more > 0 ? say("admin.more", { n: more }) : "";
}

/** @param {Table} table */
function row(table) {
  const { code } = table;
  const about = element("p", "");
  const parts = [
    `title.${table.game}` in words ? say(`title.${table.game}`) : table.game,
    say(table.people > 0 ? "admin.is-awake" : "admin.is-asleep"),
    say("admin.people-here", { n: table.people }),
    say("admin.last-move", { when: ago(table.quiet_seconds) }),
    ...(table.listed ? [say("admin.listed")] : []),
  ];
  about.append(element("strong", code), parts.join(" · "));
  const made = element("li", "", { className: "table" });
  made.append(
    about,
    button(["admin.record-short", "admin.record"], code, () => save(code)),
    button(["admin.close-short", "admin.close"], code, () => close(code)),
  );
  return made;
}

/**
 * @param {[string, string]} keys what it says, and what it says aloud
 * @param {string} code
 * @param {() => void} onclick
 */
function button([short, whole], code, onclick) {
  const made = element("button", say(short), { className: "quiet", onclick });
  made.setAttribute("aria-label", say(whole, { code }));
  return made;
}

/** @param {string} code */
async function save(code) {
  const answer = await ask("GET", `tables/${encodeURIComponent(code)}/record`);
  if (!answer) return;
  const href = URL.createObjectURL(await answer.blob());
  const download = /filename="(.*)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? code;
  element("a", "", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** @param {string} code */
async function close(code) {
  if (!(await isSure(say("admin.close-sure", { code })))) return;
  if (await ask("POST", `tables/${encodeURIComponent(code)}/close`)) said.textContent = say("admin.closed", { code });
  await lookAtTables();
}

async function lookAtTables() {
  const answer = await ask("GET", "tables");
  if (answer) showTables(await answer.json());
}

async function lookAtLoad() {
  if (document.hidden) return true;
  const answer = await ask("GET", "load");
  if (answer) showLoad(await answer.json());
  return answer !== null;
}

door.onsubmit = async (/** @type {Event} */ event) => {
  event.preventDefault();
  said.textContent = "";
  const field = found("token", HTMLInputElement);
  token = field.value.trim();
  if (!(await lookAtLoad())) return;
  field.value = "";
  door.hidden = true;
  inside.hidden = false;
  await lookAtTables();
  watching ??= setInterval(lookAtLoad, EVERY);
};

found("message", HTMLElement).onsubmit = async (event) => {
  event.preventDefault();
  const field = found("text", HTMLInputElement);
  const answer = await ask("POST", "message", { text: field.value });
  if (!answer) return;
  field.value = "";
  said.textContent = say("admin.told", { tables: Number((await answer.json()).tables) });
};

found("forget", HTMLElement).onsubmit = async (event) => {
  event.preventDefault();
  const field = found("code", HTMLInputElement);
  const code = field.value.trim();
  if (!(await isSure(say("admin.remove-sure", { code })))) return;
  if (!(await ask("DELETE", `tables/${encodeURIComponent(code)}`))) return;
  field.value = "";
  said.textContent = say("admin.removed", { code });
  await lookAtTables();
};

found("refresh", HTMLElement).onclick = lookAtTables;
for (const id of ["yes", "no"]) {
  found(id, HTMLElement).onclick = () => found("sure", HTMLDialogElement).close(id);
}
