import type { SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import type { AgentInput } from "@hermes/agent-loop";
import { SessionController } from "@hermes/agent-loop/controller";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import type { Usage } from "@hermes/models";
import type { ApprovalRequest } from "@hermes/registry";
import { randomUUID } from "node:crypto";
import { askPermission } from "../client/ask-permission.ts";
import { askQuestion } from "../client/ask-question.ts";
import { sendUpdate } from "../client/editor.ts";
import type { Editor } from "../client/editor.ts";
import { editorAccess } from "../client/editor-access.ts";
import type { AcpHome, AcpSession, OpenChoice } from "../ports/acp-home.ts";
import { commandList } from "../render/v1/command-list.ts";
import { historyUpdates } from "../render/v1/history-updates.ts";
import { sessionChoices } from "../render/v1/session-choices.ts";
import type { SessionChoices } from "../render/v1/session-choices.ts";
import { stopReasonOf } from "../render/v1/stop-reason.ts";
import { UpdateWriter } from "../render/v1/update-writer.ts";
import { usageUpdate } from "../render/v1/usage-update.ts";
import { inputOf, typedLine } from "./read-prompt.ts";
import type { ReadPrompt } from "./read-prompt.ts";
import { toRequestError } from "./request-errors.ts";
import { sessionCommands } from "./session-commands.ts";
import { ShownQuestions } from "./shown-questions.ts";

/** One session of an editor: what it asks for is done here, and what happens is told to it. */
export class Conversation implements AsyncDisposable {
  readonly #editor: Editor;
  readonly #session: AcpSession;
  readonly #controller: SessionController<AcpSession>;
  readonly #writer: UpdateWriter;
  readonly #shown: ShownQuestions;
  #running: Promise<StopReason> | undefined;
  #isCancelled = false;
  #usage: Usage | undefined;
  #title: string | undefined;

  private constructor(
    editor: Editor,
    { session, writer, shown }: { session: AcpSession; writer: UpdateWriter; shown: ShownQuestions },
  ) {
    this.#editor = editor;
    this.#session = session;
    this.#writer = writer;
    this.#shown = shown;
    this.#controller = new SessionController<AcpSession>({
      openSession: async () => session,
      ports: session.ports,
      commands: sessionCommands,
      // Who cancels does not want what waits behind it either.
      queuedAfterInterrupt: "return",
    });
  }

  /** @throws what `AcpHome.open` throws. */
  static async open(
    home: AcpHome,
    choice: Pick<OpenChoice, "resume" | "id" | "folder" | "mcpServers">,
    editor: Editor,
  ): Promise<Conversation> {
    const shows = editor.can.session;
    /** What is asked for before it is there comes to nothing. */
    const link: { opened?: Conversation } = {};
    const sessionId = (): string => link.opened?.id ?? "";
    const writer = new UpdateWriter({
      folder: choice.folder,
      contextWindow: () => link.opened?.contextWindow ?? 0,
      shows: { notices: isThere(shows?.notices), compaction: isThere(shows?.compaction) },
      newId: () => randomUUID(),
    });
    const session = await home.open({
      ...choice,
      approver: askPermission({
        ...{ editor, sessionId, isOpen: () => link.opened !== undefined },
        async show(request, { signal }) {
          await link.opened?.showQuestion(request, signal);
          return writer.questionOf(request);
        },
        answered: async (request, isApproved) =>
          await link.opened?.send(writer.answered(request, isApproved)),
      }),
      clarifier: askQuestion(editor, sessionId),
      editor: editorAccess(editor, sessionId),
    });
    const opened = new Conversation(editor, { session, writer, shown: new ShownQuestions() });
    await opened.#controller.open();
    link.opened = opened;
    return opened;
  }

  get id(): string {
    return this.#session.id;
  }

  /** Whether nothing was said in it. */
  get isEmpty(): boolean {
    return this.#session.agent.messages.length === 0;
  }

  get contextWindow(): number {
    return this.#session.contextWindow;
  }

  async choices(): Promise<SessionChoices> {
    return await sessionChoices(this.#session.ports, this.id);
  }

  get ports(): AcpSession["ports"] {
    return this.#session.ports;
  }

  /** Tells the editor what was said before. */
  async replay(folder: string): Promise<void> {
    const { messages } = this.#session.agent;
    for (const update of historyUpdates(messages, { folder, newId: () => randomUUID() }))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await this.send(update);
  }

  /** Tells the editor what can be typed after a slash. */
  async tellCommands(): Promise<void> {
    const skills = (await this.#session.ports.skills?.commands()) ?? [];
    const availableCommands = [...commandList(sessionCommands, skills)];
    await this.send({ sessionUpdate: "available_commands_update", availableCommands });
  }

  async tellMode(): Promise<void> {
    const { modes } = await this.choices();
    if (modes === undefined) return;
    await this.send({ sessionUpdate: "current_mode_update", currentModeId: modes.currentModeId });
  }

  async tellOptions(): Promise<void> {
    const { configOptions } = await this.choices();
    await this.send({ sessionUpdate: "config_option_update", configOptions });
  }

  /**
   * Does what the person asks for. While a turn runs, words ride on its next step or wait for its end, and end with it; a command
   * that can be done at once is.
   *
   * @throws what the turn failed with.
   */
  async prompt(given: ReadPrompt, signal: AbortSignal): Promise<StopReason> {
    const line = typedLine(given);
    // What is cancelled while the texts are read is not begun.
    if (this.#running === undefined) this.#isCancelled = false;
    const input = line ?? (await this.#inputWith(given));
    if (this.#running !== undefined) {
      const taken = this.#controller.meanwhile(input);
      return taken === "command" || taken === "nothing" ? "end_turn" : await this.#running;
    }
    const stop = (): void => this.cancel();
    signal.addEventListener("abort", stop, { once: true });
    this.#isCancelled ||= signal.aborted;
    this.#running = this.#run(input);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
      signal.removeEventListener("abort", stop);
      if (line?.startsWith("/") === true) {
        await this.tellMode();
        await this.tellOptions();
      }
    }
  }

  /** Ends what runs, with everything that waits behind it. */
  cancel(): void {
    this.#isCancelled = true;
    this.#controller.stop();
  }

  /** Ends what runs, and lets the model save what is worth remembering. */
  async close(): Promise<void> {
    this.cancel();
    await this.#running?.catch(() => undefined);
    for await (const event of this.#controller.close()) await this.#tell(event);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#controller[Symbol.asyncDispose]();
  }

  /** Waits until the editor knows the call that is asked about. */
  async showQuestion(request: ApprovalRequest, signal: AbortSignal): Promise<void> {
    const isOfTurn = this.#running !== undefined && request.sessionId === this.id;
    if (isOfTurn && (await this.#shown.wait(request.id, signal))) return;
    await this.send(this.#writer.askedAbout(request));
  }

  async send(update: SessionUpdate): Promise<void> {
    await sendUpdate(this.#editor, this.id, update);
  }

  async #inputWith(given: ReadPrompt): Promise<AgentInput> {
    if (given.texts.length === 0) return inputOf(given, {});
    const attached = await this.#session.attach(given.texts);
    for (const { attached: isThere, line, mention } of attached)
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (!isThere) await this.#tell({ type: "mention", attached: false, line, mention });
    return inputOf(given, {
      notes: attached.map(({ note }) => note),
      provenance: attached.flatMap(({ provenance = [] }) => provenance),
    });
  }

  async #run(input: AgentInput): Promise<StopReason> {
    let reason: StopReason = "end_turn";
    let failure: unknown;
    if (this.#isCancelled) return "cancelled";
    for await (const event of this.#controller.run(input)) {
      await this.#tell(event);
      if (event.type === "turn-end") {
        reason = stopReasonOf(event.reason);
        failure = event.reason === "model-error" ? (event.error ?? event) : undefined;
      }
      if (event.type === "failure") failure = event.error;
    }
    await this.#tellFacts();
    if (this.#isCancelled) return "cancelled";
    if (failure !== undefined) throw toRequestError(failure);
    return reason;
  }

  async #tell(event: ControllerEvent<AcpSession>): Promise<void> {
    for (const update of this.#writer.write(event))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await this.send(update);
    if (event.type === "approval-request") this.#shown.tell(event.request.id);
    if (event.type === "request-end") this.#usage = event.usage;
  }

  /** What is known of the session once something was said. */
  async #tellFacts(): Promise<void> {
    const { title, lastActiveAt, costUsd } = await this.#session.facts();
    if (this.#usage !== undefined && costUsd !== undefined)
      await this.send(usageUpdate(this.#usage, this.contextWindow, costUsd));
    if (lastActiveAt === undefined || title === this.#title) return;
    this.#title = title;
    const updatedAt = new Date(lastActiveAt).toISOString();
    await this.send({ sessionUpdate: "session_info_update", title, updatedAt });
  }
}

/** The protocol says by an object that something can be shown. */
function isThere(capability: object | null | undefined): boolean {
  return (capability ?? undefined) !== undefined;
}
