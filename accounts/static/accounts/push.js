/* Lets this browser be pushed to: asks for leave, subscribes, and posts the form with it. */
(function () {
  "use strict";
  var form = document.getElementById("push-form");
  var said = document.getElementById("push-said");
  if (!form || !said) { return; }
  function say(name) { said.textContent = said.getAttribute("data-" + name); }
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !window.isSecureContext) {
    say("unable");
    return;
  }
  var failed = "failed"; // what is said then
  form.hidden = false;
  say("ready");
  function bytes(text) {
    var plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, function (letter) { return letter.charCodeAt(0); });
  }
  async function subscribe() {
    var leave = await Notification.requestPermission();
    if (leave !== "granted") { say(leave === "denied" ? "refused" : failed); return; } // or they closed the question
    await navigator.serviceWorker.register(form.getAttribute("data-worker"), { scope: "/" });
    var worker = await navigator.serviceWorker.ready;
    var key = bytes(form.getAttribute("data-key"));
    var old = await worker.pushManager.getSubscription();
    if (old) { await old.unsubscribe(); } // it may be dead though this browser still has it
    failed = old ? "lost" : failed;
    var made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    var given = made.toJSON();
    form.elements.endpoint.value = given.endpoint;
    form.elements.p256dh.value = given.keys.p256dh;
    form.elements.auth.value = given.keys.auth;
    form.submit();
  }
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    say("busy");
    subscribe().catch(function () { say(failed); });
  });
})();
