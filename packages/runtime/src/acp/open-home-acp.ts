import type { AcpHome, Readiness } from "@hermes/acp";
import { HermesError } from "@hermes/registry";
import type { OpenSessions } from "../open-sessions.ts";
import type { AcpChoice, Runtime } from "../runtime.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { isHeld } from "../sessions/is-held.ts";
import { acpSession } from "./acp-session.ts";

/** Where sessions of editors come from. */
const acpOrigin = { platform: "acp", entryPoint: "acp" } as const;

export interface HomeAcpParts {
  readonly runtime: Runtime;
  /** Outside of a session. */
  readonly parts: RuntimeParts;
  /** Those that this process has open. */
  readonly sessions: OpenSessions;
}

/** What an editor needs of a home. Opens nothing before it is asked for. */
export function openHomeAcp({ runtime, parts, sessions }: HomeAcpParts, { ports }: AcpChoice): AcpHome {
  return {
    readiness: async () => await readinessOf(runtime, parts),
    async open({ resume, ...choice }) {
      if (resume !== undefined) await mustBeKept(runtime, resume);
      const session = await runtime.openSession({
        ...{ resume, ...choice },
        origin: acpOrigin,
      });
      return acpSession(session, { runtime, opened: sessions.get(session.id), ports });
    },
    async list({ folder, offset, limit }) {
      const state = await runtime.existingStore();
      const found = state?.sessions.list({ cwd: folder, offset, limit, oneShots: false }) ?? [];
      return found.map(({ id, cwd = parts.homedir, title, lastActiveAt }) => ({
        ...{ id, title, lastActiveAt },
        folder: cwd,
      }));
    },
    async delete(sessionId) {
      const state = await runtime.existingStore();
      if (state?.sessions.get(sessionId) === undefined) return;
      if (isHeld(state, sessionId))
        throw new HermesError(`The session "${sessionId}" is open elsewhere.`, {
          code: "SESSION_BUSY",
          hint: "Close it there, and try again.",
        });
      state.sessions.delete(sessionId);
    },
  };
}

async function readinessOf(runtime: Runtime, { options }: RuntimeParts): Promise<Readiness> {
  const given = options.model;
  if (given !== undefined) return { ready: true, provider: given.provider, model: given.id };
  const [first] = await runtime.modelStatus();
  if (first?.model !== undefined) return { ready: true, provider: first.provider ?? "", model: first.model };
  return { ready: false, reason: first?.reason ?? "No model is chosen.", hint: first?.hint };
}

/** An editor names sessions by their whole ids. */
async function mustBeKept(runtime: Runtime, sessionId: string): Promise<void> {
  const state = await runtime.existingStore();
  if (state?.sessions.get(sessionId) !== undefined) return;
  throw new HermesError(`There is no session "${sessionId}".`, { code: "RUNTIME_NO_SESSION" });
}
