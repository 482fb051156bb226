// What every page does: it tells in which time zone this browser is, and makes the site an app.

// Tells the server by a cookie in which time zone this browser is. Without it the language is a guess.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  const said = `zone=${zone}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${said}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  if (!document.cookie.split("; ").includes(said)) return;
  // On the first page of all, the form to sign up could only guess.
  const place = zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ").replaceAll("/", ", ");
  for (const option of document.querySelectorAll("option[value=auto]")) {
    option.textContent = option.textContent.replace(/: .*/, `: ${place}`);
  }
})();

// A button that is pressed twice sends its form once: the second request would cut off the answer to the first, with
// the cookies in it, and come with a code that is used up or a token that is old.
(() => {
  "use strict";
  const TWICE = 2000, sent = new WeakMap();
  addEventListener("submit", (event) => {
    const { target: form, submitter, timeStamp: at } = event, last = sent.get(form);
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (last?.submitter === submitter && at - last.at < TWICE) event.preventDefault();
    else sent.set(form, { submitter, at });
  });
})();

// The site as an app: its worker, what is kept on this device and for whom, and what a page says without a network.
(() => {
  "use strict";
  const { body } = document;
  const house = navigator.serviceWorker;
  if (!house || body.dataset.owner === undefined) return;
  const owner = body.dataset.owner ?? "";
  const remembered = localStorage.getItem("owner") ?? "";

  // What is kept is for one person; who comes after them finds nothing of it.
  if (!("offline" in body.dataset) && remembered !== owner) {
    caches.delete("boards");
    navigator.clearAppBadge?.().catch(() => {});
    tell(owner ? "forget" : "out");
    localStorage.setItem("owner", owner); // the last of it: there may be no room
  }
  async function tell(kind, which) {
    (await house.getRegistration())?.active?.postMessage({ kind, ...which });
  }
  // It fetches this table once more: after all that the page itself needs.
  if (owner) addEventListener("load", () => house.register("/push-worker.js", { scope: "/" }).catch(() => {}));

  // ---- without a network
  let waits = false; // whether an answer did, when this page last looked
  const unsealed = new Map(); // by table: why the answer that was kept was refused
  const waiting = async () => (await keptAnswers()).filter((each) => !each.refused);
  function keptAnswers() {
    return new Promise((done) => {
      const opening = indexedDB.open("tideweb", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("answers", { keyPath: "code" });
      opening.onerror = () => done([]);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("answers").objectStore("answers").getAll();
        asked.onsuccess = () => { opening.result.close(); done(asked.result); };
      };
    });
  }
  // Its words are kept with the page that is shown where nothing else is.
  async function words() {
    const known = await caches.match("/offline/", { cacheName: "parts" });
    const found = known && new DOMParser().parseFromString(await known.text(), "text/html").getElementById("away");
    if (found && !document.getElementById("away")) body.prepend(document.adoptNode(found)); // it may be by now
    return document.getElementById("away");
  }
  // It is kept when the worker is installed, in the language that the browser asks for.
  async function speak() {
    const known = await caches.match("/offline/", { cacheName: "parts" }), { lang } = document.documentElement;
    if (!known || (await known.text()).includes(`<html lang="${lang}"`)) return;
    const how = { cache: "no-store", credentials: "omit", headers: { "Accept-Language": lang } };
    const answer = await fetch("/offline/", how);
    if (answer.ok) await (await caches.open("parts")).put("/offline/", answer);
  }
  async function say() {
    const all = await keptAnswers(), left = all.filter((each) => !each.refused);
    const { offline } = body.dataset;
    const here = left.filter(at);
    const lost = offline !== undefined || !navigator.onLine;
    const kept = waits = left.length > 0;
    for (const each of here) choose(each.body);
    for (const each of all.filter((it) => it.refused && concerned(it))) hear(each);
    const refused = unsealed.size > 0;
    let away = document.getElementById("away");
    if (!away && (lost || kept || refused)) away = await words();
    if (!away) return;
    away.hidden = !(lost || kept || refused);
    away.querySelector("[data-away=refused]").hidden = !refused;
    if (refused) away.querySelector("[data-away=refused] span").textContent = [...unsealed.values()].join(" ");
    away.querySelector("[data-away=lost]").hidden = !lost;
    away.querySelector("[data-away=kept]").hidden = !kept;
    const time = away.querySelector("time");
    if (offline) time.textContent = moment(new Date(offline));
    time.parentElement.hidden = !offline;
    document.querySelector("#table")?.classList.toggle("kept", here.length > 0);
  }
  function moment(when) {
    const day = when.toDateString() === new Date().toDateString() ? {} : { weekday: "short", day: "numeric", month: "short" };
    const { lang } = document.documentElement; // English as the rest of a page is: "Tue 1 Dec, 15:07"
    return when.toLocaleString(lang === "en" ? "en-GB" : lang, { ...day, hour: "2-digit", minute: "2-digit" });
  }
  // Why the table refused an answer. Where it says nothing, as to somebody signed out, the next page does.
  function hear(answer) {
    const page = new DOMParser().parseFromString(answer.refused, "text/html");
    const why = page.querySelector("div.messages p")?.textContent;
    if (why) unsealed.set(answer.code, at(answer) ? why : `${name(page)}: ${why}`);
    if (!document.hidden) tell("told", { code: answer.code, at: answer.at }); // seen: it need not be kept
  }
  const name = (page) => page.title.replace(/ · Tideweb$/, "");
  // The card that waits is the one that stands chosen.
  function choose(text) {
    const said = new URLSearchParams(text);
    for (const it of document.querySelectorAll("form.play :is([type=radio], [type=checkbox])")) {
      it.checked = said.getAll(it.name).includes(it.value);
    }
  }
  const at = ({ code }) => location.pathname === `/g/${code}/`;
  const concerned = (answer) => at(answer) || location.pathname === "/moves/";
  async function back() {
    const left = await waiting();
    if (left.length) await tell("flush"); // what it says of that, shows the boards concerned anew
    if ("offline" in body.dataset && !left.some(concerned)) anew(document.querySelector("form.play :checked"));
    else say();
  }
  // Not where something is typed or chosen: a board then brings itself up to date around that (live.js). Nor is a form
  // sent again.
  function anew(chosen) {
    const fields = [...document.querySelectorAll("textarea, input[type=text], input[type=email]")];
    if (!chosen && !("unsent" in body.dataset) && !fields.some((it) => it.value !== it.defaultValue)) return location.reload();
    delete body.dataset.offline;
    say();
  }
  house.addEventListener("message", ({ data }) => {
    if (data?.kind !== "sent") return;
    if (concerned(data)) anew();
    else say();
  });
  // The browser may notice nothing: while the house alone is away or too busy, or where a network leads nowhere.
  async function retry() {
    if (document.hidden || !navigator.onLine) return;
    if (waits) tell("flush");
    if (!("offline" in body.dataset)) return;
    const how = { method: "HEAD", cache: "no-store", credentials: "omit", signal: AbortSignal.timeout?.(5000) };
    if ((await fetch("/offline/", how)).ok) back();
  }
  addEventListener("online", back);
  addEventListener("offline", say);
  if (owner || "offline" in body.dataset) setInterval(() => retry().catch(() => {}), 5000);
  if (owner) {
    say();
    if (navigator.onLine) speak().catch(() => {});
    if (navigator.onLine && !("offline" in body.dataset)) waiting().then((left) => { if (left.length) tell("flush"); });
  }

  // ---- the tables that this device still shows
  const list = document.getElementById("kept-boards");
  if (list) caches.open("boards").then((store) => store.keys()).then(async (keys) => {
    for (const key of keys.reverse()) {
      const text = await (await caches.match(key, { cacheName: "boards" })).text();
      const it = document.createElement("li"), way = document.createElement("a");
      way.href = new URL(key.url).pathname;
      way.textContent = name(new DOMParser().parseFromString(text, "text/html"));
      it.append(way);
      list.append(it);
    }
    document.getElementById("no-boards").hidden = keys.length > 0;
  });
})();

// A link is sent as this device sends things, or copied.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-share]")) {
    const { share: url, title, done } = button.dataset;
    if (!navigator.share && !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        if (navigator.share) return await navigator.share({ url, title });
        await navigator.clipboard.writeText(url);
        button.textContent = done;
      } catch { /* they thought better of it */ }
    });
  }
})();
