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
