import { AsyncLocalStorage } from "node:async_hooks";
import type { Environment, Provenance, Tool, ToolContext, ToolFinding, ToolRegistry } from "@hermes/registry";
import { defineTool, untrustedValue, toolError, untrustedSources } from "@hermes/registry";
import { z } from "zod";
import type { CodeRunner, LanguageName } from "../code-runner.ts";
import type { DenoRelease } from "../deno/deno-release.ts";
import type { Isolation } from "../isolation.ts";
import type { IsolationLevel } from "../jail.ts";
import { defaultLimits } from "../limits.ts";
import type { SandboxLimits } from "../limits.ts";
import type { RunResult } from "../run/run-result.ts";
import type { SandboxTool } from "../sandbox-tool.ts";
import { memoryCallJournal } from "./call-journal.ts";
import type { CallJournal } from "./call-journal.ts";
import { callableOf, keptArguments } from "./callable-tools.ts";
import { describeCode } from "./describe-code.ts";
import { resumeCalls } from "./resume-calls.ts";
import type { ResumeCallsOptions } from "./resume-calls.ts";

export interface ExecuteCodeToolOptions {
  /** Where calls go: the registry that the tool itself is in, with its guard and hooks. */
  readonly registry: () => Pick<ToolRegistry, "get" | "dispatchValue">;
  /** The first is the default. `findLanguages` says which there are. */
  readonly languages: readonly LanguageName[];
  /** What the description says of the jail. */
  readonly level: IsolationLevel;
  /** What is in force. Asked with the first run; a rejection is the answer to the call. */
  readonly isolation: () => Promise<Isolation>;
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** Where `python3`, `deno` and `npm` are looked for. */
  readonly env: Environment;
  /** Folder in which Deno is kept once it was fetched, for JavaScript without a jail. Absent: none is fetched. */
  readonly programs?: string | undefined;
  /** The Deno that is fetched. @default pinnedDeno */
  readonly denoRelease?: DenoRelease | undefined;
  /** Keeps calls for the case that this process dies. @default memoryCallJournal() */
  readonly journal?: CallJournal | undefined;
  /** Whether a tool beyond the fixed list may be called: one of an MCP server that allows it. */
  readonly allow?: ((tool: string) => boolean) | undefined;
  /** Starts the next interpreter once one was used. @default false */
  readonly startAhead?: boolean | undefined;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform | undefined;
}

/** `execute_code`: runs a script that calls the tools of its session. */
export function executeCodeTool(options: ExecuteCodeToolOptions): Tool {
  const { level, platform = process.platform, env, startAhead = false } = options;
  const { isolation, programs, denoRelease } = options;
  const languages = level === "deno" ? javascriptFirst(options.languages) : options.languages;
  const limits = { ...defaultLimits, ...options.limits };
  let made: Promise<CodeRunner> | undefined;
  // What the model is told needs none of it, and the way to the first request is short.
  const runner = (): Promise<CodeRunner> =>
    (made ??= import("../code-runner.ts").then(({ createCodeRunner }) =>
      createCodeRunner({ isolation, limits, env, programs, denoRelease, startAhead }),
    ));
  const [first = "javascript", ...others] = languages;
  const input = z.object({
    code: z.string().describe("The script."),
    language: z.enum([first, ...others]).default(first),
    session: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .describe("Name of an interpreter that keeps its variables for later runs."),
  });
  const callable = callableByOffer(options);

  return defineTool({
    name: "execute_code",
    toolset: "code_execution",
    emoji: "🐍",
    description: describeCode({ tools: [], languages, level, limits }),
    input,
    available: () => platform !== "win32",
    describe: (present) => ({
      description: describeCode({ tools: callable(present), languages, level, limits }),
    }),
    action: { name: "code.run", summary: "run a script that calls tools" },
    async findings() {
      // Without any isolation nothing runs at all; the tool says why.
      const inForce = await isolation().then(
        ({ jail }) => jail.level,
        () => "jail",
      );
      return inForce === "process" ? [unjailed] : [];
    },
    detail: ({ code, language }) => `${language}, ${linesText(code.split("\n").length)}`,
    cleanup: async (sessionId) => await (await made)?.end(sessionId),
    async execute(script, context) {
      if (platform === "win32")
        return toolError("execute_code does not work on Windows yet.", {
          hint: "Call the tools one by one.",
        });
      return await runScript(script, context, {
        ...options,
        runner: await runner(),
        callable,
        maxCalls: limits.maxCalls,
      });
    },
  });
}

/** Where Python does not run, nobody should get it by saying nothing. */
function javascriptFirst(languages: readonly LanguageName[]): readonly LanguageName[] {
  return ["javascript", ...languages.filter((name) => name !== "javascript")];
}

