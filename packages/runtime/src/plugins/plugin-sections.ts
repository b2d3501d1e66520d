import type { PromptLayer } from "@hermes/agent-loop";
import type { RuntimeParts } from "../runtime-parts.ts";
import { provenanceOf } from "./plugin-provenance.ts";
import { pluginsThere } from "./plugins-there.ts";
import type { UsedPlugin } from "./workspace-plugins.ts";

/** Of all sections together, in characters. */
const mostChars = 8_000;
const defaultMaxChars = 2_000;
/** The first request waits for it. */
const takesMs = 5_000;

interface Section {
  readonly plugin: UsedPlugin;
  readonly name: string;
  readonly maxChars: number;
}

/** What plug-ins say to a new session, each within its room. One that fails is a warning. */
export async function pluginSections(
  parts: RuntimeParts,
  sessionId: () => Promise<string>,
): Promise<readonly PromptLayer[]> {
  const plugins = await pluginsThere(parts);
  const sections = plugins?.used.flatMap(sectionsOf) ?? [];
  if (sections.length === 0) return [];
  const id = await sessionId();
  const texts = await Promise.all(sections.map(async (section) => await textOf(section, id, parts)));
  const layers: PromptLayer[] = [];
  let left = mostChars;
  for (const [index, text] of texts.entries()) {
    const section = sections[index];
    if (section === undefined || text === "") continue;
    const { plugin, name } = section;
    if (text.length > left) {
      parts.warn(`${titleOf(section)} is left out: sections have ${mostChars} characters together.`);
      continue;
    }
    left -= text.length;
    const { name: of } = plugin.manifest;
    layers.push({
      ...{ kind: "plugins", name: `${of} (${name})`, provenance: provenanceOf(plugin.manifest) },
      text: `What the plug-in "${of}" says:\n\n${text}`,
    });
  }
  return layers;
}

function sectionsOf(plugin: UsedPlugin): readonly Section[] {
  return Object.entries(plugin.description.sections).map(([name, { maxChars = defaultMaxChars }]) => ({
    ...{ plugin, name, maxChars },
  }));
}

/** Empty: nothing is to be added. */
async function textOf(
  section: Section,
  sessionId: string,
  { origin, cwd, closing, warn }: Pick<RuntimeParts, "origin" | "cwd" | "closing" | "warn">,
): Promise<string> {
  const { plugin, name, maxChars } = section;
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(takesMs + 1_000)]);
    const call = { signal, sessionId, cwd, timeoutMs: takesMs };
    const given = await plugin.running.call(["sections", name, "text"], { platform: origin.platform }, call);
    const text = typeof given === "string" ? given.trim() : undefined;
    if (text !== undefined && text.length <= maxChars) return text;
    const why =
      text === undefined ? "it is no text" : `it has ${text.length} characters, and may have ${maxChars}`;
    warn(`${titleOf(section)} is left out: ${why}.`);
  } catch (error) {
    closing.throwIfAborted();
    warn(`${titleOf(section)} is left out: ${error instanceof Error ? error.message : String(error)}`);
  }
  return "";
}

function titleOf({ plugin, name }: Section): string {
  return `The section "${name}" of the plug-in "${plugin.manifest.name}"`;
}
