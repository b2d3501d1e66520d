import { findUnavailable } from "./availability.ts";
import type { AvailabilityOptions } from "./availability.ts";
import { encode } from "./call-outcome.ts";
import { runTool, unknownTool } from "./dispatch.ts";
import type { Guard } from "./guard.ts";
import { messageOf } from "./message-of.ts";
import type { Redact } from "./redact-outcome.ts";
import { resolveSelection, toolsOf } from "./resolve-toolsets.ts";
import type { ToolSelection } from "./resolve-toolsets.ts";
import { isToolName, unusableName } from "./tool-name.ts";
import { encodeOutcome } from "./tool-result.ts";
import type { ToolOutcome, ToolResult } from "./tool-result.ts";
import type { Toolset } from "./toolset.ts";
import type { DescriptionPatch, Environment, JsonSchema, Tool, ToolContext, ToolHooks } from "./tool.ts";

export interface ToolRegistryOptions {
  /** Decides about every call; `allowAll` where nothing needs deciding. */
  readonly guard: Guard;
  /** Bundles that are known from the start; `addToolset` replaces one without a warning. @default [] */
  readonly toolsets?: readonly Toolset[] | undefined;
  /** @default [] */
  readonly hooks?: readonly ToolHooks[] | undefined;
  /**
   * Gives what takes secrets out of every text of a result, after the hooks and before a model, a log or a store sees
   * it. Asked with each call; a result that it fails on is withheld. @default results stay as they are
   */
  readonly redactor?: (() => Promise<Redact>) | undefined;
  /** What tools are asked with whether they are available, unless a call gives another. @default {} */
  readonly env?: Environment | undefined;
  /** One sentence about something that is left out or replaced. @default nothing happens */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12 of an object. */
  readonly parameters: JsonSchema;
}

export interface DefinitionOptions extends ToolSelection {
  readonly env?: Environment | undefined;
}

export interface OfferOptions extends DefinitionOptions {
  /** Tokens that the definitions in every request may have, at four characters each. @default no limit */
  readonly maxTokens?: number | undefined;
}

/** The tools of a session, told apart by whether every request describes them. */
export interface OfferedTools {
  /** In the order of the alphabet. */
  readonly definitions: readonly ToolDefinition[];
  /** Found by a search. In the order of the alphabet. */
  readonly waiting: readonly WaitingTool[];
}

export interface WaitingTool extends ToolDefinition, Pick<Tool, "toolset" | "provenance"> {}

/** What a toolset offers here and now. */
export interface ToolsetReport {
  readonly name: string;
  readonly description: string;
  /** All its registered tools, in the order of the alphabet. */
  readonly tools: readonly string[];
  /** Whether at least one of them can be used. */
  readonly available: boolean;
  /** Variables that would make more of them usable. */
  readonly missingEnv: readonly string[];
  readonly unavailable: readonly { readonly tool: string; readonly reason: string }[];
}

const charsPerToken = 4;

