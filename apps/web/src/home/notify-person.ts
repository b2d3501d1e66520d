/** Tells whoever does not look at the page, where they have asked for it. */
export async function notifyPerson(
  title: string,
  { body, hash }: { body: string; hash: string },
): Promise<void> {
  if (!document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(title, { body, tag: hash, icon: "icon-192.png", data: { hash } });
}
