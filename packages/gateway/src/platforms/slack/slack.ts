import type { Platform } from "../platform.ts";
import { renderSlack } from "./mrkdwn.ts";
import { slackLimits } from "./slack-limits.ts";
import { type SlackSettings, slackEnvironment, slackSettings } from "./slack-settings.ts";
import { slackSetup } from "./slack-setup.ts";
import { type SlackTimes, slackTimes } from "./slack-times.ts";

/** Slack by Socket Mode, or by the Events API. @see https://docs.slack.dev */
export function slack(times: Partial<SlackTimes> = {}): Platform<SlackSettings> {
  const { text, caption, editEveryMs, fileBytes, buttonsPerRow } = slackLimits;
  return {
    name: "slack",
    label: "Slack",
    settings: slackSettings,
    environment: slackEnvironment,
    limits: { text, caption, editEveryMs, fileBytes, buttonsPerRow },
    length: (mrkdwn) => mrkdwn.length,
    render: renderSlack,
    can: { edit: true, buttons: true, threads: true, files: true, codeBlocks: true },
    progress: "off",
    isConfigured: ({ bot_token: bot, app_token: app, signing_secret: secret }) =>
      bot !== undefined && (app ?? secret) !== undefined,
    takesCalls: ({ app_token: app, signing_secret: secret }) => app === undefined && secret !== undefined,
    callPaths: () => ["/slack/events", "/slack/interactive", "/slack/commands"],
    parseChat(written) {
      const [, chatId, threadId] = /^([CDGUW][A-Z0-9]{1,30})(?::(\d+\.\d+))?$/.exec(written.trim()) ?? [];
      return chatId === undefined ? undefined : { chatId, ...(threadId === undefined ? {} : { threadId }) };
    },
    setup: slackSetup,
    async connect(settings, host, { signal }) {
      const { connectSlack } = await import("./connect-slack.ts");
      return await connectSlack(settings, host, { ...slackTimes, ...times }, signal);
    },
  };
}
