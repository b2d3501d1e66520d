import type { RunRequest, RunStarted } from "@hermes/client/contract";
import type { UserPart } from "@hermes/models";
import { canvasTurn } from "./canvas-turn.ts";
import { refused } from "./errors/refusal.ts";
import type { HomePorts } from "./ports/home-ports.ts";
import type { SessionAccess } from "./session-access.ts";
import type { Caller } from "./trust/caller.ts";

export interface StartRunOptions {
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly caller: Caller;
  readonly entryPoint: "api" | "api-websocket";
  readonly signal: AbortSignal;
}

/** Says something in a session, as `whenBusy` has it where a turn runs there. */
export async function startRun(
  { sessionId, input, canvas, model, instructions, whenBusy = "refuse" }: RunRequest,
  { home, sessions, caller, entryPoint, signal }: StartRunOptions,
): Promise<RunStarted> {
  if (canvas !== undefined && (input !== undefined || sessionId === undefined))
    throw refused(
      "API_BAD_REQUEST",
      "What a canvas sends needs a session, and has no other words beside it.",
      {
        param: "canvas",
      },
    );
  if (canvas !== undefined && sessionId !== undefined) {
    await sessions.enter(caller, sessionId);
    const { cursor } = await home.runs.start({
      ...{ sessionId, ...canvasTurn(canvas), model, signal },
      origin: { platform: "api", userId: caller.name, entryPoint },
      isOwner: caller.role === "owner",
      wait: whenBusy !== "refuse",
    });
    return { sessionId, cursor };
  }
  const parts = typeof input === "string" ? [{ type: "text", text: input } as const] : input;
  if (sessionId === undefined && parts === undefined)
    throw refused("API_BAD_REQUEST", "Without words there has to be a session that goes on.", {
      param: "input",
    });
  if (sessionId !== undefined) await sessions.enter(caller, sessionId);
  if (sessionId !== undefined && parts !== undefined) {
    if (whenBusy === "steer" && (await steer(home, sessionId, parts))) return { sessionId };
    if (whenBusy === "interrupt") await home.runs.stop(sessionId);
  }
  const started = await home.runs.start({
    ...{ sessionId, input: parts, model, instructions, signal },
    origin: { platform: "api", userId: caller.name, entryPoint },
    isOwner: caller.role === "owner",
    wait: whenBusy !== "refuse",
  });
  return { sessionId: started.sessionId, cursor: started.cursor };
}

/** Pictures and files can't be handed to a turn that runs: they begin the next one. */
async function steer({ runs }: HomePorts, sessionId: string, parts: readonly UserPart[]): Promise<boolean> {
  const texts = parts.map((part) => (part.type === "text" ? part.text : undefined));
  if (texts.includes(undefined)) return false;
  return await runs.steer(sessionId, texts.join("\n"));
}
