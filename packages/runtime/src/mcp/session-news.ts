import type { SessionNotices } from "@hermes/agent-loop";
import { randomUUID } from "node:crypto";
import type { McpChange, WorkspaceMcp } from "./workspace-mcp.ts";
import type { ServerTools } from "./server-tools.ts";

export interface SessionNewsOptions {
  readonly mcp: WorkspaceMcp;
  readonly tools: Pick<ServerTools, "ofServer">;
  readonly warn: (message: string) => void;
}

export interface ToldSession {
  readonly sessionId: () => string;
  readonly notices: SessionNotices | undefined;
}

/** What was told of a server. */
interface Told {
  names: ReadonlySet<string>;
  isLost: boolean;
  /** Of the notice that says so. */
  lostNotice?: string | undefined;
  changed: string;
  /** Of the notice about its tools that may still wait. */
  toolsNotice?: string | undefined;
}

const mostNames = 10;

/** Tells a session once what becomes of its servers: the model by notices, the person by warnings. */
export class SessionNews {
  readonly #options: SessionNewsOptions;
  readonly #told = new Map<string, Told>();
  #session: ToldSession | undefined;
  /** Notices are written one after another. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: SessionNewsOptions) {
    this.#options = options;
  }

  /** What there is now needs no words. */
  begin(session: ToldSession): void {
    this.#session = session;
    for (const { name } of this.#options.mcp.named) this.#of(name);
  }

  tell(name: string, change: McpChange): void {
    if (change === "status") this.#tellHealth(name);
    else this.#tellTools(name);
  }

  #of(name: string): Told {
    const known = this.#told.get(name);
    if (known !== undefined) return known;
    const names = new Set(this.#options.tools.ofServer(name));
    const told = { names, isLost: false, changed: this.#changedOf(name).join(", ") };
    this.#told.set(name, told);
    return told;
  }

  #tellTools(name: string): void {
    const isNew = !this.#told.has(name);
    const told = this.#of(name);
    const now = new Set(this.#options.tools.ofServer(name));
    const before = isNew ? new Set<string>() : told.names;
    const added = [...now].filter((each) => !before.has(each));
    const gone = [...before].filter((each) => !now.has(each));
    told.names = now;
    const changed = this.#changedOf(name).join(", ");
    if (changed !== "" && changed !== told.changed)
      this.#options.warn(
        `The MCP server "${name}" describes ${changed} differently since it was agreed to. To look at it: hermes mcp tools ${name}. To agree: hermes mcp allow ${name}`,
      );
    told.changed = changed;
    const sentences = [
      ...(added.length === 0
        ? []
        : [`now offers ${now.size} ${now.size === 1 ? "tool" : "tools"}: find them with tool_search`]),
      ...(gone.length === 0 ? [] : [`does not offer ${listed(gone)} any more`]),
    ];
    if (sentences.length === 0) return;
    const id = (told.toolsNotice ??= newId(name));
    this.#record(
      id,
      `The MCP server "${name}" ${sentences.join("; it ")}.`,
      () => (told.toolsNotice = undefined),
    );
  }

  #tellHealth(name: string): void {
    const { mcp, warn } = this.#options;
    const status = mcp.server(name)?.status;
    if (status === undefined) return;
    const told = this.#of(name);
    const { state, reason = "it does not answer", hint } = status;
    if (state === "waiting" || state === "failed" || state === "needs-login") {
      if (told.isLost) return;
      told.isLost = true;
      const next = hint ?? (state === "needs-login" ? `Log in: hermes mcp login ${name}` : "");
      warn(`The MCP server "${name}" is gone: ${reason}${/[.!?]$/.test(reason) ? "" : "."} ${next}`.trim());
      if (told.names.size === 0) return;
      const id = (told.lostNotice = newId(name));
      this.#record(
        id,
        `The MCP server "${name}" can't be reached now. It is tried again by itself; until then its tools answer an error.`,
      );
    } else if (state === "ready" && told.isLost) {
      told.isLost = false;
      warn(`The MCP server "${name}" is back.`);
      this.#tellBack(name, told);
    }
  }

  /** What was lost and found before the model heard of it is no news. */
  #tellBack(name: string, told: Told): void {
    const { lostNotice } = told;
    told.lostNotice = undefined;
    if (lostNotice === undefined) return;
    this.#then(async ({ notices, sessionId }) => {
      const waiting = await notices.waiting(sessionId());
      if (waiting.some(({ id }) => id === lostNotice)) await notices.withdraw(sessionId(), [lostNotice]);
      else await notices.record(sessionId(), noticeOf(newId(name), `The MCP server "${name}" is back.`));
    });
  }

  /** @param taken Called where that id was told already. */
  #record(id: string, text: string, taken?: () => void): void {
    this.#then(async ({ notices, sessionId }) => {
      if (await notices.record(sessionId(), noticeOf(id, text))) return;
      taken?.();
      await notices.record(sessionId(), noticeOf(`${id}-${randomUUID().slice(0, 8)}`, text));
    });
  }

  #then(
    write: (session: { readonly sessionId: () => string; readonly notices: SessionNotices }) => Promise<void>,
  ): void {
    const { notices, sessionId } = this.#session ?? {};
    if (notices === undefined || sessionId === undefined) return;
    this.#writing = this.#writing
      .then(async () => await write({ notices, sessionId }))
      .catch((error: unknown) => this.#options.warn(`A notice could not be kept: ${String(error)}`));
  }

  #changedOf(name: string): readonly string[] {
    const { mcp } = this.#options;
    const named = mcp.find(name);
    if (named === undefined || !mcp.isUsable(named)) return [];
    return (mcp.catalogue(name)?.tools ?? [])
      .filter((facts) => mcp.isChanged(name, facts))
      .map((facts) => facts.name);
  }
}

function noticeOf(id: string, text: string): { id: string; source: string; text: string; at: number } {
  return { id, source: "mcp", text, at: Date.now() };
}

function newId(server: string): string {
  return `mcp:${server}:${randomUUID().slice(0, 8)}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}
