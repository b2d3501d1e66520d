import { RequestError } from "@agentclientprotocol/sdk";
import type { ListSessionsRequest, ListSessionsResponse } from "@agentclientprotocol/sdk";
import { isAbsolute } from "node:path";
import type { AcpHome } from "../ports/acp-home.ts";

const pageSize = 50;

/** A page of the sessions that are kept; the cursor says how many came before it. */
export async function listPage(
  home: AcpHome,
  { cwd, cursor }: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  const offset = Number(cursor ?? 0);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw RequestError.invalidParams({ cursor }, "The cursor is none that was given.");
  if (typeof cwd === "string" && !isAbsolute(cwd))
    throw RequestError.invalidParams({ cwd }, `"${cwd}" is no absolute path.`);
  // One more, to know whether there are more.
  const found = await home.list({ folder: cwd ?? undefined, offset, limit: pageSize + 1 });
  const sessions = found.slice(0, pageSize).map(({ id, folder, title, lastActiveAt }) => ({
    sessionId: id,
    cwd: folder,
    title,
    updatedAt: new Date(lastActiveAt).toISOString(),
  }));
  return { sessions, ...(found.length > pageSize ? { nextCursor: String(offset + pageSize) } : {}) };
}
