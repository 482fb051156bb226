/* Says so beside its button when a passkey or security key could not be asked for (allauth's webauthn.js). */
(function () {
  "use strict";
  var BUTTONS = "#passkey_login, [id^=mfa_webauthn_]:is(button)";
  var QUIET = ["NotAllowedError", "AbortError"]; // they thought better of it, or their browser has told them why
  var said = null;
  function clear() {
    if (said) { said.remove(); }
    said = null;
  }
  document.addEventListener("click", function (event) {
    if (event.target.closest(BUTTONS)) { clear(); }
  }, true);
  document.addEventListener("allauth.error", function (event) {
    event.preventDefault();
    clear();
    var button = document.querySelector(BUTTONS);
    if (!button || QUIET.includes(event.detail.exception.name)) { return; }
    said = document.getElementById("key-failed").content.firstElementChild.cloneNode(true);
    button.after(said);
  });
})();
