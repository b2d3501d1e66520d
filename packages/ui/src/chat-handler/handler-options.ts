import { HermesError } from "@hermes/agent-loop";
import type { Agent, ApprovalLog, Approver, SessionJournal } from "@hermes/agent-loop";
import type { SessionStreams, SessionStreamsOptions } from "../follow/session-streams.ts";

/** Who asks, as far as the program knows it: kept with the answers to questions. */
export interface Visitor {
  readonly userId: string;
}

export interface HandlerOptions extends SessionStreamsOptions {
  /**
   * The agent of a session, with the journal and the approvals below; asked for each turn. A session that the journal does not
   * know begins with its first words. What is closed after a turn is closed by whoever made it.
   */
  readonly agent: (sessionId: string, request: Request) => Agent | Promise<Agent>;
  readonly journal: SessionJournal;
  /** With it, answers of a client are kept there, and the turn goes on. */
  readonly approvals?: ApprovalLog | undefined;
  /**
   * Whether whoever sends a request may read and write this session: only `true` and a visitor say yes. Ids come from clients: without it,
   * everybody who knows one may.
   *
   * @default everybody
   */
  readonly authorize?:
    | ((request: Request, sessionId: string) => boolean | Visitor | Promise<boolean | Visitor>)
    | undefined;
  /**
   * Origins, such as `https://app.example.com`, from which pages may send requests beside the host's own. Answers carry no
   * CORS headers: those are the program's.
   *
   * @default none
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Names under which this server is reached, such as `localhost` (with any port) or `localhost:3000`; requests for others are refused.
   * Name them where whoever reaches the port is trusted, on loopback or in an inner network: a page can point a name of its own at
   * that address (DNS rebinding), and its requests are then of one origin.
   *
   * @default any
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * What becomes of words that come while this process answers in the session. `refuse`: 409 with the code `SESSION_BUSY`. `steer`: they are told to
   * the model beside its work. `queue`: they wait for the end of the turn. Another process that answers is always 409.
   *
   * @default "refuse"
   */
  readonly whenBusy?: "refuse" | "steer" | "queue" | undefined;
  /** What becomes of a turn whose client leaves before the end. @default "continue" */
  readonly onDisconnect?: "continue" | "stop" | undefined;
  /** Of a request; a client sends all that it shows. @default 20_000_000 */
  readonly maxBodyBytes?: number | undefined;
  /** Texts and files in one message, or answers to questions. @default 50 */
  readonly maxParts?: number | undefined;
  /**
   * Whether a page is told errors, warnings and retries in the loop's own words, which may name addresses and paths. Else it has their
   * codes and a neutral sentence; `onError` has it all. What tools return is part of the session and always shown.
   *
   * @default false
   */
  readonly exposeErrors?: boolean | undefined;
  /** See `serverSentEvents`. @default 15_000 */
  readonly heartbeatMs?: number | undefined;
  /** Turns that other handlers start too. @default its own */
  readonly streams?: SessionStreams | undefined;
}

/** The approver of an agent whose questions are answered from a page: the turn ends with the question, and goes on with the answer. */
export const answerLater: Approver = async () => ({ pending: true });

const names: Readonly<Record<keyof HandlerOptions, true>> = {
  ...{ agent: true, journal: true, approvals: true, authorize: true, origins: true, whenBusy: true },
  ...{ onDisconnect: true, maxBodyBytes: true, maxParts: true, heartbeatMs: true, streams: true },
  ...{ pollMs: true, maxEvents: true, onError: true, now: true, hosts: true, exposeErrors: true },
};

/**
 * For programs that no compiler has read: a misspelt `authorize` would let everybody in.
 *
 * @throws {HermesError} `UI_OPTION_INVALID`
 */
export function checkHandlerOptions(options: HandlerOptions): void {
  const given: { readonly [option: string]: unknown } = { ...options };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined)
    throw invalid(`There is no option "${unknown}".`, `There are: ${Object.keys(names).join(", ")}.`);
  if (typeof given["agent"] !== "function")
    throw invalid(
      "There is no agent.",
      "Give a function that makes the agent of a session: agent: (sessionId) => …",
    );
  if (given["journal"] === undefined)
    throw invalid("There is no journal.", "Give the one that the agents have.");
  if (given["authorize"] !== undefined && typeof given["authorize"] !== "function")
    throw invalid("authorize is no function.", "Give one that says who may read and write a session.");
}

function invalid(message: string, hint: string): HermesError {
  return new HermesError(`The handler can't work like this: ${message}`, { code: "UI_OPTION_INVALID", hint });
}
