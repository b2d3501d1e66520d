import { textArgument } from "./call-description.ts";
import type { CallArgument, CallDescription, ToolAction } from "./call-description.ts";
import { HermesError } from "./hermes-error.ts";
import { createParser } from "./tool-input.ts";
import type { InputOf, ToolInput } from "./tool-input.ts";
import { isToolName, unusableName } from "./tool-name.ts";
import type { ToolOutput, TypedTool } from "./typed-tool.ts";
import type {
  Availability,
  Concurrency,
  DescriptionPatch,
  ParsedInput,
  Tool,
  ToolAudience,
  ToolContext,
  ToolFinding,
} from "./tool.ts";
import type { Provenance } from "./provenance.ts";

/** Which of several actions a call is. */
export interface ActionChoice<Value> {
  readonly of: readonly ToolAction[];
  /** The name of one of them. */
  choose(input: Value): string;
}

export interface DefineToolOptions<
  Input extends ToolInput = ToolInput,
  Name extends string = string,
  Returned = unknown,
> {
  /** What the model calls: letters, digits, `_` and `-`, at most 64. */
  readonly name: Name;
  /** The bundle it is switched on and off with. @default "app" */
  readonly toolset?: string | undefined;
  /** What it does and when to use it; read by the model. */
  readonly description: string;
  /**
   * The arguments: a zod object, or a JSON Schema of an object. Unknown ones are refused, so that a misspelt option is not silently
   * without effect; `z.looseObject`, or a word about `additionalProperties`, lets them through.
   */
  readonly input: Input;
  /**
   * Other names of arguments, each with the one it stands for: `{ process_id: "session_id" }`. They are accepted and not
   * advertised; guards, hooks and the tool see the argument's own name alone. @default {}
   */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /**
   * Does the work. Whatever JSON can express may be returned; for what went wrong as it may, `toolError`.
   * A thrown error reaches the model as `{"error": …}` too.
   */
  execute(input: InputOf<Input>, context: ToolContext): Returned;
  /** What a call does, as rules name it. @default `<toolset>.<name>` */
  readonly action?: ToolAction | ActionChoice<InputOf<Input>> | undefined;
  /**
   * What a call is made with: a command, paths or addresses are judged like those of every other tool. Pure; must not
   * throw. @default the arguments as JSON
   */
  argument?(input: InputOf<Input>): CallArgument;
  /**
   * Whether a person is asked about a call without other findings. The finding `tool.needs-approval`: rules, grants
   * and modes decide it like any other, and without somebody to ask it is a no. @default false
   */
  readonly needsApproval?: boolean | ((input: InputOf<Input>) => boolean) | undefined;
  /** Findings against a call, for the guard to decide before it runs. A thrown error refuses the call. */
  findings?(
    input: InputOf<Input>,
    context: ToolContext,
  ): readonly ToolFinding[] | Promise<readonly ToolFinding[]>;
  /**
   * Whether the tool can work here and now; a text is a no that says to people what is missing. A thrown error counts as no. Share
   * one function among the tools of a package: it runs once.
   */
  readonly available?: Availability | undefined;
  /** Variables that must be set and not empty. @default [] */
  readonly requiresEnv?: readonly string[] | undefined;
  /**
   * Few conversations need it: its definition is not in every request. The model finds it by a search, and calls it all the
   * same. @default false
   */
  readonly rare?: boolean | undefined;
  /**
   * `person`: children of a session get it only where a role of the home names it: what asks a person, sends in their name, or is
   * remembered. `child`: children alone get it.
   *
   * @default every session
   */
  readonly audience?: ToolAudience | undefined;
  /** Where it is offered: `cli`, `telegram`, … @default everywhere */
  readonly platforms?: readonly string[] | undefined;
  /** @default "⚡" */
  readonly emoji?: string | undefined;
  /** Whether calls run beside others of their batch. @default what only reads does, what acts does not */
  readonly concurrency?: Concurrency | undefined;
  /**
   * Whether a call changes nothing, not even of the session's own state.
   * @default whether all its actions only read, and false for a tool that names none
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Where results come from, always or by the arguments: web pages, mails, foreign servers. What is untrusted is fenced as data,
   * and keeps its source. @default the person's own
   */
  readonly provenance?: Provenance | ((input: InputOf<Input>) => Provenance | undefined) | undefined;
  /** Short for a `provenance` whose source is not known. @default false */
  readonly untrusted?: boolean | undefined;
  /** Results with more characters are spilled on their way to the model. @default what the loop says */
  readonly maxResultChars?: number | undefined;
  /**
   * A call that takes longer is ended: its signal is aborted, and the model gets an error that names the limit.
   * Milliseconds. @default no end
   */
  readonly timeoutMs?: number | undefined;
  /** Called when definitions are built, with the names of all tools that will be in them. */
  readonly describe?: ((present: ReadonlySet<string>) => DescriptionPatch) | undefined;
  /** One short phrase for people, such as the command or the path. */
  readonly detail?: ((input: InputOf<Input>) => string | undefined) | undefined;
  /**
   * Releases what the tool holds for a session and for the task of its own, which has its id. Share one function among the tools of
   * a package: it runs once.
   */
  readonly cleanup?: ((sessionId: string) => void | Promise<void>) | undefined;
}

/**
 * Makes a tool. The input is typed inside `execute`; name, input and result are known to whoever reads the events of its calls.
 *
 * @throws {HermesError} `TOOL_INVALID` when the name, the toolset, an action or the limit can't be used; `SCHEMA_INVALID` where a
 * JSON Schema can't.
 * @example See examples/basic.ts
 */
