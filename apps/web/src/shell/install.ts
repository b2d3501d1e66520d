import { signal } from "@preact/signals";

/** What a browser gives a page that it could install. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallPrompt | undefined;
/** Whether the browser has said that it would. */
export const canBeInstalled = signal(false);

/** Keeps the offer of the browser, which comes once and early. */
export function startInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    // The types of the language do not know the event.
    kept = event as InstallPrompt;
    canBeInstalled.value = true;
  });
  addEventListener("appinstalled", () => {
    kept = undefined;
    canBeInstalled.value = false;
  });
}

export async function install(): Promise<void> {
  await kept?.prompt();
}
