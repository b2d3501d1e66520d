import type { PlatformSetup } from "../platform.ts";
import type { MatrixSettings } from "./matrix-settings.ts";
import { signIn } from "./sign-in.ts";

const identifyMs = 20_000;

export const matrixSetup: PlatformSetup<MatrixSettings> = {
  steps: [
    "Register an account for the bot at your homeserver, such as in Element (app.element.io).",
    "Signed in as the bot, open All settings, Help & About, Access Token, and copy the token. Don't sign out there: that ends the token.",
  ],
  questions: [
    { key: "homeserver", question: "Homeserver, such as https://matrix.example.org", secret: false },
    { key: "access_token", question: "Access token of the bot", secret: true },
  ],
  userId: {
    hint: "such as @ada:example.org; in Element under All settings, Account",
    pattern: /^@[^\s:]+:\S+$/,
  },
  async identify(settings, { fetch, signal }) {
    // Nothing is kept, and with a token nothing changes at the homeserver.
    const memory = { read: async () => undefined, write: async () => undefined };
    return (await signIn(settings, { fetch, memory, signal, timeoutMs: identifyMs })).userId;
  },
  next: () => [
    'Invite the bot to a room without encryption (in Element: turn "Enable end-to-end encryption" off when you create it).',
  ],
};
