/** Keeps the page so that it opens without its server, and shows what the server says when it knocks. */
const shell = "hermes-shell-1";

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== shell) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname))
    return;
  const path = url.pathname.slice(scope.pathname.length);
  // What is said and kept is the server's alone: nothing of it stays in the browser.
  if (/^(?:api|link|v1|ws|metrics|health|openapi)/.test(path)) return;
  event.respondWith(path.startsWith("assets/") ? keptFirst(request) : serverFirst(request));
});

/** Files whose names change with their content. */
async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(request, response.clone());
  return response;
}

async function serverFirst(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept !== undefined) return kept;
    throw error;
  }
}

async function keep(request, response) {
  const cache = await caches.open(shell);
  await cache.put(request, response);
}

// A push says nothing but that there are news: whoever passes it on learns no more.
self.addEventListener("push", (event) => {
  event.waitUntil(showNews());
});

async function showNews() {
  const windows = await self.clients.matchAll({ type: "window" });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const response = await fetch(new URL("api/news", self.registration.scope));
  const { kind, sessionId, title = "", text = "" } = response.ok ? await response.json() : { kind: "none" };
  await self.registration.showNotification(title === "" ? "Hermes" : title, {
    body: text,
    tag: `${kind} ${sessionId ?? ""}`,
    icon: "icon-192.png",
    data: { hash: sessionId === undefined ? "" : `#/chat/${encodeURIComponent(sessionId)}` },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.hash));
});

async function open(hash) {
  const url = new URL(`./${hash}`, self.registration.scope).href;
  const [window] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (window === undefined) return await self.clients.openWindow(url);
  await window.focus();
  return await window.navigate(url);
}
