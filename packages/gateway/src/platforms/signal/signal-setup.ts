import { HermesError } from "@hermes/registry";
import type { PlatformSetup } from "../platform.ts";
import { askForAccount, createDaemon, notThisAccountHint, unreachable } from "./daemon.ts";
import type { SignalSettings } from "./signal-settings.ts";
import { signalTimes } from "./signal-times.ts";

/** How a person sets Signal up. */
export const signalSetup: PlatformSetup<SignalSettings> = {
  steps: [
    "Install signal-cli (https://github.com/AsamK/signal-cli, Installation).",
    "Give it an account: a number of its own (signal-cli register), or link it to yours (Signal: Settings, Linked devices, +).",
    "Keep it running: signal-cli daemon --http 127.0.0.1:8080 --receive-mode on-connection",
  ],
  questions: [
    { key: "http_url", question: "Address of the daemon, such as http://127.0.0.1:8080", secret: false },
    { key: "account", question: "Phone number of the bot's account, such as +4915112345678", secret: false },
  ],
  userId: {
    hint: "a phone number with + and country code, or the UUID of somebody who hides it",
    pattern: /^(?:\+\d{5,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
  },
  async identify({ http_url: url, account }, { fetch, signal }) {
    if (url === undefined) throw unreachable("its address is missing");
    if (account === undefined)
      throw new HermesError("Signal has no account.", {
        code: "PLATFORM_UNAUTHORISED",
        hint: notThisAccountHint,
      });
    await askForAccount(createDaemon({ url, fetch }), account, { signal, timeoutMs: signalTimes.answerMs });
    return account;
  },
};
