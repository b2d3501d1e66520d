import type { ApprovalsPort, PushPort } from "@hermes/api";
import type { PushNews, QuestionInfo } from "@hermes/client/contract";
import type { ResolveHost } from "@hermes/permissions";
import { HermesError } from "@hermes/registry";
import type { State } from "@hermes/state";
import { lazy } from "../../lazy.ts";
import type { Lazy } from "../../lazy.ts";
import type { PushChoice } from "./push-choice.ts";
import { openPushKey } from "./push-key.ts";
import type { PushKey } from "./push-key.ts";
import { PushSender } from "./push-sender.ts";
import { openPushTargets } from "./push-targets.ts";
import type { PushTargets } from "./push-targets.ts";
import type { PushUrgency } from "./send-push.ts";
import type { EndedTurn, RunNews } from "./run-news.ts";

export interface HomePushOptions extends PushChoice {
  /** Makes the folder of Hermes where there is none. */
  readonly home: () => Promise<string>;
  readonly store: () => Promise<State>;
  readonly approvals: Pick<ApprovalsPort, "list">;
  readonly questions: () => readonly QuestionInfo[];
  readonly redactor: () => Promise<(text: string) => string>;
  readonly resolveHost: ResolveHost | undefined;
  readonly onError: (error: unknown) => void;
}

const maxTextChars = 200;

/** Tells browsers that a turn of this process waits or has ended. Reads nothing before there is news, or somebody asks. */
export class HomePush implements PushPort, AsyncDisposable {
  readonly #options: HomePushOptions;
  readonly #targets: PushTargets;
  readonly #key: Lazy<PushKey>;
  readonly #sender: PushSender;
  readonly #closing = new AbortController();
  /** Of what waits and was not told yet, by its id. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #ended: EndedTurn | undefined;
  /** Resolves when all that was begun to be sent is. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor(options: HomePushOptions) {
    this.#options = options;
    this.#targets = openPushTargets(options.home);
    this.#key = lazy(async () => await openPushKey(options.home));
    this.#sender = new PushSender({
      ...{ targets: this.#targets, key: this.#key, onError: options.onError, closing: this.#closing.signal },
      fetch: lazy(async () => options.fetch ?? (await publicFetch(options.resolveHost))),
    });
  }

  /** Never throws. */
  readonly told = (news: RunNews): void => {
    if (this.#closing.signal.aborted) return;
    if (news.type === "settled") return this.#settle(news.id);
    if (news.type === "asked") return this.#wait(news.id);
    // What it waits for is told by itself, and whoever interrupts a turn knows that it ended.
    if (news.reason === "interrupted" || news.reason === "awaiting-approval") return;
    this.#ended = news;
    if (news.tookMs > (this.#options.longTurnMs ?? 10_000)) this.#send("normal");
  };

  async publicKey(): Promise<string> {
    return (await this.#key()).publicKey;
  }

  async add(endpoint: string): Promise<void> {
    await mustBePublic(endpoint, this.#options.resolveHost);
    await this.#targets.add(endpoint);
  }

  async remove(endpoint: string): Promise<void> {
    await this.#targets.remove(endpoint);
  }

  async news(): Promise<PushNews> {
    const found = (await this.#waiting()) ?? this.#lastEnd();
    if (found === undefined) return { kind: "none" };
    const [{ sessions }, redact] = await Promise.all([this.#options.store(), this.#options.redactor()]);
    return {
      ...{ kind: found.kind, sessionId: found.sessionId },
      title: shortened(redact(sessions.get(found.sessionId)?.title ?? "")),
      text: shortened(redact(found.text)),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.#sent;
  }

  #send(urgency: PushUrgency): void {
    this.#sent = Promise.all([this.#sent, this.#sender.send(urgency)]);
  }

  #wait(id: string): void {
    const tell = (): void => {
      this.#timers.delete(id);
      this.#send("high");
    };
    this.#timers.set(id, setTimeout(tell, this.#options.unansweredMs ?? 3_000).unref());
  }

  #settle(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** The newest, in whatever process. */
  async #waiting(): Promise<FoundNews | undefined> {
    const open = await this.#options.approvals.list({ status: "open" });
    const approvals = open.map(({ askedAt, request: { sessionId, summary } }) => ({
      ...({ kind: "approval", sessionId, text: summary } as const),
      askedAt,
    }));
    const questions = this.#options.questions().map(({ askedAt, sessionId, question }) => ({
      ...({ kind: "question", sessionId, text: question } as const),
      askedAt,
    }));
    return [...approvals, ...questions].toSorted((one, other) => other.askedAt - one.askedAt)[0];
  }

  #lastEnd(): FoundNews | undefined {
    return this.#ended && { kind: "ended", sessionId: this.#ended.sessionId, text: this.#ended.text };
  }
}

interface FoundNews {
  readonly kind: Exclude<PushNews["kind"], "none">;
  readonly sessionId: string;
  readonly text: string;
}

async function publicFetch(resolve: ResolveHost | undefined) {
  const { createGuardedFetch } = await import("@hermes/permissions");
  return createGuardedFetch({ resolve });
}

/** What the person allows of their own network is no place of a push service. */
async function mustBePublic(endpoint: string, resolve: ResolveHost | undefined): Promise<void> {
  const url = URL.parse(endpoint);
  const { checkUrl } = await import("@hermes/permissions");
  const { allow } = url?.protocol === "https:" ? await checkUrl(endpoint, { resolve }) : { allow: false };
  if (allow) return;
  throw new HermesError("The address is none of a push service that can be reached.", {
    code: "API_BAD_REQUEST",
    hint: "It begins with https:// and leads to a public host.",
    data: { param: "endpoint" },
  });
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxTextChars ? line : `${line.slice(0, maxTextChars - 1)}…`;
}
