import { describeCall } from "@hermes/registry";
import type {
  CallArgument,
  CommandArgument,
  DescribedTool,
  PathArgument,
  Tool,
  ToolAction,
  ToolContext,
  UrlArgument,
} from "@hermes/registry";
import type { Finding } from "../finding.ts";
import { commonActions } from "./known-actions.ts";
import type { Subject, TouchedPath } from "./subject.ts";
import type { Surroundings } from "./surroundings.ts";
import { judgeTouched, locate, pathDeed } from "./touched-path.ts";
import { newLinesOf } from "./typed-text.ts";
import type { TypedText } from "./typed-text.ts";
import { understandCommand } from "./understand-command.ts";

export interface CallToUnderstand {
  readonly tool: DescribedTool;
  /** As its `parse` has given them. */
  readonly args: unknown;
}

/** A call, with what its tool knows against it. */
export interface CallToLookAt extends CallToUnderstand {
  readonly tool: DescribedTool & Partial<Pick<Tool, "findings" | "provenance">>;
}

export interface UnderstandContext extends Pick<ToolContext, "taskId" | "signal"> {
  /** What processes have got before. */
  readonly typed?: TypedText | undefined;
}

/** Who does what, as its tool says. */
interface Named<Argument> {
  readonly tool: string;
  readonly toolset: string;
  readonly action: ToolAction;
  readonly argument: Argument;
}

/** Reads a call without running it. What a tool says of a call is all that is known of the tool. */
export async function understandCall(
  { tool, args }: CallToUnderstand,
  context: UnderstandContext,
  options: Surroundings,
): Promise<Subject> {
  const { action, argument } = describeCall(tool, args);
  const named = { tool: tool.name, toolset: tool.toolset, action };
  const subject = await understandArgument(named, argument, context, options);
  return { ...subject, argument };
}

async function understandArgument(
  named: Omit<Named<CallArgument>, "argument">,
  argument: CallArgument,
  context: UnderstandContext,
  options: Surroundings,
): Promise<Subject> {
  switch (argument.kind) {
    case "command":
      return await understandShellText({ ...named, argument }, context, options);
    case "path":
      return await understandPaths({ ...named, argument }, context, options);
    case "url":
      return await understandUrls({ ...named, argument }, context, options);
    case "text": {
      const { tool, toolset, action } = named;
      const deed = { tool, toolset, actions: [action.name], kind: "text", forms: [argument.text] } as const;
      return plainSubject(named, argument.shown ?? argument.text, { deeds: [deed], findings: [] });
    }
  }
}

function plainSubject(
  { tool, action }: Omit<Named<CallArgument>, "argument">,
  shown: string,
  found: Pick<Subject, "deeds" | "findings">,
): Subject {
  return {
    tool,
    action: action.name,
    summary: `${tool} ${shown}`,
    readOnly: action.readOnly === true,
    sideDeeds: [],
    paths: [],
    ...found,
  };
}

async function understandShellText(
  { tool, toolset, action, argument }: Named<CommandArgument>,
  context: UnderstandContext,
  options: Surroundings,
): Promise<Subject> {
  const typed =
    argument.typedInto === undefined ? undefined : (context.typed?.with(argument, context) ?? argument.text);
  const text = typed === undefined ? argument.text : newLinesOf(typed, argument);
  const cwd = await options.resolve(argument.cwd ?? ".", context.taskId);
  const call = { tool, toolset, action: action.name, strictly: commonAction(argument), text, cwd, typed };
  return await understandCommand(call, options);
}

/** What the call is beside what its tool calls it. */
function commonAction({ typedInto, background = false }: CommandArgument): string {
  if (typedInto !== undefined) return commonActions.input;
  return background ? commonActions.background : commonActions.run;
}

async function understandUrls(
  { argument, ...named }: Named<UrlArgument>,
  { signal }: UnderstandContext,
  { checkUrl }: Surroundings,
): Promise<Subject> {
  const { tool, toolset, action } = named;
  const { urls } = argument;
  const reasons = await Promise.all(urls.map(async (url) => await checkUrl?.(url, signal)));
  const findings = reasons.flatMap((reason): readonly Finding[] =>
    reason === undefined ? [] : [{ id: "network.private", severity: "refuse", reason }],
  );
  // An address can be named whole or by its host.
  const forms = urls.flatMap((url) => (URL.canParse(url) ? [url, new URL(url).hostname] : [url]));
  const names = { tool, toolset, actions: [action.name], stricter: [commonActions.fetch] };
  return plainSubject(named, urls.join(" "), { deeds: [{ ...names, kind: "url", forms }], findings });
}

async function understandPaths(
  { tool, toolset, action, argument }: Named<PathArgument>,
  { taskId }: UnderstandContext,
  options: Surroundings,
): Promise<Subject> {
  const touched = await Promise.all(
    argument.paths.map(async ({ path, access, searches = false }): Promise<SearchedPath> => {
      return { ...(await locate(await options.resolve(path, taskId), access, options)), searches };
    }),
  );
  const readOnly = action.readOnly === true;
  // What an edit reads on its way is no deed of its own.
  const isMain = ({ access }: TouchedPath): boolean => readOnly || access !== "read";
  const judged = await Promise.all(touched.map((each) => judgeTouched(each, options)));
  const names = { tool, toolset, action: action.name };
  return {
    tool,
    action: action.name,
    summary: `${tool} ${[...new Set(touched.map(({ path }) => path))].join(", ")}`,
    readOnly,
    deeds: touched.filter(isMain).map((path) => pathDeed(names, path)),
    sideDeeds: touched.filter((path) => !isMain(path)).map((path) => pathDeed({ tool, toolset }, path)),
    findings: judged.filter((finding) => finding !== undefined),
    paths: touched,
  };
}

interface SearchedPath extends TouchedPath {
  readonly searches: boolean;
}