const unjailed: ToolFinding = {
  id: "code.unjailed",
  severity: "ask",
  reason: "The script would run without a jail around it, and can do what you can.",
};

type OfferedTools = (offered: ReadonlySet<string>) => readonly SandboxTool[];

/** The same list for the same offer: an interpreter that was started ahead knows it by that. */
function callableByOffer({ registry, allow }: ExecuteCodeToolOptions): OfferedTools {
  const lists = new Map<string, readonly SandboxTool[]>();
  return (offered) => {
    const key = [...offered].sort().join(" ");
    const list = lists.get(key) ?? callableOf({ offered, get: (name) => registry().get(name), allow });
    lists.set(key, list);
    return list;
  };
}

interface Script {
  readonly code: string;
  readonly language: LanguageName;
  readonly session?: string | undefined;
}

interface ScriptParts extends Pick<ExecuteCodeToolOptions, "registry" | "journal"> {
  readonly runner: CodeRunner;
  readonly callable: OfferedTools;
  readonly maxCalls: number;
}

const nothing: ReadonlySet<string> = new Set();

async function runScript(script: Script, context: ToolContext, parts: ScriptParts): Promise<object> {
  const { code, language, session } = script;
  const { registry, runner, journal: calls = memoryCallJournal() } = parts;
  // No session, no tools: what nobody has offered is not there.
  const offered = context.offered ?? nothing;
  const tools = parts.callable(offered);
  const codeHash = process
    .getBuiltinModule("node:crypto")
    .createHash("sha256")
    .update(`${language}\0${session ?? ""}\0${code}`)
    .digest("hex");
  const { sessionId, callId } = context;
  const collected = new SourceCollector(context);
  const journal = await calls.open({ sessionId, callId, language, codeHash });
  const resumed = resumeCalls({
    journal,
    callId,
    isReadOnly: (tool) => registry().get(tool)?.readOnly === true,
    call: throughRegistry(registry(), context, collected),
  });
  let result: RunResult | undefined;
  try {
    result = await runner.run(code, {
      language,
      session,
      // Sessions that share a task have interpreters of their own: their tools are others.
      owner: context.sessionId,
      tools,
      call: resumed.call,
      refuse: (tool) => (offered.has(tool) || tool === "execute_code" ? notInCode(tool) : undefined),
      signal: context.signal,
      progress: (text) => context.progress?.({ text }),
      onCall: ({ number, accepted, tool }) =>
        context.progress?.({ text: `execute_code ${number}/${accepted} ${tool}` }),
    });
  } finally {
    // What ended in doubt goes on with the next attempt.
    await journal.end({ resumable: resumed.hasDoubts && result?.status !== "success" });
  }
  const { status, output, errors, toolCallsMade, durationSeconds } = result;
  const answer = {
    status,
    output,
    errors,
    tool_calls_made: toolCallsMade,
    duration_seconds: durationSeconds,
  };
  return untrustedValue(answer, [...collected.sources, ...(journal.earlier.length > 0 ? unknownSource : [])]);
}

/** What an earlier attempt got is kept without its sources. */
const unknownSource: readonly Provenance[] = [{ source: "unknown" }];

/** Untrusted sources of what a run got from tools: from then on, all that it does and gives may be of them. */
class SourceCollector {
  sources: readonly Provenance[];

  constructor({ provenance = [] }: ToolContext) {
    this.sources = provenance;
  }

  add(sources: readonly Provenance[] | undefined): void {
    this.sources = untrustedSources(this.sources, sources);
  }
}

function notInCode(tool: string): string {
  return `${tool} is not available in execute_code. Use it as a normal call.`;
}

/** The same way that every other call takes: guard, hooks and redaction. */
function throughRegistry(
  registry: Pick<ToolRegistry, "dispatchValue">,
  context: ToolContext,
  collected: SourceCollector,
): ResumeCallsOptions["call"] {
  const origin = { ...context.origin, entryPoint: "sandbox" };
  // A script's calls come by wires that are older than the call which runs it.
  const inContextOfCall = AsyncLocalStorage.snapshot();
  return async ({ tool, args, number, signal }, onStart) => {
    const callId = `${context.callId}.${number}`;
    // A script goes on at once or not at all: none of its calls can wait for an answer that comes later.
    const own = { callId, origin, signal, onStart, waits: undefined, provenance: collected.sources };
    const made: ToolContext = { ...context, ...own };
    const { value, isError, provenance } = await inContextOfCall(
      async () => await registry.dispatchValue(tool, keptArguments(tool, args), made),
    );
    collected.add(provenance);
    return { value, isError };
  };
}

function linesText(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
