import type { SessionInfo } from "@hermes/client/contract";
import { refused } from "./errors/refusal.ts";
import type { SessionsPort } from "./ports/sessions-port.ts";
import type { Caller } from "./trust/caller.ts";

/** Which sessions a caller may see: a user those that it began here, everybody else all of them. */
export class SessionAccess {
  readonly #sessions: Pick<SessionsPort, "get">;

  constructor(sessions: Pick<SessionsPort, "get">) {
    this.#sessions = sessions;
  }

  /** @throws {HermesError} `SESSION_NOT_FOUND`, whether there is none or it is another's. */
  async see(caller: Caller, id: string): Promise<SessionInfo> {
    const session = await this.#sessions.get(id);
    if (session === undefined || !isVisible(caller, session)) throw notFound(id);
    return session;
  }

  /** The same where a new session may get this id. */
  async enter(caller: Caller, id: string): Promise<SessionInfo | undefined> {
    const session = await this.#sessions.get(id);
    if (session !== undefined && !isVisible(caller, session)) throw notFound(id);
    return session;
  }

  async maySee(caller: Caller, id: string): Promise<boolean> {
    if (caller.role !== "user") return true;
    const session = await this.#sessions.get(id);
    return session !== undefined && isVisible(caller, session);
  }

  /** Those of the items whose session the caller may see. */
  async visible<Item extends { readonly sessionId: string }>(
    caller: Caller,
    items: readonly Item[],
  ): Promise<readonly Item[]> {
    if (caller.role !== "user") return items;
    const ids = [...new Set(items.map(({ sessionId }) => sessionId))];
    const seen = await Promise.all(ids.map(async (id) => ((await this.maySee(caller, id)) ? id : undefined)));
    return items.filter(({ sessionId }) => seen.includes(sessionId));
  }
}

/** As ports take it: of whom sessions are asked for. */
export function ownerOf({ role, name }: Caller): string | undefined {
  return role === "user" ? name : undefined;
}

function isVisible({ role, name }: Caller, { platform, userId }: SessionInfo): boolean {
  return role !== "user" || (platform === "api" && userId === name);
}

function notFound(id: string): Error {
  return refused("SESSION_NOT_FOUND", `There is no session "${id}".`);
}
