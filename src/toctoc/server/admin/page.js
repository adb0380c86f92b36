/** The host's page. The token stays in this page's memory: a reload asks for it again. */

const words = JSON.parse(document.getElementById("words").textContent);
const language = document.documentElement.lang;
const [door, inside, said, list] = ["door", "inside", "said", "tables"].map((id) => document.getElementById(id));
const EVERY = 5_000; // milliseconds between two looks at the load
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
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
let before = null; // the load as it was at the last look
let watching;

const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const number = (value, digits = 0) => value.toLocaleString(language, { maximumFractionDigits: digits });

function ago(seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / size), unit);
}

/** Ask the server; what is refused is said, and null comes back. */
async function ask(method, path, body) {
  let code = "offline";
  try {
    const answer = await fetch(`/api/admin/${path}`, {
      method,
      credentials: "omit",
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    if (answer.ok) return answer;
    code = (await answer.json()).code;
  } catch {
    // no answer, or none of ours
  }
  said.textContent = code in TROUBLE ? say(TROUBLE[code]) : say("admin.trouble", { code });
  return null;
}

/** Ask whoever is here once more, before something is done for good. */
function isSure(question) {
  const sure = document.getElementById("sure");
  document.getElementById("question").textContent = question;
  sure.returnValue = "";
  sure.showModal();
  return new Promise((answer) => {
    sure.onclose = () => answer(sure.returnValue === "yes");
  });
}

function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

function showLoad(now) {
  const seconds = before ? now.at - before.at : 0;
  const rate = (name) => (seconds > 0 ? number(Math.max(0, now[name] - before[name]) / seconds, 1) : "–");
  const { quick, search, hint, analysis } = now.waiting;
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
    ["admin.waiting-analysis", number(analysis)],
  ];
  const boxes = shown.map(([key, value]) => {
    const box = element("div", "");
    box.append(element("dt", say(key)), element("dd", value));
    return box;
  });
  document.getElementById("load").replaceChildren(...boxes);
  before = now;
}

function showTables({ tables, more }) {
  list.replaceChildren(...tables.map(row));
  document.getElementById("none").hidden = tables.length > 0;
  document.getElementById("more").textContent = more > 0 ? say("admin.more", { n: number(more) }) : "";
}

function row(table) {
  const { code } = table;
  const about = element("p", "");
  const parts = [
    words[`title.${table.game}`] ?? table.game,
    say(table.people > 0 ? "admin.is-awake" : "admin.is-asleep"),
    say("admin.people-here", { n: number(table.people) }),
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

function button([short, whole], code, onclick) {
  const made = element("button", say(short), { className: "quiet", onclick });
  made.setAttribute("aria-label", say(whole, { code }));
  return made;
}

async function save(code) {
  const answer = await ask("GET", `tables/${encodeURIComponent(code)}/record`);
  if (!answer) return;
  const href = URL.createObjectURL(await answer.blob());
  const [, download] = /filename="(.*)"/.exec(answer.headers.get("Content-Disposition"));
  element("a", "", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

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

door.onsubmit = async (event) => {
  event.preventDefault();
  said.textContent = "";
  const field = document.getElementById("token");
  token = field.value.trim();
  if (!(await lookAtLoad())) return;
  field.value = "";
  door.hidden = true;
  inside.hidden = false;
  await lookAtTables();
  watching ??= setInterval(lookAtLoad, EVERY);
};

document.getElementById("message").onsubmit = async (event) => {
  event.preventDefault();
  const field = document.getElementById("text");
  const answer = await ask("POST", "message", { text: field.value });
  if (!answer) return;
  field.value = "";
  said.textContent = say("admin.told", { tables: number((await answer.json()).tables) });
};

document.getElementById("forget").onsubmit = async (event) => {
  event.preventDefault();
  const field = document.getElementById("code");
  const code = field.value.trim();
  if (!(await isSure(say("admin.remove-sure", { code })))) return;
  if (!(await ask("DELETE", `tables/${encodeURIComponent(code)}`))) return;
  field.value = "";
  said.textContent = say("admin.removed", { code });
  await lookAtTables();
};

document.getElementById("refresh").onclick = lookAtTables;
for (const id of ["yes", "no"]) {
  document.getElementById(id).onclick = () => document.getElementById("sure").close(id);
}