/** Holds tools and toolsets, says what a model may see of them, and runs calls. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  readonly #toolsets: Map<string, Toolset>;
  readonly #builtins: ReadonlySet<Toolset>;
  readonly #guard: Guard;
  readonly #hooks: readonly ToolHooks[];
  readonly #redactor: (() => Promise<Redact>) | undefined;
  readonly #env: Environment;
  readonly #warn: (message: string) => void;

  constructor(options: ToolRegistryOptions) {
    const { guard, redactor, toolsets = [], hooks = [], env = {}, onWarning = () => {} } = options;
    this.#builtins = new Set(toolsets);
    this.#toolsets = new Map(toolsets.map((toolset) => [toolset.name, toolset]));
    this.#guard = guard;
    this.#hooks = hooks;
    this.#redactor = redactor;
    this.#env = env;
    this.#warn = onWarning;
  }

  /**
   * Adds tools. A later one takes the name of an earlier one, with a warning.
   *
   * @throws {HermesError} `TOOL_INVALID` where a provider would refuse the name.
   */
  register(...tools: readonly Tool[]): void {
    for (const tool of tools) {
      if (!isToolName(tool.name)) throw unusableName(tool.name);
      const before = this.#tools.get(tool.name);
      if (before !== undefined && before !== tool) {
        this.#warn(
          `The tool "${tool.name}" of "${tool.toolset}" takes the place of the one of "${before.toolset}".`,
        );
      }
      this.#tools.set(tool.name, tool);
    }
  }

  /** @returns whether there was such a tool. */
  unregister(name: string): boolean {
    return this.#tools.delete(name);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** In the order of the alphabet. */
  names(): readonly string[] {
    return [...this.#tools.keys()].sort();
  }

  /** Adds a bundle; one of the same name is replaced, with a warning unless the registry began with it. */
  addToolset(toolset: Toolset): void {
    const before = this.#toolsets.get(toolset.name);
    if (before !== undefined && before !== toolset && !this.#builtins.has(before)) {
      this.#warn(`The toolset "${toolset.name}" takes the place of one with the same name.`);
    }
    this.#toolsets.set(toolset.name, toolset);
  }

  /** Its tools stay registered. @returns whether there was such a toolset. */
  removeToolset(name: string): boolean {
    return this.#toolsets.delete(name);
  }

  /** Every name that a selection may use, `all` aside, in the order of the alphabet. */
  toolsetNames(): readonly string[] {
    return [...new Set([...this.#toolsets.keys(), ...this.#ownToolsets()])].sort();
  }

  /**
   * Names of the tools in a selection, available or not, in the order of the alphabet.
   *
   * @throws {HermesError} `TOOLSET_NOT_FOUND`
   */
  resolve(selection: ToolSelection = {}): readonly string[] {
    return resolveSelection(selection, { tools: this.#tools, toolsets: this.#toolsets });
  }

  /**
   * The tools that are selected and available now, in the order of the alphabet.
   *
   * @throws {HermesError} `TOOLSET_NOT_FOUND`
   */
  async available(options: DefinitionOptions = {}): Promise<readonly Tool[]> {
    const tools = this.resolve(options).flatMap((name) => this.#tools.get(name) ?? []);
    const unavailable = await findUnavailable(tools, this.#availability(options.env));
    return tools.filter((tool) => !unavailable.has(tool));
  }

  /**
   * What a model is told about the tools that are selected and available now. The same tools give the same bytes.
   *
   * @throws {HermesError} `TOOLSET_NOT_FOUND`
   */
  async definitions(options: DefinitionOptions = {}): Promise<readonly ToolDefinition[]> {
    const present = await this.available(options);
    const names = new Set(present.map((tool) => tool.name));
    return present.map((tool) => this.#define(tool, names));
  }

  /**
   * The same definitions, told apart: a rare tool waits, and so does one that finds no room in `maxTokens`. Room is given in
   * the order of registration, so that what is registered first stays. The same tools give the same bytes.
   *
   * @throws {HermesError} `TOOLSET_NOT_FOUND`
   */
  async offer({ maxTokens = Infinity, ...options }: OfferOptions = {}): Promise<OfferedTools> {
    const all = new Map((await this.definitions(options)).map((each) => [each.name, each]));
    const waiting = new Set<string>();
    let charsLeft = maxTokens * charsPerToken;
    for (const { name, rare = false } of this.#tools.values()) {
      const definition = all.get(name);
      if (definition === undefined) continue;
      const size = charsLeft === Infinity ? 0 : JSON.stringify(definition).length;
      if (rare || size > charsLeft) waiting.add(name);
      else charsLeft -= size;
    }
    return {
      definitions: [...all.values()].filter(({ name }) => !waiting.has(name)),
      waiting: [...all.values()].flatMap((definition) => {
        const tool = waiting.has(definition.name) ? this.#tools.get(definition.name) : undefined;
        return tool === undefined
          ? []
          : { ...definition, toolset: tool.toolset, provenance: tool.provenance };
      }),
    };
  }

  /** Reports on the toolsets that have tools, presets and scenarios aside, in the order of the alphabet. */
  async toolsets(
    options: { readonly env?: Environment | undefined } = {},
  ): Promise<readonly ToolsetReport[]> {
    const unavailable = await findUnavailable([...this.#tools.values()], this.#availability(options.env));
    const added = [...this.#toolsets.values()].filter((toolset) => !this.#builtins.has(toolset));
    const names = [...new Set([...this.#ownToolsets(), ...added.map((toolset) => toolset.name)])].sort();
    return names.map((name) => {
      const tools = [...toolsOf(name, { tools: this.#tools, toolsets: this.#toolsets })].sort();
      const missing = tools.flatMap((tool) => {
        const found = this.#tools.get(tool);
        const why = found && unavailable.get(found);
        return why === undefined ? [] : [{ tool, ...why }];
      });
      return {
        name,
        description: this.#toolsets.get(name)?.description ?? "",
        tools,
        available: missing.length < tools.length,
        missingEnv: [...new Set(missing.flatMap(({ missingEnv }) => missingEnv))].sort(),
        unavailable: missing.map(({ tool, reason }) => ({ tool, reason })),
      };
    });
  }

  /**
   * Runs one call: coerces and validates the arguments, asks hooks and guard, runs the tool.
   *
   * @param args What the model sent, parsed from JSON.
   * @returns Always a result; a failure of any kind is `{"error": …}` with `isError`.
   * @throws the reason of `context.signal`, untouched, when aborted.
   */
  async dispatch(name: string, args: unknown, context: ToolContext): Promise<ToolResult> {
    const tool = this.#tools.get(name);
    if (tool === undefined) return encodeOutcome(unknownTool(name, this.names()));
    return encode(tool, await this.#run(tool, args, context));
  }

  /** The same call with the same checks, for a caller that needs no JSON: what the tool returned, as an object or a list. */
  async dispatchValue(name: string, args: unknown, context: ToolContext): Promise<ToolOutcome> {
    const tool = this.#tools.get(name);
    return tool === undefined ? unknownTool(name, this.names()) : await this.#run(tool, args, context);
  }

  /** Lets every tool release what it holds for a session. A failure is a warning and stops no other. */
  async cleanup(sessionId: string): Promise<void> {
    const owners = new Map<NonNullable<Tool["cleanup"]>, Tool>();
    for (const tool of this.#tools.values()) if (tool.cleanup !== undefined) owners.set(tool.cleanup, tool);
    const release = async ([cleanup, tool]: [NonNullable<Tool["cleanup"]>, Tool]): Promise<void> => {
      try {
        await cleanup(sessionId);
      } catch (error) {
        this.#warn(`${tool.name} could not clean up: ${messageOf(error)}`);
      }
    };
    await Promise.all([...owners].map(release));
  }

  async #run(tool: Tool, args: unknown, context: ToolContext): Promise<ToolOutcome> {
    return await runTool({ tool, args }, context, {
      guard: this.#guard,
      hooks: context.hooks === undefined ? this.#hooks : [...this.#hooks, ...context.hooks],
      redactor: this.#redactor,
    });
  }

  #ownToolsets(): readonly string[] {
    return [...this.#tools.values()].map((tool) => tool.toolset);
  }

  #availability(env: Environment = this.#env): AvailabilityOptions {
    return { env, onWarning: this.#warn };
  }

  #define(tool: Tool, present: ReadonlySet<string>): ToolDefinition {
    const { description, parameters } = this.#patch(tool, present);
    return {
      name: tool.name,
      description: description ?? tool.description,
      parameters: parameters ?? tool.parameters(),
    };
  }

  #patch(tool: Tool, present: ReadonlySet<string>): DescriptionPatch {
    try {
      return tool.describe?.(present) ?? {};
    } catch (error) {
      this.#warn(`${tool.name} keeps its plain description: ${messageOf(error)}`);
      return {};
    }
  }
}
