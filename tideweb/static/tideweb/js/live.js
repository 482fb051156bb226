// An open page follows what happens: it is told that it would show something else by now, fetches itself,
// and exchanges only what differs in its parts marked data-live. What is typed, chosen, focused or
// scrolled is never touched. Without a line for that (server-sent events) it asks from time to time.
(() => {
  "use strict";
  const body = document.body;
  const { live, seen: first } = body.dataset;
  if (!live) return;
  const address = new URL(live, location.href);
  const news = document.getElementById("news");
  const name = document.title;
  const SECOND = 1000, SOON = 5 * SECOND, RARELY = 30 * SECOND, A_MINUTE = 60 * SECOND, A_WHILE = 180 * SECOND, OLD = 300 * SECOND;
  let seen = first, line = null, timer = 0, later = 0, failures = 0, stirred = Date.now(), shown = stirred, tried = 0;
  let busy = false, again = false, over = false, heard = false, pressed = false, held = null;

  // ---- what is new
  const word = (text) => text.split("~")[0];
  function told(now) {
    stirred = Date.now();
    if (now === seen) return;
    const other = word(now) !== word(seen) || now.includes("~") !== seen.includes("~"); // nobody's has no counts
    seen = now;
    count();
    if (other && document.querySelector("[data-live][id]")) renew();
  }
  function count() {
    const [due, unread] = (seen.split("~")[1] ?? "").split(".");
    if (due === undefined || unread === undefined) return;
    for (const [kind, n] of [["due", due], ["unread", unread]]) {
      for (const each of document.querySelectorAll(`[data-count=${kind}]`)) {
        each.hidden = n === "0";
        each.querySelector("b").textContent = n;
      }
    }
    navigator.setAppBadge?.(Number(due)).catch(() => {});
    document.title = (due === "0" ? "" : `(${due}) `) + (body.dataset.title ?? name);
  }
  function asked(way) {
    const url = new URL(way, address);
    url.search = address.search;
    url.searchParams.set("seen", seen);
    return url;
  }

  // An answer may never come, as where the network changes meanwhile: all others would wait for it.
  const fetched = (url, headers) => fetch(url, { cache: "no-store", headers, signal: AbortSignal.timeout?.(RARELY) });

  // ---- by a line, or by asking
  function listen() {
    if (line || over || document.hidden) return;
    tried = Date.now();
    line = new EventSource(asked("stream"));
    line.onopen = () => { failures = 0; heard = true; clearTimeout(timer); body.dataset.line = "open"; };
    line.onmessage = (event) => told(event.lastEventId);
    line.onerror = () => {
      failures += 1;
      if (line && (line.readyState === EventSource.CLOSED || failures > 2)) hush(), ask();
    };
  }
  function hush() {
    line?.close();
    line = null;
    delete body.dataset.line;
  }
  async function ask() {
    clearTimeout(timer);
    let answer = null;
    try {
      answer = await fetched(asked("./"));
      if (answer.status === 200 && !answer.redirected) told(await answer.text());
      const refused = answer.redirected || (answer.status >= 400 && answer.status < 500 && answer.status !== 429);
      if (refused && heard) return part();
      over = refused; // a page that was never answered would be no other if it were loaded again
      heard ||= answer.status < 300;
      if (answer.status < 300 && Date.now() - tried > A_MINUTE) listen(); // it may be there again
    } catch { /* the network is away: asked again */ }
    clearTimeout(timer);
    if (!over && body.dataset.line !== "open") timer = setTimeout(ask, pause(answer));
  }
  function pause(answer) {
    if (document.hidden) return RARELY;
    return Date.now() - stirred > A_WHILE || !answer || answer.status >= 400 ? SOON : SECOND;
  }
  function turn() {
    if (document.hidden) hush();
    else failures = 0, listen();
    if (again && !document.hidden) again = false, renew();
    else refresh();
    ask();
  }
  // "In two hours" becomes wrong though nothing happens.
  function refresh() {
    if (over || document.hidden || Date.now() - shown < OLD || !document.querySelector("[data-live][id]")) return;
    shown = Date.now();
    renew();
  }

  // ---- the page as it is now
  async function renew() {
    if (busy || document.hidden) return void (again = true);
    busy = true;
    try {
      const page = (body.dataset.page ?? location.pathname) + location.search;
      const answer = await fetched(page, { "Tideweb-Live": note() });
      if (answer.ok && !answer.redirected) await exchange(await answer.text());
      if (answer.status >= 500 || answer.status === 429) soon(); // the house is busy
    } catch {
      soon(); // the network is away
    }
    busy = false;
    if (again && !document.hidden) again = false, renew();
  }
  function soon() {
    clearTimeout(later);
    later = setTimeout(renew, SOON);
  }
  // Which page this is, the hand that it tells of or waits for, and whether the talk is in sight.
  function note() {
    const { told: last, hand } = document.getElementById("table")?.dataset ?? {};
    const talk = document.getElementById("said")?.getBoundingClientRect();
    const read = talk && talk.height && talk.bottom > 0 && talk.top < innerHeight;
    return [body.dataset.kind ?? "", last || hand || 0, read ? "read" : ""].join(";");
  }
  async function exchange(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const moved = fresh.getElementById("gone-on");
    if (moved) return leave(moved);
    if (body.dataset.owner !== undefined && fresh.body.dataset.owner !== body.dataset.owner) return part();
    if (!fresh.body.dataset.live) return;
    await calm();
    sign(fresh);
    if (differs(fresh) && !busied()) return anew();
    const focused = document.activeElement;
    keep();
    const before = { ...document.getElementById("table")?.dataset }, { newest } = talk();
    for (const each of fresh.querySelectorAll("[data-live][id]")) {
      const here = document.getElementById(each.id);
      if (here) morph(here, each);
    }
    choose();
    if (Number(talk().newest) > Number(newest ?? 0)) say(talk().new);
    seen = fresh.body.dataset.seen;
    shown = Date.now();
    body.dataset.title = fresh.title;
    count();
    if (focused && !focused.isConnected) document.getElementById("table")?.focus({ preventScroll: true });
    back();
    document.dispatchEvent(new CustomEvent("tideweb:fresh", { detail: before }));
  }
  // A message is told by ear: a sheet that is closed says nothing. Emptied first, so that the same words are said again.
  const talk = () => document.getElementById("said")?.dataset ?? {};
  function say(words) {
    const ear = document.getElementById("talked");
    ear?.replaceChildren();
    setTimeout(() => ear?.replaceChildren(words), 150);
  }
  // What was chosen stays so, also in the next hand of the same table, and over a moment in which nothing can be
  // chosen. "Your moves" has a form for each table, with fields of the same names.
  const chosen = {};
  let at = null;
  const fields = (form) => [...form.querySelectorAll("[type=radio], [type=checkbox]")];
  const forms = () => [...document.querySelectorAll("form.play[id]")].filter((form) => fields(form).length);
  const choice = (it) => `${it.name}=${it.value}`;
  function keep() {
    const here = document.activeElement, shown = forms();
    for (const form of shown) chosen[form.id] = fields(form).filter((it) => it.checked).map(choice);
    const form = shown.find((each) => fields(each).includes(here));
    if (shown.length) at = form ? [form.id, choice(here)] : null;
  }
  // Who was at a card is there again, unless they went elsewhere meanwhile.
  function back() {
    const idle = [body, null, document.getElementById("table")].includes(document.activeElement);
    const form = at && idle && document.getElementById(at[0]);
    if (form) fields(form).find((it) => choice(it) === at[1])?.focus({ preventScroll: true });
  }
  function choose() {
    for (const form of forms()) {
      if (fields(form).some((it) => it.checked)) continue;
      for (const it of fields(form)) it.checked = chosen[form.id]?.includes(choice(it)) ?? false;
    }
  }
  // Whoever signed out and in again meanwhile still sends what they wrote here.
  const TOKEN = "[name=csrfmiddlewaretoken]";
  function sign(fresh) {
    const token = fresh.querySelector(TOKEN)?.value;
    if (token) for (const it of document.querySelectorAll(TOKEN)) it.value = token;
  }
  // Its reader is no longer the one for whom it was made. Of a page in which something is written only that stays.
  function part() {
    const wrote = written();
    if (!wrote.length) return anew();
    stop();
    for (const it of document.querySelectorAll("[data-live][id] *")) {
      if (!wrote.some((each) => it.contains(each) || it.control === each)) it.remove();
    }
    news?.replaceChildren(news.dataset.parted ?? "");
  }
  function anew() {
    stop();
    location.replace((body.dataset.page ?? location.pathname) + location.search);
  }
  function stop() {
    over = true;
    hush();
    clearTimeout(timer);
    clearTimeout(later);
  }
  // In another language, or made for style sheets and scripts that aren't here, as by a newer version of the site.
  const made = (page) => [...page.querySelectorAll("link[rel=stylesheet], script[src]")].map((it) => it.getAttribute("href") ?? it.getAttribute("src"));
  function differs(fresh) {
    const here = made(document);
    return fresh.documentElement.lang !== document.documentElement.lang || made(fresh).some((it) => !here.includes(it));
  }
  const busied = () => document.activeElement?.matches("textarea, select, input:not([type=radio])") || written().length ||
    document.querySelector("form.play :checked");
  const written = () => [...document.querySelectorAll("textarea, input[type=text], input[type=email]")].filter((it) => it.value !== it.defaultValue);
  // A game that began or ended looks otherwise as a whole: only who is in the midst of something is asked.
  function leave(notice) {
    stop();
    const begun = body.dataset.kind === "open";
    const typing = document.activeElement?.matches("input, textarea, select") || written().length;
    if (begun && !typing) location.assign(body.dataset.page);
    else news?.replaceChildren(document.adoptNode(notice));
  }
  // Not under a finger, and not in the midst of a scene.
  async function calm() {
    for (let left = 20; left && (pressed || body.classList.contains("turning")); left -= 1) await new Promise((go) => { held = go; setTimeout(go, 250); });
  }
  addEventListener("pointerdown", () => { pressed = true; stirred = Date.now(); }, true);
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    addEventListener(end, () => { pressed = false; held?.(); }, true);
  }
  addEventListener("keydown", () => { stirred = Date.now(); }, true);

  // ---- one element made like another, without touching what is alike
  function key(node) {
    if (node.nodeType !== 1 || node.namespaceURI !== body.namespaceURI) return "";
    if (node.id) return `#${node.id}`;
    if (node.dataset.key) return `=${node.dataset.key}`;
    if (node.matches("section[aria-labelledby]")) return `@${node.getAttribute("aria-labelledby")}`; // by its heading
    const field = node.matches("input, select, textarea, button") ? node : node.matches("label, li") && node.querySelector(":scope > input");
    return field ? `${field.name}=${/radio|checkbox/.test(field.type) ? field.value : ""}` : "";
  }
  const alike = (a, b) => a.nodeName === b.nodeName && key(a) === key(b);
  function morph(old, fresh) {
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) old.data = fresh.data;
    } else if (!old.isEqualNode(fresh)) {
      attributes(old, fresh);
      children(old, fresh);
    }
  }
  function attributes(old, fresh) {
    for (const { name: it, value } of fresh.attributes) if (old.getAttribute(it) !== value && it !== "open") old.setAttribute(it, value);
    for (const { name: it } of [...old.attributes]) {
      if (!fresh.hasAttribute(it) && it !== "open" && it !== "checked") old.removeAttribute(it);
    }
  }
  function children(old, fresh) {
    const wanted = new Set([...fresh.childNodes].map(key).filter(Boolean));
    let here = old.firstChild;
    for (const each of [...fresh.childNodes]) {
      let found = here;
      while (found && !alike(found, each)) found = !key(each) && wanted.has(key(found)) ? null : found.nextSibling;
      if (found) {
        while (here !== found) here = dropped(here);
        morph(found, each);
        here = found.nextSibling;
      } else old.insertBefore(document.importNode(each, true), here); // a copy: a part may lie in another
    }
    while (here) here = dropped(here);
  }
  function dropped(node) {
    const next = node.nextSibling;
    if (!(node.nodeType === 1 && node.hasAttribute("data-keep"))) node.remove();
    return next;
  }

  document.addEventListener("visibilitychange", turn);
  // Another tab has signed somebody in or out (app.js).
  addEventListener("storage", (event) => { if (event.key === "owner" && !over) renew(); });
  addEventListener("pagehide", () => { hush(); clearTimeout(timer); });
  addEventListener("pageshow", (event) => { if (event.persisted) turn(); });
  setInterval(refresh, RARELY);
  count();
  if (document.hidden) ask();
  else listen();
})();
