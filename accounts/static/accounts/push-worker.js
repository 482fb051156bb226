/* Shows what is pushed, and opens its page. It caches nothing and answers for no page. */
"use strict";
self.addEventListener("push", function (event) {
  var told = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(told.title || "Tideweb", {
    body: told.body || "", tag: told.tag, data: { url: told.url || "/notices/" }
  }));
});
self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  var url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.openWindow(url.href));
});