export function defineTool<const Name extends string, Input extends ToolInput, Returned>(
  options: DefineToolOptions<Input, Name, Returned>,
): TypedTool<Name, InputOf<Input>, ToolOutput<Returned>> {
  checkOptions(options);
  const { execute, detail, available, describe, cleanup } = options;
  const { parse, parameters } = createParser(options.input, options.aliases ?? {});
  return {
    name: options.name,
    toolset: options.toolset ?? defaultToolset,
    description: options.description,
    emoji: options.emoji ?? "⚡",
    requiresEnv: options.requiresEnv ?? [],
    rare: options.rare ?? false,
    audience: options.audience,
    platforms: options.platforms,
    concurrency: options.concurrency,
    ...descriptionOf(options),
    // Called with what `parse` gave, as `execute` is.
    provenance: (options.provenance ??
      (options.untrusted === true ? { source: "unknown" } : undefined)) as Tool["provenance"],
    maxResultChars: options.maxResultChars,
    timeoutMs: options.timeoutMs,
    parameters,
    aliases: options.aliases,
    parse,
    findings: findingsOf(options),
    // Registries call it with what `parse` gave, which is what the schema puts out.
    execute: async (value, context) => execute.call(options, value as InputOf<Input>, context),
    available,
    describe,
    detail: detail === undefined ? undefined : (args) => safeDetail(detail, parse(args)),
    cleanup,
  };
}

const defaultToolset = "app";

type Description = Pick<Tool, "readOnly" | "actions" | "describeCall">;

/** What is not said is not there: the defaults go by the name and the toolset that a tool has in the end. */
function descriptionOf<Input extends ToolInput>(options: DefineToolOptions<Input>): Description {
  const { name, toolset = defaultToolset, action: said, argument } = options;
  const { readOnly = false } = options;
  if (said === undefined && argument === undefined) return { readOnly };
  const single = said === undefined || !("of" in said) ? said : undefined;
  const choice = said !== undefined && "of" in said ? said : undefined;
  const actions = choice?.of ?? [single ?? { name: `${toolset}.${name}`, summary: `call ${name}`, readOnly }];
  const [first] = actions;
  const actionOf = (input: InputOf<Input>): ToolAction => {
    const wanted = choice === undefined ? first?.name : choice.choose(input);
    const action = actions.find((each) => each.name === wanted);
    if (action === undefined)
      throw new TypeError(`${name} says that it does "${wanted}", which it does not name.`);
    return action;
  };
  return {
    readOnly: options.readOnly ?? actions.every((each) => each.readOnly === true),
    actions,
    describeCall(value): CallDescription {
      // As for `execute`: the value comes from the schema.
      const input = value as InputOf<Input>;
      return { action: actionOf(input), argument: argument?.call(options, input) ?? textArgument(value) };
    },
  };
}

function findingsOf<Input extends ToolInput>(options: DefineToolOptions<Input>): Tool["findings"] {
  const { name, findings, needsApproval = false } = options;
  if (findings === undefined && needsApproval === false) return undefined;
  return async (value, context) => {
    // As for `execute`: the value comes from the schema.
    const input = value as InputOf<Input>;
    const found = (await findings?.call(options, input, context)) ?? [];
    const needs = typeof needsApproval === "function" ? needsApproval(input) : needsApproval;
    return needs ? [...found, approvalFinding(name)] : found;
  };
}

function approvalFinding(name: string): ToolFinding {
  const reason = `${name} asks a person before it does this.`;
  return { id: "tool.needs-approval", severity: "ask", reason };
}

function checkOptions<Input extends ToolInput>(options: DefineToolOptions<Input>): void {
  const { name, toolset = defaultToolset, action, timeoutMs } = options;
  if (!isToolName(name)) throw unusableName(name);
  // A program without a compiler may give anything.
  const { execute, description, ...rest }: { [option: string]: unknown } = {
    ...options,
    execute: options.execute,
  };
  if (typeof description !== "string")
    throw invalid(
      `The tool "${name}" has no description.`,
      "Say to the model what it does and when to use it.",
    );
  if (typeof execute !== "function")
    throw invalid(`The tool "${name}" has no execute.`, "Give the function that does the work.");
  if (rest["input"] === undefined) {
    const other = ["inputSchema", "parameters"].find((option) => option in rest);
    const hint = 'Give a zod object, or a JSON Schema with `type: "object"`';
    throw invalid(
      `The tool "${name}" has no input.`,
      other === undefined ? `${hint}.` : `${hint}, as "input" in place of "${other}".`,
    );
  }
  if (toolset.trim() === "") throw invalid(`The tool "${name}" needs the name of a toolset.`);
  for (const each of action === undefined ? [] : "of" in action ? action.of : [action])
    if (!/^[\w:-]+\.[\w:-]+$/.test(each.name))
      throw invalid(`The tool "${name}" can't do "${each.name}": an action is named <group>.<verb>.`);
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw invalid(`The tool "${name}" can't have a limit of ${timeoutMs} ms: it must be greater than 0.`);
}

function invalid(message: string, hint?: string): HermesError {
  return new HermesError(message, { code: "TOOL_INVALID", hint });
}

/** The phrase is for people and never worth a failed call. */
function safeDetail<Value>(
  detail: (input: Value) => string | undefined,
  parsed: ParsedInput,
): string | undefined {
  if (!parsed.ok) return undefined;
  try {
    // As above: the value comes from the schema.
    return detail(parsed.value as Value);
  } catch {
    return undefined;
  }
}
