import { refused } from "../errors/refusal.ts";
import { ownerOf } from "../session-access.ts";
import type { CallHandlers } from "./call.ts";

const defaultLimit = 50;

export const sessionCalls: CallHandlers<
  | "listSessions"
  | "searchSessions"
  | "getSession"
  | "renameSession"
  | "deleteSession"
  | "listMessages"
  | "forkSession"
  | "exportSession"
  | "listChildren"
  | "getContext"
> = {
  async listSessions({ home, caller, query: { limit = defaultLimit, offset = 0, platform } }) {
    // One more than is shown says whether there are more.
    const found = await home.sessions.list({ offset, limit: limit + 1, platform, userId: ownerOf(caller) });
    return { items: found.slice(0, limit), more: found.length > limit };
  },
  async searchSessions({ home, caller, query: { q, limit = defaultLimit } }) {
    return { items: await home.sessions.search(q, { limit, userId: ownerOf(caller) }) };
  },
  getSession: async ({ sessions, caller, params }) => await sessions.see(caller, params.id),
  async renameSession({ home, sessions, caller, params: { id }, body: { title } }) {
    await sessions.see(caller, id);
    await home.sessions.rename(id, title);
    return await sessions.see(caller, id);
  },
  async deleteSession({ home, sessions, caller, params: { id } }) {
    await sessions.see(caller, id);
    await home.sessions.delete(id);
    return { ok: true };
  },
  async listMessages({ home, sessions, caller, params: { id }, query: { limit = defaultLimit, ...place } }) {
    await sessions.see(caller, id);
    const page = await home.sessions.messages(id, { ...place, limit });
    if (page === undefined) throw refused("API_NOT_FOUND", "The session has no such message.");
    return page;
  },
  async forkSession({ home, sessions, caller, params: { id }, body }) {
    await sessions.see(caller, id);
    return await home.sessions.fork(id, { ...body, userId: caller.name });
  },
  async exportSession({ home, sessions, caller, params: { id }, query: { format = "markdown" } }) {
    await sessions.see(caller, id);
    return { format, text: await home.sessions.export(id, format) };
  },
  async listChildren({ home, sessions, caller, params: { id } }) {
    await sessions.see(caller, id);
    return { items: await home.sessions.children(id) };
  },
  async getContext({ home, sessions, caller, params: { id } }) {
    await sessions.see(caller, id);
    return await home.sessions.context(id);
  },
};
