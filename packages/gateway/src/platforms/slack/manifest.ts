export interface SlackManifestOptions {
  /** What the app is called; Slack takes 35 characters. @default "Hermes" */
  readonly name?: string | undefined;
  /** Commands that get one of Slack's own; `/hermes` stands for the rest. */
  readonly commands?: readonly { readonly name: string; readonly summary: string }[] | undefined;
  /** Where the gateway's listener is reached: for the Events API. Absent: Socket Mode. */
  readonly url?: string | undefined;
}

const limits = { name: 35, displayName: 80, commands: 50, command: 32, commandSummary: 2_000 } as const;

/** Commands that Slack has itself. */
const taken: ReadonlySet<string> = new Set(
  "archive away call collapse dm dnd expand feedback feed help invite join kick leave me mention msg mute open pro remind remove rename search shortcuts shrug star status topic who".split(
    " ",
  ),
);

const scopes = [
  ...["app_mentions:read", "assistant:write", "chat:write", "chat:write.public", "commands"],
  ...["channels:history", "channels:read", "groups:history", "groups:read"],
  ...["im:history", "im:read", "im:write", "mpim:history", "mpim:read"],
  ...["files:read", "files:write", "metadata.message:read", "users:read"],
] as const;

const events = ["app_mention", "message.channels", "message.groups", "message.im", "message.mpim"] as const;

/**
 * The manifest that Slack makes an app from, with everything that the adapter uses, as JSON. Commands above Slack's number are left to
 * `/hermes`.
 *
 * @see https://docs.slack.dev/reference/app-manifest
 */
export function slackManifest(options: SlackManifestOptions = {}): Readonly<Record<string, unknown>> {
  const { name = "Hermes", commands = [], url } = options;
  const root = url?.replace(/\/+$/, "");
  const at = (path: string): string | undefined => (root === undefined ? undefined : `${root}/slack/${path}`);
  const command = (word: string, description: string, hint?: string): object => ({
    command: `/${word}`,
    description: description.slice(0, limits.commandSummary),
    usage_hint: hint,
    // So that a mention comes as an id.
    should_escape: true,
    url: at("commands"),
  });
  const own = commands
    .map(({ name: word, summary }) => ({ word: word.toLowerCase(), summary: summary.trim() }))
    .filter(({ word, summary }, index, all) => {
      const isFirst = all.findIndex((each) => each.word === word) === index;
      const isName = /^[a-z0-9][a-z0-9_-]*$/.test(word) && word.length < limits.command;
      return isName && isFirst && summary !== "" && word !== "hermes" && !taken.has(word);
    })
    .slice(0, limits.commands - 1);
  return {
    _metadata: { major_version: 1 },
    display_information: { name: name.slice(0, limits.name), description: "An agent of your own." },
    features: {
      app_home: {
        home_tab_enabled: false,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: name.slice(0, limits.displayName), always_online: true },
      slash_commands: [
        command("hermes", "A command or a message for the agent", "[command or message]"),
        ...own.map(({ word, summary }) => command(word, summary)),
      ],
    },
    oauth_config: { scopes: { bot: scopes } },
    settings: {
      event_subscriptions: { request_url: at("events"), bot_events: events },
      interactivity: { is_enabled: true, request_url: at("interactive") },
      org_deploy_enabled: false,
      socket_mode_enabled: url === undefined,
      token_rotation_enabled: false,
    },
  };
}
