import { client } from "../../home/client.ts";

/** `push`: also while the page is closed. `open`: while it is open. */
export type NotifyState = "denied" | "not-here" | "off" | "open" | "push";

/** How this browser stands. */
export async function notifyState(): Promise<NotifyState> {
  if (!("Notification" in globalThis) || !("serviceWorker" in navigator)) return "not-here";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted") return "off";
  return (await subscription()) === undefined ? "open" : "push";
}

/** Asks the person, then the push service of the browser, which not every browser has. */
export async function turnNotifyOn({ mayPush }: { readonly mayPush: boolean }): Promise<NotifyState> {
  if ((await Notification.requestPermission()) !== "granted") return await notifyState();
  if (!mayPush) return "open";
  const { publicKey } = await client.getPush();
  const registration = await navigator.serviceWorker.ready;
  try {
    const { endpoint } = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    await client.addPush({ body: { endpoint } });
    return "push";
  } catch (error) {
    await (await subscription())?.unsubscribe();
    // A browser without a service of its own says so by an exception of the platform; what the home refuses is told.
    if (error instanceof DOMException) return "open";
    throw error;
  }
}

export async function turnNotifyOff(): Promise<void> {
  const kept = await subscription();
  if (kept === undefined) return;
  await client.removePush({ body: { endpoint: kept.endpoint } });
  await kept.unsubscribe();
}

async function subscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}
