// Keys, and pages that follow what is written elsewhere. Without it every page works by its forms.

const main = () => document.getElementById("main");
const isTyping = () => document.activeElement?.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
const isDirty = () => [...main().querySelectorAll("input:not([type=hidden]), textarea")].some((field) =>
  ["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

// --- live: another page or terminal wrote something ---------------------------------------------

let known = document.body.dataset.mark;
let sending = 0;

async function refresh() {
  if (sending) return;
  const open = new Set([...main().querySelectorAll("details[open]")].map((each) => each.querySelector("summary").textContent));
  const answer = await fetch(address(), { headers: { accept: "text/html" } });
  if (answer.status === 401) return location.reload();
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.getElementById("main");
  if (!next) return;
  if (sending) return;
  if (isTyping() || isDirty()) return offer();
  put(fresh, open);
}

function put(fresh, open) {
  const place = current;
  swap(fresh.getElementById("main"), open);
  for (const part of [".top nav", ".top .focus"]) document.querySelector(part)?.replaceWith(fresh.querySelector(part));
  point(place);
}

function swap(next, open) {
  if (next.innerHTML === main().innerHTML) return;
  for (const each of next.querySelectorAll("details")) {
    if (open.has(each.querySelector("summary").textContent)) each.open = true;
  }
  main().replaceWith(next);
  next.classList.add("fresh");
}

function offer() {
  if (document.getElementById("changed")) return;
  const line = document.createElement("p");
  line.id = "changed";
  line.className = "said";
  line.append("Something changed meanwhile. ");
  const link = document.createElement("a");
  link.href = address();
  link.textContent = "Show it";
  line.append(link);
  saidPlace().append(line);
}

const saidPlace = () => document.querySelector(".said-place");

function say(id, kind, text) {
  const line = document.createElement("p");
  line.id = id;
  line.className = kind;
  line.textContent = text;
  document.getElementById(id)?.remove();
  saidPlace().append(line);
}

const address = () => clean(location.href);

function clean(full) {
  const here = new URL(full);
  here.searchParams.delete("said");
  return here.pathname + here.search;
}

function listen() {
  const events = new EventSource(document.body.dataset.events);
  events.addEventListener("open", () => document.getElementById("lost")?.remove());
  events.addEventListener("written", (event) => {
    if (known !== event.data && known !== "0") refresh().catch(() => {});
    known = event.data;
  });
  // A browser that gave up is asked again: the server may only have been started anew.
  events.addEventListener("error", () => {
    if (!leaving) say("lost", "problem", "The connection is lost: this page may be out of date. It looks for the server by itself.");
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

let leaving = false;
window.addEventListener("beforeunload", () => { leaving = true; });
window.addEventListener("pageshow", () => { leaving = false; });

// --- an answer shows at once; what cannot be undone waits for the server --------------------------

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (event.defaultPrevented || !form.matches("[data-quick], [data-at-once]") || button?.hasAttribute("formaction")) return;
  const chosen = taken(form, button);
  if (!chosen || sending) return sending ? event.preventDefault() : undefined;
  event.preventDefault();
  send(form, new URLSearchParams(new FormData(form, button)), chosen);
});

// What was chosen, in words; empty where the form goes its ordinary way.
function taken(form, button) {
  const own = form.querySelector("[name=words]")?.value.trim();
  if (own) return own;
  if (form.matches("[data-quick]")) return button?.dataset.label ?? "";
  const option = form.querySelector("[name=choice]:checked")?.closest(".option");
  return option && !option.matches(".final") ? option.dataset.label : "";
}

async function send(form, fields, chosen) {
  sending += 1;
  const row = form.closest(".row") ?? form;
  row.classList.add("chosen");
  for (const each of form.querySelectorAll("button")) each.disabled = true;
  document.querySelector("body > .problem")?.remove();
  saidPlace().replaceChildren();
  say("chosen", "said", `Chosen: “${chosen}”. It is being written down …`);
  let isOld = false;
  try {
    isOld = await came(form, await fetch(form.action, { method: "POST", body: fields, headers: { accept: "text/html" } }));
  } catch {
    back(form, "Not done. The server does not answer; what you chose is still here and can be sent again.");
  }
  sending -= 1;
  if (isOld) refresh().catch(() => {});
}

// The page that came of it; true when the one that stands here is to be fetched again.
async function came(form, answer) {
  if (answer.status === 401) return location.reload(), false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const problem = fresh.querySelector("body > .problem, main > .problem");
  const isPage = fresh.querySelector(".said-place") !== null;
  if (!isPage || (problem && form.matches("[data-quick]"))) {
    return back(form, problem?.textContent ?? `Not done. The server said ${answer.status}.`), isPage;
  }
  saidPlace().replaceChildren(...fresh.querySelector(".said-place").childNodes);
  if (problem) saidPlace().after(problem);
  else history.replaceState(null, "", clean(answer.url));
  put(fresh, new Set());
  if (form.matches("[data-at-once]")) window.scrollTo(0, 0);
  known = fresh.body.dataset.mark;
  return false;
}

// As it was before: the form can be sent again, and what was typed is still there.
function back(form, why) {
  (form.closest(".row") ?? form).classList.remove("chosen");
  for (const each of form.querySelectorAll("button")) each.disabled = false;
  document.getElementById("chosen")?.remove();
  say("refused", "problem", why);
}

// --- keys ---------------------------------------------------------------------------------------

let current = -1;
const rows = () => [...main().querySelectorAll("[data-rows] > .row")];

function point(place) {
  const all = rows();
  for (const row of all) row.classList.remove("current");
  if (place < 0 || !all.length) return;
  current = Math.min(place, all.length - 1);
  all[current].classList.add("current");
  all[current].scrollIntoView({ block: "nearest" });
  all[current].querySelector(".lead")?.focus({ preventScroll: true });
}

function press(key) {
  const form = main().querySelector("[data-answer]");
  if (key === "j" || key === "k") return point(Math.max(0, current + (key === "j" ? 1 : -1))), true;
  if (key === "n") return focusOn(main().querySelector("#note"));
  if (key === "h" && main().querySelector("[data-hold]")) return main().querySelector("[data-hold]").click(), true;
  if (form) return choose(form, key);
  const quick = rows()[current]?.querySelector(`[data-quick] [data-key="${CSS.escape(key)}"]`);
  if (quick) return quick.click(), true;
  return false;
}

function choose(form, key) {
  const option = form.querySelector(`input[data-key="${CSS.escape(key)}"]`);
  if (!option) return false;
  option.checked = true;
  const label = option.closest(".option").querySelector("input[name^=label]");
  (label ?? form.querySelector("button.primary")).focus();
  return true;
}

function focusOn(field) {
  field?.focus();
  return Boolean(field);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping() || event.key.length !== 1) return;
  if (press(event.key)) event.preventDefault();
});

// --- a table of options: what clashes is said while one decides -----------------------------------

function look(form) {
  const lines = [...form.querySelectorAll("tr[data-key]")];
  const of = (line) => line.querySelector("input[type=radio]:checked")?.value ?? "";
  const chosen = new Map(lines.map((line) => [line.dataset.key, of(line)]));
  const all = [];
  for (const line of lines) {
    const key = line.dataset.key;
    const mine = chosen.get(key) !== "include" ? [] : [
      ...JSON.parse(line.dataset.requires).filter((other) => chosen.get(other) !== "include").map((other) => `${key} needs ${other}`),
      ...JSON.parse(line.dataset.conflicts).filter((other) => chosen.get(other) === "include").map((other) => `${key} excludes ${other}`),
    ];
    line.querySelector("[data-trouble]").textContent = mine.join("; ");
    all.push(...mine);
  }
  const decided = [...chosen.values()].filter((value) => ["include", "defer", "cut"].includes(value)).length;
  main().querySelector("[data-decided]").textContent = `${decided} of ${chosen.size} decided`;
  const place = main().querySelector("[data-warnings]");
  place.className = all.length ? "problem" : "";
  place.textContent = all.join("; ");
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-scope]");
  if (form) look(form);
});

// A sentence that was said once is not said again when the page is loaded anew.
if (location.search.includes("said=")) history.replaceState(null, "", address() + location.hash);
listen();
