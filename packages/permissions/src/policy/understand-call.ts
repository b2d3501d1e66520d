import type { Tool, ToolContext } from "@hermes/registry";
import type { Finding } from "../finding.ts";
import { actionOf, inputOf, textOf } from "./action-table.ts";
import type { Action } from "./action-table.ts";
import type { Deed } from "./deed.ts";
import { touchedByFileTool } from "./patched-paths.ts";
import { skillChangeFinding, skillChangeSummary } from "./skill-change.ts";
import type { Subject, TouchedPath } from "./subject.ts";
import type { Surroundings } from "./surroundings.ts";
import { judgeTouched, locate, pathDeed } from "./touched-path.ts";
import { newLinesOf } from "./typed-text.ts";
import type { TypedText } from "./typed-text.ts";
import { understandCommand } from "./understand-command.ts";

export interface CallToUnderstand {
  readonly tool: Pick<Tool, "name" | "toolset" | "readOnly">;
  readonly args: unknown;
}

export interface UnderstandContext extends Pick<ToolContext, "taskId" | "signal"> {
  /** What processes have got before. */
  readonly typed?: TypedText | undefined;
}

/** Reads a call without running it. */
export async function understandCall(
  { tool, args }: CallToUnderstand,
  context: UnderstandContext,
  options: Surroundings,
): Promise<Subject> {
  const action = actionOf({ tool: tool.name, toolset: tool.toolset, readOnly: tool.readOnly, args });
  const names = { tool: tool.name, toolset: tool.toolset };
  const absolute = (path: string): Promise<string> => options.resolve(path, context.taskId);
  if (action.argument === "command") {
    const typed =
      action.name === "terminal.input"
        ? (context.typed?.with(args, context) ?? inputOf(args) ?? "")
        : undefined;
    const text = typed === undefined ? (textOf(args, "command") ?? "") : newLinesOf(typed, args);
    const cwd = await absolute(textOf(args, "workdir") ?? ".");
    return await understandCommand({ ...names, action: action.name, text, cwd, typed }, options);
  }
  if (action.argument === "path") return await understandPaths({ ...names, action, args }, absolute, options);
  const text = argumentText(args, action.argument);
  const deed: Deed = {
    ...names,
    action: action.name,
    kind: action.argument === "url" ? "url" : "text",
    forms: formsOf(text, action.argument),
  };
  return {
    tool: tool.name,
    action: action.name,
    summary: changesSkill(action) ? skillChangeSummary(tool.name, args) : `${tool.name} ${text}`,
    readOnly: action.readOnly,
    deeds: [deed],
    sideDeeds: [],
    findings: changesSkill(action)
      ? [skillChangeFinding(args)]
      : await findingsOf(action, text, context, options),
    paths: [],
  };
}

function changesSkill({ name }: Action): boolean {
  return name === "skill.write";
}

async function findingsOf(
  action: Action,
  text: string,
  { signal }: Pick<ToolContext, "signal">,
  { hasCodeJail, checkUrl }: Surroundings,
): Promise<readonly Finding[]> {
  if (action.name === "code.run" && (await hasCodeJail?.()) !== true)
    return [
      {
        id: "code.unjailed",
        severity: "ask",
        reason: "The script would run without a jail around it, and can do what you can.",
      },
    ];
  if (action.argument !== "url" || checkUrl === undefined) return [];
  const reasons = await Promise.all(urlsIn(text).map((url) => checkUrl(url, signal)));
  return reasons.flatMap((reason) =>
    reason === undefined ? [] : [{ id: "network.private", severity: "refuse", reason } as const],
  );
}

interface PathCall {
  readonly tool: string;
  readonly toolset: string;
  readonly action: Action;
  readonly args: unknown;
}

async function understandPaths(
  { tool, toolset, action, args }: PathCall,
  absolute: (path: string) => Promise<string>,
  options: Surroundings,
): Promise<Subject> {
  const touched = await Promise.all(
    (await touchedByFileTool(tool, args)).map(async ({ path, access }): Promise<TouchedPath> => {
      return await locate(await absolute(path), access, options.backend);
    }),
  );
  // What an edit reads on its way is no deed of its own.
  const isMain = ({ access }: TouchedPath): boolean => action.readOnly || access !== "read";
  const judged = await Promise.all(
    touched.map(({ path, access }) => judgeTouched({ path, access, searches: tool === "search" }, options)),
  );
  return {
    tool,
    action: action.name,
    summary: `${tool} ${[...new Set(touched.map(({ path }) => path))].join(", ")}`,
    readOnly: action.readOnly,
    deeds: touched.filter(isMain).map((path) => pathDeed({ tool, toolset }, path)),
    sideDeeds: touched.filter((path) => !isMain(path)).map((path) => pathDeed({ tool, toolset }, path)),
    findings: judged.filter((finding) => finding !== undefined),
    paths: touched,
  };
}

/** What stands between the parentheses of a rule for this call. */
function argumentText(args: unknown, kind: Action["argument"]): string {
  if (kind === "url") {
    const value: unknown =
      typeof args === "object" && args !== null
        ? (Reflect.get(args, "urls") ?? Reflect.get(args, "url"))
        : "";
    return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";
  }
  return JSON.stringify(args) ?? "";
}

function urlsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((part) => part !== "");
}

/** An address can be named whole or by its host. */
function formsOf(text: string, kind: Action["argument"]): readonly string[] {
  if (kind !== "url") return [text];
  return urlsIn(text).flatMap((url) => (URL.canParse(url) ? [url, new URL(url).hostname] : [url]));
}
