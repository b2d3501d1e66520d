import type { Approver } from "./approval.ts";
import type { CallWall } from "./call-wall.ts";
import type { DescribedTool } from "./call-description.ts";
import type { Provenance } from "./provenance.ts";
import type { ToolResult } from "./tool-result.ts";

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** The environment as a plain object, handed in by whoever reads it; nothing here touches `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Through which entry point and on whose behalf a call is made. */
export interface Origin {
  /** `cli`, `telegram`, `api`, … */
  readonly platform: string;
  readonly userId?: string | undefined;
  readonly chatId?: string | undefined;
  /** What kind of chat it is: rules may be stricter where others read along. */
  readonly chatKind?: "dm" | "group" | "channel" | undefined;
  readonly threadId?: string | undefined;
  /** The way in: `chat`, `tools-call`, `sandbox`, `library`, … */
  readonly entryPoint: string;
}

/** A sign of life of a long call; shown to people, never sent to the model. */
export interface ToolProgress {
  /** One line. */
  readonly text: string;
  /** The newest lines of an output that goes on, oldest first. */
  readonly lines?: readonly string[] | undefined;
  /** Of what in the call it is, such as the id of a child: a later one takes the place of an earlier one of the same. */
  readonly subject?: string | undefined;
  /** Id of a terminal of the editor, in which the call goes on. */
  readonly terminal?: string | undefined;
}

/** Says whether a tool can work here and now. A text is a no, and says to people what is missing. */
export type Availability = (options: {
  readonly env: Environment;
}) => boolean | string | Promise<boolean | string>;

/** What a tool learns about the call it serves. */
export interface ToolContext {
  /** Names the environment of the call: shell state, scratch files, browser. Sessions may share one. */
  readonly taskId: string;
  readonly sessionId: string;
  readonly callId: string;
  /** Aborted when the person interrupts. Everything that waits takes it. */
  readonly signal: AbortSignal;
  /** The person's words that started this turn. */
  readonly userTask?: string | undefined;
  readonly origin: Origin;
  /**
   * For the guard, which alone asks, and for tools that call others: a tool tells what should be asked in `findings`.
   * Absent where nobody can be asked; the guard then refuses what it would have asked.
   */
  readonly approve?: Approver | undefined;
  /**
   * Present where the call can wait for an answer that comes later, and is then dispatched again under its id. `again`: it
   * has waited before, and its approval may be answered.
   */
  readonly waits?: { readonly again: boolean } | undefined;
  readonly progress?: ((progress: ToolProgress) => void) | undefined;
  /**
   * Says that the result of this call tells the model what these notices say, before they are recorded. They count as delivered
   * with it, and wait for the next boundary where it never comes. Absent where nobody keeps notices.
   */
  readonly tells?: ((noticeIds: readonly string[]) => void) | undefined;
  /**
   * Called once, and awaited, when nothing stands between the call and its effect any more: after validation, hooks and
   * guard, right before the tool acts. Not called where the call does not run. A guard that runs the call itself calls it
   * before that. What it throws keeps the call from running.
   */
  readonly onStart?: (() => void | Promise<void>) | undefined;
  /** Of the session: asked behind those of the registry, for calls that a tool makes with this context too. */
  readonly hooks?: readonly ToolHooks[] | undefined;
  /** Names of the tools that the session's model can call, those that wait behind a search included. Absent outside of one. */
  readonly offered?: ReadonlySet<string> | undefined;
  /** Untrusted sources of what the model has before it. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
  /** What was said so far. Absent outside of a session. */
  readonly transcript?: (() => Transcript) | undefined;
  /** What holds the processes of the call. Set by the guard's verdict alone. Absent: what the backend does by itself. */
  readonly wall?: CallWall | undefined;
}

/** The texts of a session, told apart by who they are from. */
export interface Transcript {
  /** Words of the person. */
  readonly person: readonly string[];
  /** What came from untrusted sources. */
  readonly untrusted: readonly string[];
}

/** Where a tool's results come from: always the same, or told by the arguments. */
export type ToolProvenance = Provenance | ((args: unknown) => Provenance | undefined);

/** Whether calls may run beside others of the same batch. `parallel`: always. `exclusive`: never. */
export type Concurrency = "parallel" | "exclusive";

/** What kind of session a tool is for. */
export type ToolAudience = "person" | "child";

/** What `describe` may change once it is known which tools are present. */
export interface DescriptionPatch {
  readonly description?: string | undefined;
  readonly parameters?: JsonSchema | undefined;
}

export type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** A finding against a call, as its tool knows it. */
export interface ToolFinding {
  /** Stable name of the kind, such as `untrusted.persist`. */
  readonly id: string;
  /** `ask`: a person may allow it. `refuse`: nothing can; `advice` says what to do instead. */
  readonly severity: "ask" | "refuse";
  /** One plain sentence to show. */
  readonly reason: string;
  /** For a refusal: what to do instead, as one sentence. */
  readonly advice?: string | undefined;
  /** Of an `untrusted.…` one: where the text comes from that may have asked for it. */
  readonly sources?: readonly Provenance[] | undefined;
}

/** Holds types alone: no tool has a property of this name. */
export declare const toolTypes: unique symbol;

/** What the compiler knows of the calls and the results of a tool. */
export interface ToolTypes {
  readonly [toolTypes]?: {
    readonly call: { readonly name: string; readonly input?: unknown };
    readonly result: { readonly name: string; readonly output?: unknown };
  };
}

/** A tool with its input type erased: what registries hold. Made by `defineTool`. */
export interface Tool extends DescribedTool, ToolTypes {
  readonly description: string;
  readonly emoji: string;
  readonly requiresEnv: readonly string[];
  /** Whether its definition waits behind a search instead of being in every request. @default false */
  readonly rare?: boolean | undefined;
  /**
   * `person`: of sessions that a person speaks to; a child gets it where a role of the home names it. For what asks a person,
   * speaks for them, or outlives the session. `child`: of sessions that work for another one alone. Undefined: of both.
   */
  readonly audience?: ToolAudience | undefined;
  /** Where it is offered. Undefined: everywhere. */
  readonly platforms?: readonly string[] | undefined;
  /** Undefined: a call whose action only reads runs beside others, one that acts runs alone. */
  readonly concurrency?: Concurrency | undefined;
  /** True when no call changes anything, so that an identical result twice means that the model is going in circles. */
  readonly readOnly: boolean;
  /**
   * Where results come from. Untrusted ones reach the model as data, and the session keeps their source. A tool of the
   * source `mcp` is described by its server, too.
   */
  readonly provenance?: ToolProvenance | undefined;
  /** Results with more characters are spilled to a file on their way to the model. Undefined: the loop's default. */
  readonly maxResultChars: number | undefined;
  /** A call that takes longer is ended, with an error that names the limit. Milliseconds. @default no end */
  readonly timeoutMs?: number | undefined;
  /** JSON Schema of the input, built on first use. */
  parameters(): JsonSchema;
  /** Other names of arguments that `parse` accepts and the schema does not show, each with the one it stands for. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** Coerces by schema ("3" → 3, "true" → true, a bare item → a list of one), then validates. Never throws. */
  parse(args: unknown): ParsedInput;
  /**
   * Findings against a call beyond what the guard finds itself. Asked before the call, and again after an answer; the
   * guard decides. Changes nothing and asks nobody. Absent: nothing does.
   */
  readonly findings?: ((value: unknown, context: ToolContext) => Promise<readonly ToolFinding[]>) | undefined;
  execute(value: unknown, context: ToolContext): Promise<unknown>;
  /** Whether the tool can work here and now; a text says why it can't. A thrown error counts as no. */
  readonly available: Availability | undefined;
  /** Called when definitions are built, with the names of all tools that will be in them. */
  readonly describe: ((present: ReadonlySet<string>) => DescriptionPatch) | undefined;
  /** One short phrase for the activity line, such as the command or the path. Must not throw. */
  readonly detail: ((args: unknown) => string | undefined) | undefined;
  /** Releases what the tool holds for a session and for the task of its own, which has its id. Called when the session closes. */
  readonly cleanup: ((sessionId: string) => void | Promise<void>) | undefined;
}

/** A call that is about to run. */
export interface PendingCall {
  readonly tool: Tool;
  /** Coerced and validated; in `ToolHooks.around` as they were sent. */
  readonly args: unknown;
}

/** A call that ran, whether it succeeded or failed. */
export interface FinishedCall extends PendingCall {
  readonly result: ToolResult;
  readonly durationMs: number;
}

/** `block`: the call does not run, for this reason. `args`: it runs with these instead, which are validated again. */
export type BeforeCall = { readonly block: string } | { readonly args: unknown };

/** Watches and shapes calls. Hooks run in the order given, each seeing what the one before made. */
export interface ToolHooks {
  /** For warnings and refusals. */
  readonly name: string;
  /** Awaited before the guard is asked. Undefined: nothing changes. A thrown error refuses the call. */
  readonly before?:
    | ((
        call: PendingCall,
        context: ToolContext,
      ) => BeforeCall | undefined | void | Promise<BeforeCall | undefined | void>)
    | undefined;
  /**
   * Awaited after a call that ran. `{ value }` takes the place of what the tool returned. When it throws, the result
   * is withheld and the model learns that the call took effect.
   */
  readonly after?:
    | ((
        call: FinishedCall,
        context: ToolContext,
      ) =>
        | { readonly value: unknown }
        | undefined
        | void
        | Promise<{ readonly value: unknown } | undefined | void>)
    | undefined;
  /**
   * Holds the whole call: `next` validates the arguments, asks the other hooks and the guard, runs the tool and takes secrets
   * out of its result. Of several hooks the first given is the outermost. May do something before and after, set an async context
   * for what `next` does, hand it other arguments, give another result (`{ value }`, or a result of another call), and answer
   * without `next`: the call does not run then. `next` runs once at most, since a call has effects. It rejects when the call is
   * aborted, and with nothing else.
   *
   * Where it throws before `next`, the call is refused. After that the result is withheld, and the model learns whether the call
   * took effect. There is no time limit: it holds the work. What waits for an approval goes on waiting, whatever is given.
   */
  readonly around?:
    | ((
        call: PendingCall,
        next: (args?: unknown) => Promise<ToolResult>,
        context: ToolContext,
      ) => Promise<ToolResult | { readonly value: unknown }>)
    | undefined;
}
