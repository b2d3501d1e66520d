import { addUsage, noUsage } from "@hermes/models";
import type { Usage, UserMessage } from "@hermes/models";
import { noCompressor, unknownOutcome } from "../agent-errors.ts";
import type { TurnEnd } from "../agent-event.ts";
import { checkToolChoice } from "../check-options.ts";
import { checkMedia } from "../documents/check-media.ts";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { SessionNotices } from "../journal/session-notices.ts";
import type { LoopSettings } from "../loop-settings.ts";
import type { ContinueOptions, RunOptions } from "../run-options.ts";
import { HeadNews } from "../session/head-news.ts";
import type { OpenedSession } from "../session/open-session.ts";
import type { Session } from "../session/session.ts";
import { Guardrails } from "../tools/guardrails.ts";
import type { GuardrailOptions } from "../tools/guardrails.ts";
import type { TurnOptions } from "../turn-options.ts";
import { admitWords } from "./admit-words.ts";
import { reportToRecall } from "./begin-turn.ts";
import { compressNow } from "./compress-history.ts";
import { NoticeQueue } from "./notice-queue.ts";
import { RequestTools } from "./request-tools.ts";
import type { Steering } from "./steering.ts";
import { takeTurn } from "./take-turn.ts";
import type { AskedTurns } from "./turn-asks.ts";
import { endTurn, usageOfChildren } from "./turn-end.ts";
import { continuationOf, taskOf } from "./turn-input.ts";
import type { TurnScope } from "./turn-scope.ts";
import { warningsTo } from "./warnings-to.ts";

/** What a turn is begun with. */
export interface WantedTurn
  extends TurnOptions, Pick<RunOptions, "mentions">, Pick<ContinueOptions, "becauseOfNotices"> {
  /** Undefined: it goes on where the last one stopped. */
  readonly message?: UserMessage;
}

export interface TurnsOptions {
  /** As they are now. */
  readonly settings: () => LoopSettings;
  readonly open: () => Promise<OpenedSession>;
  readonly asked: AskedTurns;
  readonly steering: Steering;
  readonly notices: SessionNotices | undefined;
  readonly guardrails: GuardrailOptions | undefined;
  readonly hooks: HookRunner | undefined;
}

/** Where a turn tells what happens, and what ends it. */
type TurnWires = Pick<TurnScope, "events" | "signal">;

/** The turns of one agent, one after another: each from what it is begun with to its end in the journal. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #requestTools = new RequestTools();
  readonly #headNews = new HeadNews();
  #count = 0;
  /** Of all turns, without that of children. */
  usage: Usage = noUsage;
  childUsage: Usage = noUsage;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** One turn, with what hooks do around it. */
  async take(wanted: WantedTurn, wires: TurnWires): Promise<TurnEnd> {
    const { hooks, settings } = this.#options;
    const run = async (): Promise<TurnEnd> => await this.#run(wanted, wires);
    if (hooks === undefined) return await run();
    const { model, parent } = settings();
    const { signal, events } = wires;
    return await hooks.aroundTurn({ message: wanted.message, model, parent }, run, {
      signal,
      warn: warningsTo(events),
    });
  }

  /** Shortens the history between two turns. @throws {HermesError} `AGENT_NO_COMPRESSOR` */
  async compress(focus: string | undefined, wires: TurnWires): Promise<undefined> {
    if (this.#options.settings().compressor === undefined) throw noCompressor();
    const { session } = await this.#options.open();
    await compressNow(this.#scope(session, undefined, { ...wires, asks: {} }), focus);
  }

  async #run(
    { message, mentions = false, becauseOfNotices = false, ...options }: WantedTurn,
    wires: TurnWires,
  ): Promise<TurnEnd> {
    const { settings, asked, hooks } = this.#options;
    if (message !== undefined) checkMedia(message, settings());
    const asks = asked.of(options);
    const opened = await this.#options.open();
    const { session } = opened;
    checkToolChoice(asks.toolChoice, session.tools);
    const first = message ?? (await this.#continuation(session, becauseOfNotices));
    settings().meter.beginTurn();
    this.#announce(opened, wires);
    const { words, refusal } = await admitWords(hooks, message, { ...opened, ...wires });
    const scope = this.#scope(session, words, { ...wires, asks });
    const isOfUser = words !== undefined;
    const ended =
      refusal === undefined
        ? await takeTurn(scope, words ?? first, { isOfUser, mentions })
        : endTurn(scope, "refused", "", refusal);
    const end = await this.#counted(scope, ended);
    await session.append({ type: "turn-end", reason: end.reason, at: session.now() });
    if (words !== undefined && refusal === undefined) reportToRecall(scope, words, end);
    await this.#tellEnd(end, wires);
    return end;
  }

  /** What has to be said where the person said nothing. */
  async #continuation(session: Session, becauseOfNotices: boolean): Promise<UserMessage | undefined> {
    if (session.openCalls().open.length > 0) return undefined;
    const waiting = becauseOfNotices ? await this.#options.notices?.waiting(session.head.id) : undefined;
    return waiting === undefined || waiting.length === 0 ? continuationOf(session.history) : undefined;
  }

  #announce({ session, unknownOutcomes, headChanged }: OpenedSession, { events }: TurnWires): void {
    events.push({ type: "turn-start", sessionId: session.head.id, turn: ++this.#count });
    if (this.#count === 1) for (const name of unknownOutcomes) events.push(unknownOutcome(name));
    for (const change of this.#headNews.of(headChanged)) events.push(change);
  }

  #scope(
    session: Session,
    words: UserMessage | undefined,
    wires: Pick<TurnScope, "events" | "signal" | "asks">,
  ): TurnScope {
    const { notices, guardrails, steering, hooks } = this.#options;
    const settings = this.#options.settings();
    return {
      ...{ ...wires, settings, session, steering, hooks },
      model: settings.model,
      requestTools: this.#requestTools,
      notices: new NoticeQueue({ notices, sessionId: session.head.id, events: wires.events }),
      guardrails: new Guardrails(guardrails),
      userTask: taskOf(words, session.history),
      rounds: 0,
      usage: noUsage,
    };
  }

  /** The end with what children used. */
  async #counted(scope: TurnScope, ended: TurnEnd): Promise<TurnEnd> {
    const children = await usageOfChildren(scope);
    this.usage = addUsage(this.usage, scope.usage);
    if (children === undefined) return ended;
    this.childUsage = addUsage(this.childUsage, children);
    return { ...ended, children };
  }

  async #tellEnd(end: TurnEnd, { events }: TurnWires): Promise<void> {
    await this.#options.hooks?.tell((hook, context) => hook.messageOut?.(end, context), {
      // After an interrupt it is told all the same.
      signal: new AbortController().signal,
      warn: warningsTo(events),
    });
  }
}
