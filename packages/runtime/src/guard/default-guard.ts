import type { Guard, GuardedCall, ToolContext, Verdict } from "@hermes/registry";
import { judgeCommand } from "./judge-command.ts";
import { judgePath, judgeSearch } from "./judge-path.ts";
import type { Finding, Places } from "./judge-path.ts";

export interface DefaultGuardOptions extends Places {
  /** Lets through what would be asked. Hard limits and credential files stay refused. @default false */
  readonly yolo?: boolean | undefined;
  /** Absolute path of what a call names, as the tools of this task see it. */
  readonly resolve: (path: string, taskId: string) => Promise<string>;
}

/**
 * Stands in until there are permission rules: asks before commands that destroy, publish or reach beyond the
 * workspace, and before files are written outside of it; refuses credential files and what nobody would want. What it
 * can't ask, it refuses with a reason. An answer for the session holds for calls of the same kind.
 */
export function createDefaultGuard(options: DefaultGuardOptions): Guard {
  const granted = new Set<string>();

  return async (call, context) => {
    const { findings, summary } = await judgeCall(call, context, options);
    const refused = findings.find(({ kind }) => kind === "refuse");
    if (refused !== undefined)
      return refusal(refused.reason, "Nothing can allow this here. Leave it to the person.");
    const key = ({ id }: Finding): string => `${context.sessionId}\n${id}`;
    const open = options.yolo === true ? [] : findings.filter((finding) => !granted.has(key(finding)));
    if (open.length === 0) return { allow: true };

    const reason = open.map((finding) => finding.reason).join(" ");
    if (context.approve === undefined) {
      return refusal(
        reason,
        "It needs a person's permission and nobody can be asked here. Do it in a way that needs none, or say what you would have done.",
      );
    }
    const request = { callId: context.callId, tool: call.tool.name, summary, reason };
    const answer = await context.approve(request, { signal: context.signal });
    if (!answer.approved) {
      return refusal(
        reason,
        `It was not permitted: ${answer.reason} Do not try the same in another way; go on without it, or ask what to do.`,
      );
    }
    if (answer.scope === "session") for (const finding of open) granted.add(key(finding));
    return { allow: true };
  };
}

function refusal(reason: string, advice: string): Verdict {
  return { allow: false, reason: `Not done. ${reason} ${advice}` };
}

interface JudgedCall {
  readonly findings: readonly Finding[];
  /** What would happen, on one line. */
  readonly summary: string;
}

/** Which of a tool's arguments is a command or a path. Tools that are not named here touch neither. */
async function judgeCall(
  { tool, args }: GuardedCall,
  context: ToolContext,
  options: DefaultGuardOptions,
): Promise<JudgedCall> {
  const absolute = (path: string): Promise<string> => options.resolve(path, context.taskId);
  switch (tool.name) {
    case "terminal": {
      const command = textOf(args, "command") ?? "";
      const cwd = await absolute(textOf(args, "workdir") ?? ".");
      return { findings: await judgeCommand(command, cwd, options), summary: oneLine(command) };
    }
    case "search":
      return await judgeFile(judgeSearch);
    case "read_file":
      return await judgeFile((path, places) => judgePath(path, "read", places));
    case "write_file":
    case "patch":
      return await judgeFile((path, places) => judgePath(path, "write", places));
    default:
      return { findings: [], summary: "" };
  }

  async function judgeFile(
    judge: (path: string, places: Places) => Promise<Finding | undefined>,
  ): Promise<JudgedCall> {
    const path = await absolute(textOf(args, "path") ?? ".");
    const finding = await judge(path, options);
    return { findings: finding === undefined ? [] : [finding], summary: `${tool.name} ${path}` };
  }
}

function textOf(args: unknown, key: string): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  const value: unknown = Reflect.get(args, key);
  return typeof value === "string" ? value : undefined;
}

function oneLine(command: string): string {
  const line = command.trim().replace(/\s*\n\s*/g, " ⏎ ");
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
