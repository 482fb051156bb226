/* The service worker. It keeps the last boards of whoever is signed in, shows them where no network is, keeps an
   answer that was sealed there until it is back, and shows what is pushed. Pages come from the network whenever it
   can be reached: nothing that is kept ever stands in the way of what is new. */
"use strict";
const BOARDS = "boards", PARTS = "parts", MOST = { [BOARDS]: 24, [PARTS]: 120 };
const OFFLINE = "/offline/";
const HASHED = /^\/static\/.*\.[0-9a-f]{12}\.\w+$/;
const BOARD = /^\/(moves|g\/[^/]+)\/$/;
const SEAL = /^\/g\/([^/]+)\/bid\/$/;
const OURS = /<body[^>]* data-owner="/; // a page of the house
const AHEAD = { headers: { "Tideweb-Ahead": "1" } }; // nobody looks at it: a worker can't say "Sec-Purpose"
const LEAVE = /^\/account\/(logout|login)\/$/, OUT = /logout/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(shell().catch(() => {})); // what is missing is fetched when it is looked at
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// ---- what is shown without a network
async function shell() {
  const answer = await fetch(OFFLINE, { cache: "no-store", credentials: "omit" }); // nobody's own
  if (answer.ok) await whole(PARTS, OFFLINE, answer);
  for (const each of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    const { pathname } = new URL(each.url);
    if (!BOARD.test(pathname)) continue;
    const board = await fetch(pathname, AHEAD);
    if (board.ok && !board.redirected) await whole(BOARDS, pathname, dated(board));
  }
}
// A page, and what it is drawn with.
async function whole(where, key, answer) {
  const text = await answer.clone().text(), store = await caches.open(PARTS);
  if (!text.includes("<body")) return; // a note for an open page (live.js): nothing to be shown by itself
  await keep(where, key, answer);
  const names = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((each) => each[1]);
  await Promise.all(names.map(async (name) => (await store.match(name)) || store.add(name)));
}
async function keep(where, key, answer) {
  const store = await caches.open(where);
  await store.delete(key);
  await store.put(key, answer);
  const keys = await store.keys();
  await Promise.all(keys.slice(0, -MOST[where]).filter((each) => !each.url.endsWith(OFFLINE)).map((each) => store.delete(each)));
}
self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const code = request.method === "POST" && request.mode === "navigate" && SEAL.exec(url.pathname)?.[1];
  if (code) event.respondWith(sealed(request, code));
  else if (request.method === "POST" && LEAVE.test(url.pathname)) event.respondWith(left(request));
  else if (request.method === "POST" && request.mode === "navigate") event.respondWith(sent(request));
  else if (request.method !== "GET") return;
  else if (url.pathname.startsWith("/static/")) event.respondWith(part(event, url));
  else if (request.mode === "navigate" || BOARD.test(url.pathname)) event.respondWith(page(event, url));
});
async function part(event, url) {
  const { request } = event;
  const known = await caches.match(request, { cacheName: PARTS });
  if (known && HASHED.test(url.pathname)) return known;
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(PARTS, request, answer.clone()).catch(() => {})); // no room: shown all the same
    return answer;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && !answer.redirected && BOARD.test(url.pathname) && !url.search) {
      event.waitUntil(whole(BOARDS, url.pathname, dated(answer.clone())).catch(() => {}));
    }
    return answer;
  } catch (error) {
    const known = await caches.match(url.pathname, { cacheName: BOARDS });
    if (event.request.mode !== "navigate") throw error;
    const shown = known ?? await caches.match(OFFLINE, { cacheName: PARTS });
    return shown ? offline(shown) : Response.error();
  }
}
function dated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Kept-At", new Date().toISOString());
  return new Response(answer.body, { status: answer.status, headers });
}
// The page as it was, which says so itself (app.js).
async function offline(known, change = (text) => text) {
  const text = change(await known.text()), at = known.headers.get("Kept-At") ?? "";
  return new Response(text.replace("<body", `<body data-offline="${at}"`), { headers: known.headers });
}
// Any other form is not kept, as nobody knows whether it arrived: what was written in it is shown, to be sent again. What
// another site sent isn't theirs.
async function sent(request) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch (error) {
    const shown = await caches.match(OFFLINE, { cacheName: PARTS });
    if (!shown) throw error;
    return offline(shown, await unsent(copy));
  }
}
async function unsent(request) {
  const form = await request.formData(), ours = request.referrer.startsWith(`${self.location.origin}/`);
  const from = new URL(ours ? request.referrer : "/moves/", self.location.origin);
  return (page) => {
    const names = /data-texts="([^"]*)"/.exec(page)?.[1].split(" ") ?? []; // and no others: they may be secret
    const text = ours ? names.flatMap((name) => form.getAll(name)).filter(Boolean).join("\n\n") : "";
    const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const [before, part, after] = page.split(/(<div id="unsent"[^]*?<\/a>)/);
    if (!part) return page; // kept before it could say so
    const shown = part.replace(" hidden", "").replace(/href="[^"]*"/, () => `href="${from.pathname}${from.search}"`);
    const whole = text ? shown.replace(" hidden", "").replace("readonly>", () => `readonly>\n${safe}`) : shown;
    return before.replace("<body", "<body data-unsent") + whole + after;
  };
}
// Whoever signs in or out leaves nothing of theirs on this device; after signing out nothing is pushed to it either.
async function left(request) {
  const answer = await sent(request);
  if (answer.type !== "opaqueredirect") return answer; // refused, or not arrived: they still are who they were
  if (OUT.test(new URL(request.url).pathname)) {
    await self.registration.pushManager?.getSubscription().then((each) => each?.unsubscribe()).catch(() => {});
  }
  await forget();
  return answer;
}
function forget() {
  unshow().catch(() => {});
  return Promise.all([caches.delete(BOARDS), keptAnswers("readwrite", (store) => store.clear())]);
}
async function unshow() {
  if (self.Notification?.permission !== "granted") return; // none can be there
  for (const each of await self.registration.getNotifications()) each.close();
}

