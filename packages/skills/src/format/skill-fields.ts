/** A variable that a skill needs, and what a person should know to set it. */
export interface RequiredVariable {
  readonly name: string;
  readonly prompt?: string | undefined;
  readonly help?: string | undefined;
}

/** What must be so for a skill to be offered. Empty lists ask for nothing. */
export interface SkillConditions {
  /** `linux`, `macos`, `windows`; empty: everywhere. */
  readonly platforms: readonly string[];
  readonly tools: readonly string[];
  readonly toolsets: readonly string[];
  /** The skill stands in for these: it is offered only while all of them are absent. */
  readonly fallbackForTools: readonly string[];
  readonly fallbackForToolsets: readonly string[];
  readonly variables: readonly RequiredVariable[];
  /** Programs on the PATH. */
  readonly commands: readonly string[];
  /** One of them must be there, where any is named. */
  readonly anyCommands: readonly string[];
}

/** The front matter of a SKILL.md, read as generously as it can be. */
export interface SkillFields {
  /** Undefined where the file names none; the folder's name then counts. */
  readonly name: string | undefined;
  readonly description: string;
  readonly version: string | undefined;
  readonly author: string | undefined;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  readonly allowedTools: readonly string[];
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly relatedSkills: readonly string[];
  /** The person starts it, with its command: no model finds it by itself. */
  readonly manual: boolean;
  readonly conditions: SkillConditions;
  /** `metadata` as it stands. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Picks the fields out of plain data. Lists may be lists, or words with commas between them. */
export function readSkillFields(fields: Readonly<Record<string, unknown>>): SkillFields {
  const metadata = recordOf(fields["metadata"]);
  const own = recordOf(metadata["hermes"]);
  const needs = recordOf(recordOf(metadata["openclaw"] ?? metadata["clawdbot"])["requires"]);
  const former = recordOf(fields["prerequisites"]);
  return {
    name: textOf(fields["name"]),
    description: textOf(fields["description"]) ?? "",
    version: textOf(fields["version"]) ?? textOf(metadata["version"]),
    author: textOf(fields["author"]) ?? textOf(metadata["author"]),
    license: textOf(fields["license"]),
    compatibility: textOf(fields["compatibility"]),
    allowedTools: toolsOf(fields["allowed-tools"] ?? fields["allowed_tools"]),
    category: textOf(own["category"]) ?? textOf(fields["category"]),
    tags: listOf(own["tags"] ?? fields["tags"] ?? metadata["tags"]),
    relatedSkills: listOf(own["related_skills"] ?? fields["related_skills"] ?? metadata["related_skills"]),
    manual: textOf(fields["disable-model-invocation"]) === "true",
    conditions: {
      platforms: listOf(fields["platforms"] ?? own["platforms"]).map(platformOf),
      tools: listOf(own["requires_tools"]),
      toolsets: listOf(own["requires_toolsets"]),
      fallbackForTools: listOf(own["fallback_for_tools"]),
      fallbackForToolsets: listOf(own["fallback_for_toolsets"]),
      variables: [
        ...variablesOf(fields["required_environment_variables"] ?? own["required_environment_variables"]),
        ...variablesOf(former["env_vars"]),
        ...variablesOf(needs["env"]),
      ],
      // What the Python Hermes lists under `prerequisites.commands` is advice: such skills say how to install it.
      commands: [...listOf(own["requires_commands"]), ...listOf(needs["bins"])],
      anyCommands: listOf(needs["anyBins"]),
    },
    metadata,
  };
}

/** `darwin` and `mac` are `macos`, `win32` is `windows`. */
function platformOf(name: string): string {
  const lower = name.toLowerCase();
  if (["darwin", "mac", "osx"].includes(lower)) return "macos";
  if (["win32", "win"].includes(lower)) return "windows";
  return lower;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  // An object that is not a list is what a YAML map becomes.
  return value as Record<string, unknown>;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return undefined;
}

function listOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.map(textOf) : (textOf(value)?.split(/[,\n]/) ?? []);
  return items.flatMap((item) => (item === undefined || item.trim() === "" ? [] : [item.trim()]));
}

/** The format separates by blanks; patterns such as `Bash(git add:*)` hold blanks of their own. */
function toolsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return listOf(value);
  return [...(textOf(value) ?? "").matchAll(/[^\s,()]+(?:\([^)]*\))?/g)].map(([tool]) => tool);
}

function variablesOf(value: unknown): readonly RequiredVariable[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : listOf(value);
  return items.flatMap((item): RequiredVariable[] => {
    const text = textOf(item);
    if (text !== undefined) return [{ name: text }];
    const record = recordOf(item);
    const name = textOf(record["name"]);
    if (name === undefined || record["optional"] === true) return [];
    return [{ name, prompt: textOf(record["prompt"]), help: textOf(record["help"]) }];
  });
}
