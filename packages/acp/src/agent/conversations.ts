import { RequestError } from "@agentclientprotocol/sdk";
import type { Editor } from "../client/editor.ts";
import type { AcpHome, OpenChoice } from "../ports/acp-home.ts";
import { Conversation } from "./conversation.ts";

/** The sessions that an editor has open. */
export class Conversations implements AsyncDisposable {
  readonly #home: AcpHome;
  readonly #open = new Map<string, Conversation>();

  constructor(home: AcpHome) {
    this.#home = home;
  }

  /** One that is open already begins anew, with what is chosen now. */
  async open(
    choice: Pick<OpenChoice, "resume" | "folder" | "mcpServers">,
    editor: Editor,
  ): Promise<Conversation> {
    const { resume, ...others } = choice;
    const before = resume === undefined ? undefined : this.#open.get(resume);
    // Nothing is kept of a session in which nothing was said.
    const given = before?.isEmpty === true ? { ...others, id: resume } : choice;
    if (resume !== undefined) await this.#leave(resume);
    const conversation = await Conversation.open(this.#home, given, editor);
    this.#open.set(conversation.id, conversation);
    return conversation;
  }

  find(sessionId: string): Conversation | undefined {
    return this.#open.get(sessionId);
  }

  /** @throws {RequestError} where it is not open here. */
  get(sessionId: string): Conversation {
    const found = this.#open.get(sessionId);
    if (found === undefined) throw RequestError.sessionNotFound(sessionId);
    return found;
  }

  /** Closes it in good order; does nothing where it is not open. */
  async close(sessionId: string): Promise<void> {
    const found = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    await found?.close();
  }

  async delete(sessionId: string): Promise<void> {
    await this.#leave(sessionId);
    await this.#home.delete(sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#open.keys()];
    await Promise.all(all.map(async (sessionId) => await this.#leave(sessionId)));
  }

  /** Without asking the model what to remember. */
  async #leave(sessionId: string): Promise<void> {
    const found = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    await found?.[Symbol.asyncDispose]();
  }
}
