import type { Option } from "commander";

/** What a value names. */
export type ValueKind =
  | "session"
  | "model"
  | "provider"
  | "toolset"
  | "tool"
  | "skill"
  | "profile"
  | "job"
  | "server"
  | "plugin"
  | "role"
  | "platform"
  | "mode"
  | "time-zone"
  | "setting"
  | "setting-value"
  | "file"
  | "folder";

/** By the name of the option. */
const optionKinds: Readonly<Record<string, ValueKind>> = {
  resume: "session",
  continue: "session",
  session: "session",
  model: "model",
  provider: "provider",
  toolsets: "toolset",
  tool: "tool",
  skill: "skill",
  profile: "profile",
  contextFrom: "job",
  platform: "platform",
  deliver: "platform",
  mode: "mode",
  tz: "time-zone",
  folder: "folder",
};

/** By the words that lead to it, and what its help calls it. */
const argumentKinds: readonly (readonly [path: RegExp, argument: RegExp, kind: ValueKind])[] = [
  [/^sessions (?!import)/, /^id$/, "session"],
  [/^cache /, /^id$/, "session"],
  [/^(usage|context)$/, /^session$/, "session"],
  [/^model (show|set)$/, /^name$/, "model"],
  [/^skills (?!create)/, /^(name|skills?)$/, "skill"],
  [/^cron /, /^job$/, "job"],
  [/^mcp (?!add)/, /^(name|server)$/, "server"],
  [/^plugins (?!create)/, /^name$/, "plugin"],
  [/^plugins install$/, /^source$/, "file"],
  [/^agents /, /^name$/, "role"],
  [/^tools call$/, /^name$/, "tool"],
  [/^(auth|login|logout)/, /^provider$/, "provider"],
  [/^(gateway|pairing)/, /^platform$/, "platform"],
  [/^send$/, /^target$/, "platform"],
  [/^config /, /^(key|name|setting)$/, "setting"],
  [/^config set$/, /^value$/, "setting-value"],
  [/^profiles? (?!create|add|new|import)/, /^(name|profile|from)$/, "profile"],
  [/^/, /^(file|path|archive)$/, "file"],
  [/^/, /^(folder|directory)$/, "folder"],
];

export function optionKind(option: Option): ValueKind | undefined {
  const named = optionKinds[option.attributeName()];
  if (named !== undefined) return named;
  const [, placeholder = ""] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  if (/^(file|path)$/.test(placeholder)) return "file";
  return placeholder === "folder" ? "folder" : undefined;
}

export function argumentKind(path: readonly string[], argument: string): ValueKind | undefined {
  const words = path.join(" ");
  return argumentKinds.find(([where, name]) => where.test(words) && name.test(argument))?.[2];
}
