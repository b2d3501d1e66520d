import { z } from "zod";
import { textArgument } from "./call-description.ts";
import type { CallArgument, CallDescription, ToolAction } from "./call-description.ts";
import { coerceArguments } from "./coerce-arguments.ts";
import { describeProblems } from "./describe-problems.ts";
import { isRecord } from "./json-schema.ts";
import { messageOf } from "./message-of.ts";
import type {
  Concurrency,
  DescriptionPatch,
  Environment,
  JsonSchema,
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

export interface DefineToolOptions<Input extends z.ZodObject> {
  /** What the model calls: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** The bundle it is switched on and off with. */
  readonly toolset: string;
  /** What it does and when to use it; read by the model. */
  readonly description: string;
  /**
   * The arguments. Unknown ones are refused, so that a misspelt option is not silently without effect;
   * `z.looseObject` lets them through.
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
  execute(input: z.output<Input>, context: ToolContext): unknown;
  /** What a call does, as rules name it. @default `<toolset>.<name>` */
  readonly action?: ToolAction | ActionChoice<z.output<Input>> | undefined;
  /**
   * What a call is made with: a command, paths or addresses are judged like those of every other tool. Pure; must not
   * throw. @default the arguments as JSON
   */
  argument?(input: z.output<Input>): CallArgument;
  /**
   * Whether a person is asked about a call without other findings. The finding `tool.needs-approval`: rules, grants
   * and modes decide it like any other, and without somebody to ask it is a no. @default false
   */
  readonly needsApproval?: boolean | ((input: z.output<Input>) => boolean) | undefined;
  /** Findings against a call, for the guard to decide before it runs. A thrown error refuses the call. */
  findings?(
    input: z.output<Input>,
    context: ToolContext,
  ): readonly ToolFinding[] | Promise<readonly ToolFinding[]>;
  /** Whether the tool can work here and now. A thrown error counts as no. Share one function among the tools of a package: it runs once. */
  readonly available?: ((options: { readonly env: Environment }) => boolean | Promise<boolean>) | undefined;
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
  readonly provenance?: Provenance | ((input: z.output<Input>) => Provenance | undefined) | undefined;
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
  readonly detail?: ((input: z.output<Input>) => string | undefined) | undefined;
  /**
   * Releases what the tool holds for a session and for the task of its own, which has its id. Share one function among the tools of
   * a package: it runs once.
   */
  readonly cleanup?: ((sessionId: string) => void | Promise<void>) | undefined;
}

/**
 * Makes a tool. The input is typed inside `execute` and erased outside.
 *
 * @throws {TypeError} when the name, the toolset, an action or the limit can't be used.
 * @example See examples/basic.ts
 */
export function defineTool<Input extends z.ZodObject>(options: DefineToolOptions<Input>): Tool {
  checkOptions(options);
  const { execute, detail, available, describe, cleanup } = options;
  const { parse, parameters } = createParser(options.input, options.aliases ?? {});
  return {
    name: options.name,
    toolset: options.toolset,
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
    execute: async (value, context) => execute.call(options, value as z.output<Input>, context),
    available,
    describe,
    detail: detail === undefined ? undefined : (args) => safeDetail(detail, parse(args)),
    cleanup,
  };
}

type Description = Pick<Tool, "readOnly" | "actions" | "describeCall">;

/** What is not said is not there: the defaults go by the name and the toolset that a tool has in the end. */
function descriptionOf<Input extends z.ZodObject>(options: DefineToolOptions<Input>): Description {
  const { name, toolset, action: said, argument } = options;
  const { readOnly = false } = options;
  if (said === undefined && argument === undefined) return { readOnly };
  const single = said === undefined || !("of" in said) ? said : undefined;
  const choice = said !== undefined && "of" in said ? said : undefined;
  const actions = choice?.of ?? [single ?? { name: `${toolset}.${name}`, summary: `call ${name}`, readOnly }];
  const [first] = actions;
  const actionOf = (input: z.output<Input>): ToolAction => {
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
      const input = value as z.output<Input>;
      return { action: actionOf(input), argument: argument?.call(options, input) ?? textArgument(value) };
    },
  };
}

function findingsOf<Input extends z.ZodObject>(options: DefineToolOptions<Input>): Tool["findings"] {
  const { name, findings, needsApproval = false } = options;
  if (findings === undefined && needsApproval === false) return undefined;
  return async (value, context) => {
    // As for `execute`: the value comes from the schema.
    const input = value as z.output<Input>;
    const found = (await findings?.call(options, input, context)) ?? [];
    const needs = typeof needsApproval === "function" ? needsApproval(input) : needsApproval;
    return needs ? [...found, approvalFinding(name)] : found;
  };
}

function approvalFinding(name: string): ToolFinding {
  const reason = `${name} asks a person before it does this.`;
  return { id: "tool.needs-approval", severity: "ask", reason };
}

function checkOptions<Input extends z.ZodObject>(options: DefineToolOptions<Input>): void {
  const { name, toolset, action, timeoutMs } = options;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw new TypeError(`A tool can't be named "${name}": use 1 to 64 letters, digits, "_" and "-".`);
  }
  if (toolset.trim() === "") throw new TypeError(`The tool "${name}" needs the name of a toolset.`);
  for (const each of action === undefined ? [] : "of" in action ? action.of : [action])
    if (!/^[\w:-]+\.[\w:-]+$/.test(each.name))
      throw new TypeError(`The tool "${name}" can't do "${each.name}": an action is named <group>.<verb>.`);
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw new TypeError(
      `The tool "${name}" can't have a limit of ${timeoutMs} ms: it must be greater than 0.`,
    );
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

// Compiling a checker for a schema costs more than the few calls of a session get back.
const parseOptions = { jitless: true } as const;

function createParser(
  input: z.ZodObject,
  aliases: Readonly<Record<string, string>>,
): Pick<Tool, "parse" | "parameters"> {
  let strict: z.ZodObject | undefined;
  let json: JsonSchema | undefined;
  // An author who said nothing about unknown keys gets them refused; `looseObject` and `catchall` say something.
  const schema = (): z.ZodObject => (strict ??= input.def.catchall === undefined ? input.strict() : input);
  const parameters = (): JsonSchema => (json ??= toJsonSchema(schema()));

  const parse = (args: unknown): ParsedInput => {
    try {
      const given = withOwnNames(args === undefined || args === null || args === "" ? {} : args, aliases);
      const asGiven = schema().safeParse(given, parseOptions);
      if (asGiven.success) return { ok: true, value: asGiven.data };
      const coerced = coerceArguments(given, parameters());
      const result = schema().safeParse(coerced, parseOptions);
      return result.success
        ? { ok: true, value: result.data }
        : { ok: false, problems: describeProblems(result.error.issues, coerced, parameters()) };
    } catch (error) {
      // A schema's own check or transformation failed, or the arguments are nested beyond the stack.
      return { ok: false, problems: [`The arguments can't be checked: ${messageOf(error)}.`] };
    }
  };
  return { parse, parameters };
}

/** An argument that is given under both names keeps its own one; the other is then refused like any unknown argument. */
function withOwnNames(args: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (!isRecord(args)) return args;
  const own = ([name, value]: readonly [string, unknown]) => {
    const stands = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    return [stands === undefined || Object.hasOwn(args, stands) ? name : stands, value] as const;
  };
  return Object.keys(args).some((name) => Object.hasOwn(aliases, name))
    ? Object.fromEntries(Object.entries(args).map(own))
    : args;
}

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema),
  });
  return rest;
}

/** Zod writes the largest safe integer as a bound of every whole number: words that tell a model nothing. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
