// The hand that was turned since the reader last looked, as a scene of about two seconds: cards turn, tides go to
// their takers and the water rises; a trick is taken; a ship fires. The page is the end of it already: what plays
// here lies over it and goes, by itself or at any key or tap. For who wants no motion there is none.
(() => {
  "use strict";
  const { body } = document;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const table = () => document.getElementById("table");
  const easy = "cubic-bezier(.5, 0, .2, 1)";
  let end = null;

  function make(name, css, ...inside) {
    const it = document.createElement(name);
    it.className = css;
    it.append(...inside);
    return it;
  }
  // What moves comes to rest by itself: before and after it the page is as it is.
  function move(it, frames, delay, duration, how = {}) {
    return it.animate(frames, { delay, duration, easing: easy, fill: "backwards", ...how });
  }
  const centre = (it) => {
    const box = it.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const seat = (number) => document.querySelector(`#table .berth[data-seat="${number}"]`) ??
    document.querySelector(`#table .seat-${number}`)?.closest("li");
  function copy(it) {
    const twin = it.cloneNode(true);
    for (const each of [twin, ...all("[id]", twin)]) each.removeAttribute("id");
    return twin;
  }
  // A card with its back, turned over after so many milliseconds.
  function turned(card, at, moving) {
    const flip = make("span", "flip", card, make("span", "back"));
    moving.push(() => move(flip, [{ transform: "rotateY(180deg)" }, { transform: "rotateY(90deg) translateY(-10px)" }, { transform: "none" }], at, 380));
    return flip;
  }

  // ---- the three games: what lies on the stage, and how it moves
  const SCENES = {
    tide(spec, stage, moving) {
      const rows = all("#told .bids > li");
      const up = make("div", "tides-up"), cards = make("ol", "");
      rows.forEach((row, place) => {
        const card = row.querySelector(".wx"), tide = row.querySelector(".took svg, .td");
        const did = make("span", "did", row.querySelector("p")?.textContent ?? "");
        const flip = card ? [turned(copy(card), 80 + 160 * place, moving)] : [];
        cards.append(make("li", "", ...flip, ...name(seat(spec.seats[place])?.querySelector(".nm-text")), did));
        moving.push(() => move(did, [{ opacity: 0 }, {}], 1250, 250));
        if (tide && spec.takers[place]) {
          const flies = make("span", "", copy(tide));
          up.append(flies);
          moving.push(() => fly(flies, seat(spec.takers[place]), 850 + 120 * up.childElementCount));
        }
      });
      stage.append(up, cards);
      for (const [number, was, now] of spec.levels) moving.push(...flood(seat(number), was, now));
      for (const number of spec.pay) moving.push(...fall(seat(number)));
      return 2300;
    },
    trick(spec, stage, moving) {
      const cards = make("ol", "");
      const to = spec.winner ? seat(spec.winner) : null;
      all("#told .trickrow .trick > li").forEach((play, place) => {
        const card = play.querySelector(".card, svg:not(.who svg)");
        const wins = Boolean(play.querySelector(".cap.good"));
        const flip = card ? [turned(copy(card), 60 + 130 * place, moving)] : [];
        const it = make("li", "", ...flip, ...name(play.querySelector(".who")), make("span", "did", play.querySelector(".cap")?.textContent ?? ""));
        cards.append(it);
        moving.push(() => move(it, [{}, { transform: wins ? "translateY(-14px) scale(1.08)" : "none", opacity: wins ? 1 : .6 }], 900, 260, { fill: "forwards" }));
        if (to) moving.push(() => fly(it, to, 1550 + 40 * place));
      });
      stage.append(cards);
      if (to) moving.push(() => move(to, [{}, { boxShadow: "0 0 0 4px var(--lamp)" }, {}], 1700, 500));
      return 2300;
    },
    ships(spec, stage, moving) {
      const cards = make("ol", "");
      all("#told .upcard").forEach((card, place) => {
        const face = card.firstElementChild;
        cards.append(make("li", "", turned(copy(face), 80 + 160 * place, moving), ...name(card.querySelector(".cap b"))));
      });
      stage.append(cards);
      spec.shots.forEach((shot, place) => moving.push(...strike(shot, 800 + 500 * place)));
      return 1700 + 500 * spec.shots.length;
    },
  };
  const name = (who) => (who ? [make("span", "who", who.textContent.trim().replace(/\.$/, ""))] : []);
  function fly(it, to, at) {
    if (!to) return null;
    const [x, y] = centre(it), [left, top] = centre(to);
    const there = `translate(${left - x}px, ${top - y}px) scale(.4)`;
    return move(it, [{}, { transform: there, opacity: 1, offset: .85 }, { transform: there, opacity: 0 }], at, 520, { fill: "forwards" });
  }
  // The drawing's own measure: 200 high, 8.6 a step, dry sand below 194.
  const surface = (level) => (level ? 172 - 8.6 * level : 194);
  function flood(berth, was, now) {
    if (!berth) return [];
    const scale = (200 - surface(was)) / (200 - surface(now));
    const water = all('.isle path[fill^="var(--water"], .isle path[stroke^="var(--water-line"]', berth);
    for (const it of water) it.style.transformOrigin = "0 200px";
    const rises = water.map((it) => () => move(it, [{ transform: `scaleY(${scale})` }, { transform: "none" }], 1350, 550));
    const mark = berth.querySelector(".level");
    return mark ? [...rises, () => move(mark, [{ opacity: 0 }, {}], 1500, 400)] : rises;
  }
  function fall(berth) {
    const belts = berth?.querySelector(".belts");
    if (!belts) return [];
    const ring = make("span", "ring");
    const box = belts.getBoundingClientRect();
    Object.assign(ring.style, { left: `${box.right - 20}px`, top: `${box.top - 2}px` });
    return [
      () => move(berth, [{}, { transform: "translateX(-4px)" }, { transform: "translateX(4px)" }, {}], 1750, 300),
      () => flown(ring, [{ opacity: 1 }, { transform: "translateY(70px) rotate(140deg)", opacity: 0 }], 1750, 500),
    ];
  }
  function strike(shot, at) {
    const zone = (ship, number) => document.querySelector(`#table .ship.${ship} .zone.z${number}`);
    const from = zone(shot.ship, shot.from), to = zone(shot.foe, shot.at);
    if (!from || !to) return [];
    const [x, y] = centre(from), [left, top] = centre(to);
    const ball = make("span", "flying");
    Object.assign(ball.style, { left: `${x}px`, top: `${y}px` });
    const harmed = shot.did !== "nothing";
    const breach = to.querySelector(".breach");
    return [
      () => move(from, [{}, { transform: "scale(1.12)" }, {}], at, 220),
      () => flown(ball, [{ opacity: 1 }, { transform: `translate(${(left - x) / 2}px, ${(top - y) / 2}px) scale(1.4)`, opacity: 1 }, { transform: `translate(${left - x}px, ${top - y}px)`, opacity: 1, offset: .95 }, { transform: `translate(${left - x}px, ${top - y}px)`, opacity: 0 }], at + 120, 440),
      () => move(to, harmed ? [{}, { transform: "translate(3px, -2px) rotate(2deg)" }, { transform: "translate(-3px, 2px) rotate(-2deg)" }, {}] : [{}, { opacity: .6 }, {}], at + 540, 320),
      ...(breach && shot.did === "destroyed" ? [() => move(breach, [{ transform: "scale(0)", opacity: 0 }, { transform: "scale(1.6)" }, { transform: "none" }], at + 540, 420)] : []),
    ];
  }
  // Something that is there while it flies only.
  function flown(it, frames, at, duration) {
    body.append(it);
    it.dataset.flown = "";
    return move(it, [{ opacity: 0 }, ...frames.map((each, place) => (place ? each : { ...each, offset: .01 }))], at, duration, { fill: "both" });
  }

  // ---- sound and vibration, for who wishes them on this device
  const KEY = "sound"; // kept on this device
  let air = null;
  function kept() {
    try { return localStorage; } catch { return null; } // a browser may be set to keep nothing
  }
  const wished = () => kept()?.getItem(KEY) === "on";
  function listen() {
    if (wished() && !still.matches && window.AudioContext) air ??= new AudioContext();
  }
  function tone(voices, at, from, to, lasts, type = "triangle", loud = .1) {
    const start = air.currentTime + at / 1000, end = start + lasts / 1000;
    const voice = air.createOscillator(), gain = air.createGain();
    voice.type = type;
    voice.frequency.setValueAtTime(from, start);
    voice.frequency.exponentialRampToValueAtTime(to, end);
    gain.gain.setValueAtTime(.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + .012);
    gain.gain.exponentialRampToValueAtTime(.0001, end);
    voice.connect(gain).connect(air.destination);
    voice.start(start);
    voice.stop(end);
    voices.push(voice);
  }
  const SOUNDS = {
    tide(spec, card) {
      spec.seats.forEach((_seat, place) => card(80 + 160 * place));
      return [[1350, 90, 260, 600, "sine", .2], ...spec.pay.map(() => [1750, 320, 70, 380])];
    },
    trick(spec, card) {
      all("#told .trickrow .trick > li").forEach((_play, place) => card(60 + 130 * place));
      return spec.winner ? [[900, 440, 440, 160], [1050, 660, 660, 260]] : [];
    },
    ships(spec, card) {
      all("#told .upcard").forEach((_card, place) => card(80 + 160 * place));
      return spec.shots.flatMap((shot, place) => [
        [800 + 500 * place, 150, 40, 260, "sawtooth"],
        ...(shot.did === "nothing" ? [] : [[1340 + 500 * place, 90, 30, 320, "square"]]),
      ]);
    },
  };
  // Begins what is heard and felt; what it returns ends it.
  function sound(spec) {
    if (!wished()) return () => {};
    const voices = [], cards = [];
    const later = SOUNDS[spec.kind](spec, (at) => cards.push(at));
    listen();
    // Where nothing has been touched yet, a browser keeps silent, and what came late would be wrong.
    const timer = setTimeout(() => {
      if (air?.state !== "running") return;
      for (const at of cards) tone(voices, at, 1100, 500, 45);
      for (const each of later) tone(voices, ...each);
    }, 40);
    navigator.vibrate?.([12, 300, 12, 700, 40]);
    return () => {
      clearTimeout(timer);
      for (const voice of voices) voice.stop();
      navigator.vibrate?.(0);
    };
  }

  // ---- over what it plays
  function place(stage) {
    const box = table().getBoundingClientRect();
    const above = ["berths", "seabox", "tidetrack", "crews"].map((it) => table().querySelector(`.${it}`)).find(Boolean);
    const tabs = document.getElementById("tabs").getBoundingClientRect();
    const foot = Math.min(box.bottom, innerHeight, tabs.top > innerHeight / 2 ? tabs.top : innerHeight);
    const top = Math.min(Math.max(above?.getBoundingClientRect().bottom ?? box.top, box.top), foot - 190);
    Object.assign(stage.style, { left: `${box.left}px`, width: `${box.width}px`, top: `${top + 4}px`, height: `${foot - top - 4}px` });
  }
  // Who writes keeps their keys and their place: it is said aloud, and "Show again" plays it.
  const writing = () => document.activeElement?.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  function play() {
    const { scene, upshot } = table().dataset;
    if (!scene || still.matches || writing()) return;
    end?.();
    const at = scrollY;
    scrollTo(0, 0);
    const spec = JSON.parse(scene), moving = [];
    const stage = make("div", `scene scene--${spec.kind}`);
    stage.setAttribute("aria-hidden", "true"); // it is said aloud, and stands on the page
    place(stage);
    const lasts = SCENES[spec.kind](spec, stage, moving);
    const says = make("p", "upshot", upshot);
    if (spec.kind !== "ships") stage.append(says); // above the ships it is in sight
    moving.push(() => move(says, [{ opacity: 0, transform: "translateY(12px)" }, {}], lasts - 900, 250));
    body.classList.add("turning");
    body.append(stage);
    const playing = moving.map((begin) => begin()).filter(Boolean), hush = sound(spec);
    const timer = setTimeout(() => end?.(), lasts);
    end = () => {
      end = null;
      clearTimeout(timer);
      hush();
      for (const each of playing) each.cancel();
      for (const each of all("[data-flown]")) each.remove();
      stage.remove();
      body.classList.remove("turning");
      if (!scrollY) scrollTo(0, at); // where they were reading
    };
  }
  let skipped = false;
  function skip(event) {
    skipped = false;
    if (air?.state === "suspended") air.resume(); // it may be heard from the first touch on
    if (!end) return;
    end();
    // Whoever wants to see on does not seal by it.
    if (event.type === "pointerdown" || ["Enter", " ", "Escape"].includes(event.key)) event.preventDefault();
    event.stopPropagation();
    skipped = event.type === "pointerdown";
  }
  // A finger's tap ends as a click, at what lay beneath the scene: that one belongs to the tap that skipped it.
  function swallow(event) {
    if (!skipped) return;
    skipped = false;
    event.preventDefault();
    event.stopPropagation();
  }
  addEventListener("keydown", skip, true);
  addEventListener("pointerdown", skip, true);
  addEventListener("click", swallow, true);

  // ---- when
  // By a screen reader: emptied first, so that the same words are said again.
  function say(id, words) {
    const said = document.getElementById(id);
    said.textContent = "";
    setTimeout(() => { said.textContent = words ?? ""; }, 150);
  }
  function offer() {
    const again = document.getElementById("again");
    if (again) again.hidden = still.matches;
    const loud = document.getElementById("loud");
    if (!loud) return;
    loud.hidden = still.matches || !kept();
    loud.setAttribute("aria-pressed", String(wished()));
  }
  function begin() {
    say("aloud", table().dataset.aloud);
    if (document.hidden) document.addEventListener("visibilitychange", play, { once: true });
    else play();
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#loud")) {
      localStorage.setItem(KEY, wished() ? "off" : "on");
      listen();
      offer();
    }
    if (event.target.closest?.("#again")) {
      if (matchMedia("(max-width: 59.99em)").matches) location.hash = "table";
      play();
    }
  });
  document.addEventListener("tideweb:fresh", ({ detail: before }) => {
    offer();
    const { told } = table()?.dataset ?? {};
    if (told && told !== before.told && Number(told) >= Number(before.hand)) begin();
  });
  still.addEventListener("change", offer);
  if (!table()) return;
  offer();
  listen();
  if ("news" in table().dataset && table().dataset.told) begin();
})();

// A sheet over the table: Escape closes it as its cross does, and either way one is back at its tab. The tab of what is
// open says so: of what the address names, or on a desk of the first.
(() => {
  "use strict";
  const desk = matchMedia("(min-width: 60em)");
  const tabs = () => [...document.querySelectorAll("#tabs a")];
  function tell() {
    const open = tabs().find((each) => each.hash === location.hash) ?? (desk.matches ? tabs()[0] : null);
    for (const each of tabs()) {
      if (each === open) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
  }
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && document.querySelector(".leaf:target .leaf-close")?.getClientRects().length) location.hash = "table";
  });
  addEventListener("hashchange", ({ oldURL }) => {
    const { hash } = new URL(oldURL);
    const tab = tabs().find((each) => each.hash === hash);
    if (location.hash === "#table") tab?.focus({ preventScroll: true });
    tell();
  });
  document.addEventListener("tideweb:fresh", tell); // which brought the tabs as the server knows them
  desk.addEventListener("change", tell);
  tell();
})();
