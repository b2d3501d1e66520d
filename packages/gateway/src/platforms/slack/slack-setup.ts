import type { PlatformSetup } from "../platform.ts";
import type { SlackSettings } from "./slack-settings.ts";
import { slackTimes } from "./slack-times.ts";

/** How a person makes the app and finds its tokens. */
export const slackSetup: PlatformSetup<SlackSettings> = {
  steps: [
    "Open https://api.slack.com/apps, press “Create New App”, then “From a manifest”, and choose the workspace.",
    "Paste the manifest for Hermes (see docs/platforms/slack.md), and create the app.",
    "Under “Basic Information”, “App-Level Tokens”, generate a token with the scope connections:write. It begins with xapp-.",
    "Under “Install App” install it to the workspace. The “Bot User OAuth Token” begins with xoxb-.",
  ],
  questions: [
    { key: "bot_token", question: "Bot User OAuth Token (xoxb-…)", secret: true },
    {
      key: "app_token",
      question: "App-level token (xapp-…), or nothing to be called by the Events API",
      secret: true,
      optional: true,
    },
    {
      key: "signing_secret",
      question: "Signing secret, only without an app-level token (“Basic Information”, “App Credentials”)",
      secret: true,
      optional: true,
    },
  ],
  userId: {
    hint: "begins with U; in Slack open your profile, press ⋮ and “Copy member ID”",
    pattern: /^[UW][A-Z0-9]{1,30}$/,
  },
  async identify(settings, { fetch, signal }) {
    const { identifySlack } = await import("./connect-slack.ts");
    return await identifySlack(settings, { fetch, signal, timeoutMs: slackTimes.answerMs });
  },
  next({ app_token: app }, url) {
    const invite = "In each channel where it is to answer, write /invite and the name of the app.";
    if (app !== undefined) return [invite];
    const own = url ?? "https://your-server.example";
    return [
      `At https://api.slack.com/apps set “Event Subscriptions”, “Request URL” to ${own}/slack/events.`,
      `Set “Interactivity & Shortcuts”, “Request URL” to ${own}/slack/interactive, and that of each slash command to ${own}/slack/commands.`,
      invite,
    ];
  },
};
