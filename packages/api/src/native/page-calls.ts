import { refused } from "../errors/refusal.ts";
import type { CallHandlers } from "./call.ts";
import { the } from "./the.ts";

const defaultLimit = 50;

/** Calls that a page for people needs beside those about sessions: skills of others, other browsers, news. */
export const pageCalls: CallHandlers<
  | "searchHub"
  | "inspectHub"
  | "installHub"
  | "listInstalled"
  | "uninstallHub"
  | "createLink"
  | "getPush"
  | "addPush"
  | "removePush"
  | "getNews"
> = {
  searchHub: async ({ home, query: { q, limit = defaultLimit }, signal }) =>
    await the(home, "hub").search(q, { limit, signal }),
  inspectHub: async ({ home, body, signal }) => await the(home, "hub").inspect(body.reference, { signal }),
  installHub: async ({ home, body, signal }) => await the(home, "hub").install(body, { signal }),
  listInstalled: async ({ home }) => ({ items: await the(home, "hub").installed() }),
  async uninstallHub({ home, params: { name } }) {
    if (!(await the(home, "hub").uninstall(name)))
      throw refused("API_NOT_FOUND", `There is no installed skill "${name}".`);
    return { ok: true };
  },

  createLink: async ({ createLink }) => await Promise.resolve(createLink()),
  getPush: async ({ home }) => ({ publicKey: await the(home, "push").publicKey() }),
  async addPush({ home, body }) {
    await the(home, "push").add(body.endpoint);
    return { ok: true };
  },
  async removePush({ home, body }) {
    await the(home, "push").remove(body.endpoint);
    return { ok: true };
  },
  getNews: async ({ home }) => await the(home, "push").news(),
};
