import { defineToolset } from "./toolset.ts";
import type { Toolset } from "./toolset.ts";

/** The tools that every platform offers, as far as they are registered and available. */
const coreTools: readonly string[] = [
  ...["terminal", "process", "execute_code"],
  ...["read_file", "write_file", "patch", "search"],
  ...["todo", "memory", "learning", "session_search", "clarify", "delegate_task", "cronjob", "send_message"],
  ...["skills_list", "skill_view", "skill_manage"],
  ...["web_search", "web_extract"],
  ...[
    "browser_navigate",
    "browser_snapshot",
    "browser_click",
    "browser_type",
    "browser_scroll",
    "browser_back",
  ],
  ...[
    "browser_press",
    "browser_get_images",
    "browser_vision",
    "browser_console",
    "browser_cdp",
    "browser_dialog",
  ],
  ...["vision_analyze", "image_generate", "text_to_speech"],
  ...["ha_list_entities", "ha_get_state", "ha_list_services", "ha_call_service"],
  ...["kanban_show", "kanban_list", "kanban_complete", "kanban_block", "kanban_heartbeat", "kanban_comment"],
  ...["kanban_create", "kanban_unblock", "kanban_link", "computer_use"],
];

/** Whoever can send a web hook is a stranger: nothing that writes, runs or remembers. */
const toolsForStrangers: readonly string[] = ["web_search", "web_extract", "vision_analyze", "clarify"];

const chatPlatforms: readonly string[] = [
  ...[
    "telegram",
    "discord",
    "slack",
    "whatsapp",
    "signal",
    "matrix",
    "mattermost",
    "email",
    "sms",
    "bluebubbles",
  ],
  ...["homeassistant", "dingtalk", "feishu", "wecom", "wecom-callback", "weixin", "qqbot", "yuanbao"],
];

const otherDoors: readonly string[] = ["cli", "api-server", "acp", "cron"];

// Descriptions of bundles whose tools come from other packages, so that their names are known before the tools are.
// oxfmt-ignore
const groups: Readonly<Record<string, string>> = {
  terminal: "Run commands and watch processes",
  file: "Read, write, change and search files",
  code_execution: "Run scripts that call tools",
  todo: "Keep a task list",
  memory: "Remember facts across conversations",
  session_search: "Search earlier conversations",
  clarify: "Ask the user a question",
  skills: "Find, read and write skills",
  delegation: "Hand work to other agents",
  cronjob: "Schedule work",
  messaging: "Send messages to chat platforms",
  web: "Search the web and read pages",
  browser: "Use a web browser",
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

/** Bundles that are known everywhere: groups, scenarios, and one preset per door. */
export function builtinToolsets(): readonly Toolset[] {
  return [
    ...Object.entries(groups).map(([name, description]) => defineToolset({ name, description })),
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
        "terminal",
        "file",
        "code_execution",
        "todo",
        "memory",
        "session_search",
        "skills",
        "clarify",
        "web",
      ],
    }),
    ...[...otherDoors, ...chatPlatforms].map((door) => preset(door, coreTools)),
    preset("webhook", toolsForStrangers),
    defineToolset({
      name: "hermes-gateway",
      description: "What any chat platform offers",
      includes: chatPlatforms.map((platform) => `hermes-${platform}`),
    }),
  ];
}

function preset(door: string, tools: readonly string[]): Toolset {
  return defineToolset({ name: `hermes-${door}`, description: `What ${door} offers`, tools });
}

/** Today's name of a toolset that older settings call by another one: `web_tools` is `web`. */
export function currentName(name: string): string {
  if (name === "image_tools") return "image_gen";
  return name.endsWith("_tools") ? name.slice(0, -"_tools".length) : name;
}
