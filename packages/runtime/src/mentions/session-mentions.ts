import type { Mentions } from "@hermes/agent-loop";
import type { Approver, ToolContext } from "@hermes/registry";
import { realpath } from "node:fs/promises";
import { delimiter, isAbsolute, resolve } from "node:path";
import type { Backend } from "@hermes/terminal-backends";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { FetchPageOptions } from "./fetch-page.ts";
import type { MentionPlace } from "./mention-content.ts";

export interface SessionMentionsOptions {
  /** Of the model, in tokens; read anew for each message. */
  readonly contextWindow: number;
  /** Who can be asked; nobody is, but some rules hold only where nobody could be. */
  readonly approver: Approver | undefined;
}

/** What people mention in the words of a session. Loads nothing for words without an `@`. */
export function sessionMentions(parts: RuntimeParts, options: SessionMentionsOptions): Mentions {
  const { approver: approve } = options;
  return {
    async attach({ sessionId, text, signal }) {
      if (!text.includes("@")) return [];
      const { contextWindow } = options;
      const { parseMentions } = await import("./parse-mentions.ts");
      if (parseMentions(text).length === 0) return [];
      const { settings } = parts.options.loaded;
      const [{ attachMentions }, backend, permissions, redact] = await Promise.all([
        import("./attach-mentions.ts"),
        parts.backend(),
        parts.permissions(),
        settings.security.redact_secrets ? parts.redactor() : (plain: string) => plain,
      ]);
      const asked = { sessionId, signal, approve, contextWindow };
      const place = placeOf(parts, asked, { backend, policy: permissions.pathPolicy });
      const reader: FetchPageOptions["reader"] = async () => (await parts.web()).reader;
      return await attachMentions(text, place, { contextWindow, redact, permissions, reader });
    },
  };
}

export interface MentionsOfSession {
  readonly sessionId: string;
  /** Of the model, in tokens. */
  readonly contextWindow: number;
  readonly approve: Approver | undefined;
  readonly signal: AbortSignal;
}

/** Where a session finds what its person mentions. */
export function placeOf(
  parts: RuntimeParts,
  { sessionId, contextWindow, approve, signal }: MentionsOfSession,
  of: Pick<MentionPlace, "backend" | "policy">,
): MentionPlace {
  const { backend } = of;
  const { origin } = parts;
  const taskId = sessionId;
  const context: ToolContext = { taskId, sessionId, callId: "mention", signal, origin, approve };
  const isHere = backend.kind === "local";
  return {
    ...of,
    context,
    // A person means the folder that they started in, wherever commands of the agent have gone since.
    resolve: async (path) =>
      isHere && !path.startsWith("~") ? resolve(parts.cwd, path) : await backend.resolve(path, { taskId }),
    async sourcesOf(path, { below } = { below: false }) {
      if ((await parts.existingState()) === undefined) return [];
      const here = isHere ? path : mountedFrom(path, backend);
      return await parts.written.sourcesAt(await realpath(here).catch(() => here), { below });
    },
    searchPath: isHere ? foldersOf(parts.env["PATH"]) : undefined,
    // Half of the window is about twice as many characters as it has tokens; what is longer has no room for sure.
    maxChars: 3 * contextWindow,
  };
}

/** Where a file of a mounted folder lies on this machine; the path itself where it is only there. */
function mountedFrom(path: string, { mounts = [] }: Backend): string {
  const around = mounts.filter(
    ({ host, inside }) => isAbsolute(host) && (path === inside || path.startsWith(`${inside}/`)),
  );
  const nearest = around.toSorted((one, other) => other.inside.length - one.inside.length)[0];
  return nearest === undefined ? path : nearest.host + path.slice(nearest.inside.length);
}

/** A folder of the work is no place to find programs in. */
function foldersOf(searchPath: string = ""): string {
  const folders = searchPath.split(delimiter);
  return folders.filter((folder) => isAbsolute(folder)).join(delimiter);
}