// ---- an answer that waits for the network
function keptAnswers(mode, work) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("tideweb", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("answers", { keyPath: "code" });
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const task = opening.result.transaction("answers", mode);
      const asked = work(task.objectStore("answers"));
      task.oncomplete = () => { opening.result.close(); done(asked.result); };
      task.onabort = () => { opening.result.close(); failed(task.error); }; // also where there is no room
    };
  });
}
async function sealed(request, code) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch {
    const body = await copy.text();
    await keptAnswers("readwrite", (store) => store.put({ code, body, at: Date.now() }));
    await self.registration.sync?.register("answers").catch(() => {});
    const from = new URLSearchParams(body).get("from") === "moves" ? "/moves/" : `/g/${code}/`;
    return Response.redirect(from, 303);
  }
}
// Each is sent once: the server refuses what is past, or what was changed elsewhere meanwhile. Such a page stays here
// until somebody has seen why (app.js): it may be that nobody looks while it is sent.
let sending = null;
function flush() {
  sending ??= send().finally(() => { sending = null; });
  return sending;
}
async function send() {
  const waiting = await keptAnswers("readonly", (store) => store.getAll());
  let left = 0;
  for (const { code, body, at, refused } of waiting) {
    if (refused) continue;
    const answer = await fetch(`/g/${code}/bid/`, {
      method: "POST", body, redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    const sealed = answer.type === "opaqueredirect", page = sealed ? "" : await answer.text();
    const busy = answer.status >= 500 || answer.status === 429;
    if (busy || !(sealed || OURS.test(page))) { left += 1; continue; } // or something else answered: later
    await over(code, at, page);
    await tell({ kind: "sent", code });
  }
  if (left) throw new Error("some still wait"); // so that the browser tries again by itself
}
// Unless another one was kept at this table meanwhile.
function over(code, at, refused) {
  return keptAnswers("readwrite", (store) => {
    const asked = store.get(code);
    asked.onsuccess = () => {
      if (asked.result?.at !== at) return;
      if (refused) store.put({ code, at, refused });
      else store.delete(code);
    };
    return asked;
  });
}
async function tell(what) {
  for (const each of await self.clients.matchAll({ includeUncontrolled: true })) each.postMessage(what);
}
self.addEventListener("sync", (event) => { if (event.tag === "answers") event.waitUntil(flush()); });
self.addEventListener("message", (event) => {
  const { kind, code, at } = event.data ?? {};
  if (kind === "flush") event.waitUntil(flush().catch(() => {}));
  if (kind === "told") event.waitUntil(over(code, at));
  if (kind === "forget") event.waitUntil(forget());
  if (kind === "out") event.waitUntil(flush().catch(() => {}).then(forget)); // the house keeps it until they are back
});

// ---- what is pushed
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = told.notification ?? {};
  event.waitUntil(Promise.all([
    self.registration.showNotification(shown.title || "Tideweb", {
      body: shown.body || "", tag: shown.tag, lang: shown.lang, badge: shown.badge, icon: shown.icon,
      actions: (shown.actions ?? []).map(({ action, title }) => ({ action, title })),
      data: { url: shown.navigate || "/notices/", plan: shown.data?.plan },
    }),
    told.app_badge === undefined ? null : self.navigator.setAppBadge?.(Number(told.app_badge)).catch(() => {}),
  ]));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url: wanted, plan } = event.notification.data;
  const url = new URL(wanted, self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(event.action === "plan" && plan ? play(url, plan) : show(url));
});
async function show(url) {
  const open = (await self.clients.matchAll({ type: "window" })).find((each) => new URL(each.url).pathname === url.pathname);
  return open ? open.focus() : self.clients.openWindow(url.href);
}
// The plan answers this hand without a page; whatever is in its way, the table says.
async function play(url, plan) {
  try {
    const table = await (await fetch(url.pathname, AHEAD)).text();
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(table)?.[1];
    const answer = await fetch(plan, {
      method: "POST", redirect: "manual", body: new URLSearchParams({ csrfmiddlewaretoken: token ?? "" }),
    });
    if (answer.type !== "opaqueredirect") await show(url); // once answered, it leads to the table
  } catch {
    await show(url);
  }
}
