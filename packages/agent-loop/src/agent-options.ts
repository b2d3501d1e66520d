import type { LiveTools } from "./tools/live-tools.ts";
import type { Message, Model, ModelRequest } from "@hermes/models";
import type {
  ApprovalLog,
  Approver,
  DataSchema,
  Environment,
  Origin,
  Tool,
  ToolRegistry,
} from "@hermes/registry";
import type { Compressor } from "./compressor.ts";
import type { DocumentReader } from "./documents/document-reader.ts";
import type { Mentions } from "./mentions.ts";
import type { AgentHooks } from "./hooks/agent-hooks.ts";
import type { OnChangedHead } from "./session/changed-head.ts";
import type { SessionJournal } from "./journal/session-journal.ts";
import type { ParentSession } from "./session/parent-session.ts";
import type { PromptOptions } from "./prompt/prompt-layer.ts";
import type { Recall } from "./recall.ts";
import type { UsageOfChildren } from "./spending/usage-of-children.ts";
import type { Spending, SpendMeter } from "./spending/spend-meter.ts";
import type { TodoList } from "./todo/todo-list.ts";
import type { SpillStore } from "./tools/fit-result.ts";
import type { CallRemarks } from "./tools/call-remarks.ts";
import type { TurnOptions } from "./turn-options.ts";
import type { GuardrailOptions } from "./tools/guardrails.ts";

export interface AgentOptions<
  OneTool extends Tool = Tool,
  Output extends DataSchema | undefined = undefined,
> extends TurnOptions<Output> {
  readonly model: Model;
  /**
   * A registry brings its own guard. A list gets one: with an `approver`, each call of a tool that is not `readOnly` is
   * asked about; without one, every call runs. With `approvals` alone, what was asked earlier can be answered, and the rest
   * is refused.
   *
   * @default []
   */
  readonly tools?: ToolRegistry | readonly OneTool[] | undefined;
  /** Names of toolsets; what is disabled is taken from what is enabled. @default all */
  readonly toolsets?:
    | { readonly enabled?: readonly string[] | undefined; readonly disabled?: readonly string[] | undefined }
    | undefined;
  /**
   * Tokens that the definitions in every request may have, at four characters each. A rare tool, and one that finds no room,
   * is found by `tool_search` and called by `tool_call`.
   *
   * @default no limit
   */
  readonly maxToolTokens?: number | undefined;
  /** Those of `tools` that come and go while the session is open. They need not be there when it begins. @default none do */
  readonly liveTools?: LiveTools | undefined;
  /** What tools are asked with whether they are available. @default what the registry was given */
  readonly env?: Environment | undefined;
  /** The system prompt as it is, or its layers. @default the built-in identity and guidance */
  readonly prompt?: string | PromptOptions | undefined;
  /**
   * What a session begins with that the journal does not know: written with it, all of it or nothing, and made valid as a resumed
   * history is. One that the journal knows goes on with its own, and these are ignored.
   *
   * @default []
   */
  readonly messages?: readonly Message[] | undefined;
  /**
   * What happens where a session began with another prompt or other tools than `prompt`, `tools` and hooks make now. Compared when it is
   * opened, by the text of the prompt and the definitions of the tools; where there is a `promptAfterCompression`, by the tools alone.
   *
   * @default "keep": it goes on with what it began with, and the event `head-changed` says so
   */
  readonly onChangedHead?: OnChangedHead | undefined;
  /** A session the journal knows is resumed; any other id names a new one. @default a new id */
  readonly sessionId?: string | undefined;
  /** @default memoryJournal() */
  readonly journal?: SessionJournal | undefined;
  /**
   * Keeps the session between turns too, from the first one until `close()`, as `open()` does in any case. Otherwise
   * another agent may take a turn between two of this one, which then reads what was said.
   *
   * @default false
   */
  readonly exclusive?: boolean | undefined;
  /** Requests in one turn; then one more without tools asks for the final answer. @default 90 */
  readonly maxRounds?: number | undefined;
  /** Results with more characters lose their middle to the spill store, unless the tool sets its own limit. @default 16_000 */
  readonly maxResultChars?: number | undefined;
  /** Characters that the results of one answer's calls may add together; what goes beyond is spilled. @default twice `maxResultChars` */
  readonly maxTurnResultChars?: number | undefined;
  /** Keeps large results. Without one only their start and end are kept. */
  readonly spill?: SpillStore | undefined;
  readonly compressor?: Compressor | undefined;
  /**
   * The prompt that follows a compression. It is kept with the shortened history, and sent byte for byte after that. A failure is
   * a warning, and the prompt stays.
   *
   * @default the one before it
   */
  readonly promptAfterCompression?: (() => Promise<string | PromptOptions>) | undefined;
  /**
   * Reads the files that come with words where the model does not take them as they are.
   *
   * @default text in UTF-8, and PDF where the package `unpdf` is installed
   */
  readonly documents?: DocumentReader | undefined;
  /** Bytes of one picture or file that comes with words. @default 20_000_000 */
  readonly maxMediaBytes?: number | undefined;
  /** Bytes of one picture, as it comes: a hook may make it smaller. @default maxMediaBytes */
  readonly maxImageBytes?: number | undefined;
  /** What parts do at the steps of the session, in this order. @default [] */
  readonly hooks?: readonly AgentHooks[] | undefined;
  /** Asked before a turn and told after it. */
  readonly recall?: Recall | undefined;
  /** Asked about the words that come with `mentions: true`. Absent: a mention is a word like any other. */
  readonly mentions?: Mentions | undefined;
  /**
   * Asks a person whether a call may run. For a list of `tools`, an answer for the session, or for always, holds for that
   * tool as long as this agent lives. Absent: what the guard of a registry would ask is refused; a list runs unasked.
   */
  readonly approver?: Approver | undefined;
  /**
   * Where questions are kept: the guard of a list of tools keeps them there, that of a registry has to be given the same
   * one. With it a call can wait: the turn ends as `awaiting-approval`, and `continue()` goes on once it is answered, in
   * this process or another one. Absent: an approver that puts its answer off counts as a no.
   */
  readonly approvals?: ApprovalLog | undefined;
  /** The list that the `todo` tool among `tools` writes. */
  readonly todo?: TodoList | undefined;
  /** Add remarks to the result of a call that ran, in this order; the model reads them after the result. @default [] */
  readonly remarks?: readonly CallRemarks[] | undefined;
  readonly guardrails?: GuardrailOptions | undefined;
  /** Tells what the sessions used that work for this one: a `ChildTasks`. @default nobody does */
  readonly children?: UsageOfChildren | undefined;
  /** Of an agent that works for another one. @default it works for a person */
  readonly parent?: ParentSession | undefined;
  /** @default { platform: "library", entryPoint: "library" } */
  readonly origin?: Origin | undefined;
  /** Folder the person works in; kept with the session. */
  readonly cwd?: string | undefined;
  readonly reasoningEffort?: ModelRequest["reasoningEffort"];
  readonly maxOutputTokens?: number | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Who counts what requests cost, and what they may. A meter is shared with what is asked beside the loop. @default nobody */
  readonly spending?: Spending | SpendMeter | undefined;
  /** Told what goes wrong outside of a turn, which has events for it. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Makes the id of a new session. */
  readonly createId?: (() => string) | undefined;
}

/** What a session can change while it goes on. Absent: stays as it is. */
export interface AgentModel {
  readonly model?: Model;
  readonly reasoningEffort?: ModelRequest["reasoningEffort"];
}
