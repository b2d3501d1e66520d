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
import type { CallAnalysis, TouchedPath } from "./call-analysis.ts";
import type { GuardEnvironment } from "./guard-environment.ts";
import { connectTo } from "./closed-address.ts";
import { checkTouchedPath, locate, pathOperation } from "./touched-path.ts";
import { newLinesOf } from "./typed-text.ts";
import type { TypedText } from "./typed-text.ts";
import { analyzeCommand } from "./analyze-command.ts";

export interface CallToAnalyze {
  readonly tool: DescribedTool;
  /** As its `parse` has given them. */
  readonly args: unknown;
}

/** A call, with what its tool knows against it. */
export interface CallToAssess extends CallToAnalyze {
  readonly tool: DescribedTool & Partial<Pick<Tool, "findings" | "provenance">>;
}

export interface AnalysisContext extends Pick<ToolContext, "taskId" | "signal"> {
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
export async function analyzeCall(
  { tool, args }: CallToAnalyze,
  context: AnalysisContext,
  options: GuardEnvironment,
): Promise<CallAnalysis> {
  const { action, argument } = describeCall(tool, args);
  const named = { tool: tool.name, toolset: tool.toolset, action };
  const analysis = await analyzeArgument(named, argument, context, options);
  return { ...analysis, argument };
}

async function analyzeArgument(
  named: Omit<Named<CallArgument>, "argument">,
  argument: CallArgument,
  context: AnalysisContext,
  options: GuardEnvironment,
): Promise<CallAnalysis> {
  switch (argument.kind) {
    case "command":
      return await analyzeShellText({ ...named, argument }, context, options);
    case "path":
      return await analyzePaths({ ...named, argument }, context, options);
    case "url":
      return await analyzeUrls({ ...named, argument }, context, options);
    case "text": {
      const { tool, toolset, action } = named;
      const operation = {
        tool,
        toolset,
        actions: [action.name],
        kind: "text",
        forms: [argument.text],
      } as const;
      return plainAnalysis(named, argument.shown ?? argument.text, { operations: [operation], findings: [] });
    }
  }
}

function plainAnalysis(
  { tool, action }: Omit<Named<CallArgument>, "argument">,
  shown: string,
  found: Pick<CallAnalysis, "operations" | "findings">,
): CallAnalysis {
  return {
    tool,
    action: action.name,
    summary: `${tool} ${shown}`,
    readOnly: action.readOnly === true,
    sideOperations: [],
    paths: [],
    ...found,
  };
}

async function analyzeShellText(
  { tool, toolset, action, argument }: Named<CommandArgument>,
  context: AnalysisContext,
  options: GuardEnvironment,
): Promise<CallAnalysis> {
  const typed =
    argument.typedInto === undefined ? undefined : (context.typed?.with(argument, context) ?? argument.text);
  const text = typed === undefined ? argument.text : newLinesOf(typed, argument);
  const cwd = await options.resolve(argument.cwd ?? ".", context.taskId);
  const call = { tool, toolset, action: action.name, strictAction: commonAction(argument), text, cwd, typed };
  return await analyzeCommand(call, options);
}

/** What the call is beside what its tool calls it. */
function commonAction({ typedInto, background = false }: CommandArgument): string {
  if (typedInto !== undefined) return commonActions.input;
  return background ? commonActions.background : commonActions.run;
}

async function analyzeUrls(
  { argument, ...named }: Named<UrlArgument>,
  { signal }: AnalysisContext,
  options: GuardEnvironment,
): Promise<CallAnalysis> {
  const { tool, toolset, action } = named;
  const { urls } = argument;
  const refusals = await refusalsOf(argument, signal, options);
  const findings = refusals.map((reason): Finding => ({ id: "network.private", severity: "refuse", reason }));
  // An address can be named whole or by its host.
  const forms = urls.flatMap((url) => (URL.canParse(url) ? [url, new URL(url).hostname] : [url]));
  const names = { tool, toolset, actions: [action.name], strictActions: [commonActions.fetch] };
  const analysis = plainAnalysis(named, urls.join(" "), {
    operations: [{ ...names, kind: "url", forms }],
    findings,
  });
  const connections = urls.flatMap((url) => (URL.canParse(url) ? [connectTo(new URL(url))] : []));
  return { ...analysis, sideOperations: connections };
}

/** Why addresses may not be reached. None where the tool leaves those out itself, and some remain. */
export async function refusalsOf(
  { urls, eachGuarded = false }: UrlArgument,
  signal: AbortSignal,
  { checkUrl }: Pick<GuardEnvironment, "checkUrl">,
): Promise<readonly string[]> {
  const reasons = await Promise.all(urls.map(async (url) => await checkUrl?.(url, signal)));
  const refusals = reasons.filter((reason) => reason !== undefined);
  return eachGuarded && refusals.length < urls.length ? [] : refusals;
}

async function analyzePaths(
  { tool, toolset, action, argument }: Named<PathArgument>,
  { taskId }: AnalysisContext,
  options: GuardEnvironment,
): Promise<CallAnalysis> {
  const touched = await Promise.all(
    argument.paths.map(async ({ path, access, searches = false }): Promise<SearchedPath> => {
      return { ...(await locate(await options.resolve(path, taskId), access, options)), searches };
    }),
  );
  const readOnly = action.readOnly === true;
  // What an edit reads on its way is no operation of its own.
  const isMain = ({ access }: TouchedPath): boolean => readOnly || access !== "read";
  const judged = await Promise.all(touched.map((each) => checkTouchedPath(each, options)));
  const names = { tool, toolset, action: action.name };
  return {
    tool,
    action: action.name,
    summary: `${tool} ${[...new Set(touched.map(({ path }) => path))].join(", ")}`,
    readOnly,
    operations: touched.filter(isMain).map((path) => pathOperation(names, path)),
    sideOperations: touched
      .filter((path) => !isMain(path))
      .map((path) => pathOperation({ tool, toolset }, path)),
    findings: judged.filter((finding) => finding !== undefined),
    paths: touched,
  };
}

interface SearchedPath extends TouchedPath {
  readonly searches: boolean;
}
