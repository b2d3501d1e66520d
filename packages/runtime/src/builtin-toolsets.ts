import { defineToolset } from "@hermes/registry";
import type { Toolset } from "@hermes/registry";

const chatPlatforms: readonly string[] = [
  ...["telegram", "discord", "slack", "whatsapp", "signal", "matrix", "mattermost", "email", "sms"],
  ...["bluebubbles", "homeassistant", "dingtalk", "feishu", "wecom", "wecom-callback", "weixin"],
  ...["qqbot", "yuanbao"],
];

const otherPlatforms: readonly string[] = ["cli", "api-server", "cron"];

// Known before their tools are: settings may name what is not installed.
// oxfmt-ignore
const groups: Readonly<Record<string, string>> = {
  terminal: "Run commands and watch processes",
  file: "Read, write, change and search files",
  code_execution: "Run scripts that call tools",
  todo: "Keep a task list",
  memory: "Remember facts across sessions",
  session_search: "Search earlier sessions",
  clarify: "Ask the user a question",
  skills: "Find, read and write skills",
  delegation: "Hand work to other agents",
  cronjob: "Schedule work",
  messaging: "Send messages to chat platforms",
  web: "Search the web and read pages",
  browser: "Use a web browser",
  canvas: "Draw on a page beside the chat",
  documents: "Make documents and diagrams",
  vision: "Look at pictures",
  video: "Look at videos",
  image_gen: "Make pictures",
  video_gen: "Make videos",
  tts: "Speak",
  moa: "Ask several models at once",
  homeassistant: "Control a smart home",
  kanban: "Work on a shared board",
  computer_use: "Use the desktop",
  discord: "Read and act on Discord",
  discord_admin: "Administer a Discord server",
  feishu_doc: "Read Feishu documents",
  feishu_drive: "Comment in Feishu Drive",
  yuanbao: "Act on Yuanbao",
  spotify: "Play music",
  x_search: "Search posts on X",
  context_engine: "Tools of a context plugin",
};

/** Bundles that Hermes knows by name: groups, scenarios, and one preset per platform. */
export function builtinToolsets(): readonly Toolset[] {
  return [
    ...Object.entries(groups).map(([name, description]) =>
      defineToolset({ name, description, aliases: formerNames(name) }),
    ),
    defineToolset({ name: "search", description: "Search the web", tools: ["web_search"] }),
    defineToolset({ name: "debugging", description: "Find faults", includes: ["terminal", "file", "web"] }),
    defineToolset({
      name: "safe",
      description: "No shell and no files",
      includes: ["web", "vision", "image_gen"],
    }),
    defineToolset({
      name: "coding",
      description: "Write software",
      includes: [
        ...["terminal", "file", "code_execution", "todo", "memory", "session_search"],
        ...["skills", "clarify", "web"],
      ],
    }),
    ...[...otherPlatforms, ...chatPlatforms].map(preset),
    defineToolset({
      name: "hermes-acp",
      // An editor shows code and text: nothing that speaks, draws, sends or acts elsewhere.
      description: "What helps to write software in an editor",
      includes: [
        ...["terminal", "file", "code_execution", "todo", "memory", "session_search", "skills", "clarify"],
        // `mcp`: of all servers, once there are any; `plugins` likewise.
        ...["delegation", "web", "browser", "vision", "mcp", "plugins"],
      ],
    }),
    defineToolset({
      name: "hermes-webhook",
      // Anybody may send a webhook.
      description: "Nothing that writes, runs or remembers",
      includes: ["web", "vision", "clarify"],
    }),
    defineToolset({
      name: "hermes-gateway",
      description: "What any chat platform offers",
      includes: chatPlatforms.map((platform) => `hermes-${platform}`),
    }),
  ];
}

function preset(platform: string): Toolset {
  return defineToolset({ name: `hermes-${platform}`, description: `What ${platform} offers`, platform });
}

/** What settings of the Python Hermes call it. */
function formerNames(name: string): readonly string[] {
  return name === "image_gen" ? ["image_gen_tools", "image_tools"] : [`${name}_tools`];
}
