import { createClientTools } from "@hermes/api";
import type { ClientTools, StartRun } from "@hermes/api";
import { HermesError } from "@hermes/registry";
import { pause } from "@hermes/registry/pause";
import type { SessionRecord, State } from "@hermes/state";
import { existsSync } from "node:fs";
import type { HomeModels } from "../models/home-models.ts";
import type { OpenSession } from "../session/opened-session.ts";
import type { OpenSessionOptions } from "../session/session-options.ts";
import { runHooks } from "./run-hooks.ts";
import { SessionPool } from "./session-pool.ts";
import type { HeldSession } from "./session-pool.ts";
import type { SessionQuestions } from "./session-questions.ts";

export interface RunSessionsOptions {
  readonly store: () => Promise<State>;
  readonly open: (choice: OpenSessionOptions) => Promise<OpenSession>;
  /** Whether the agent has a tool of that name itself. */
  readonly hasTool: (name: string) => Promise<boolean>;
  readonly models: () => Promise<HomeModels>;
  /** The name of the model that is used where nobody says otherwise. */
  readonly chosenModel: () => Promise<string | undefined>;
  /** Another name for it. */
  readonly agentName: string | undefined;
  /** Names of tokens whose sessions have all that is the owner's. */
  readonly owners: ReadonlySet<string>;
  /** What sessions of others are opened with. */
  readonly rightsOf: (user: string) => Promise<OpenSessionOptions>;
  /** Answers what sessions ask. */
  readonly asked: SessionQuestions;
  /** Aborted when no more sessions are waited for. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** How long a session stays open, and held, after a turn. */
const idleMs = 30_000;
const maxIdle = 50;
/** How long words wait for a session that another process has, and how often it is tried. */
const waitForOthersMs = 60_000;
const tryEveryMs = 250;

/** The open sessions of a home in which runs take place: each is opened as its run asks for, with the rights of whose it is. */
export class RunSessions {
  readonly #options: RunSessionsOptions;
  readonly #pool: SessionPool;

  constructor(options: RunSessionsOptions) {
    this.#options = options;
    this.#pool = new SessionPool({ idleMs, maxIdle, onError: options.onError });
  }

  /**
   * @param record Of the session, where there is one already.
   * @throws {HermesError} `AGENT_OPTION_INVALID` where a tool of the client has the name of another; what opening throws.
   */
  async hold(id: string, run: StartRun, record: SessionRecord | undefined): Promise<HeldSession> {
    await this.#checkNames(run.clientTools);
    const until = Date.now() + waitForOthersMs;
    const fit = JSON.stringify([run.clientTools?.definitions ?? [], run.maxOutputTokens ?? null]);
    for (;;) {
      try {
        return await this.#pool.hold(id, { fit, open: () => this.#open(id, run, record) });
      } catch (error) {
        const isBusy = HermesError.is(error) && error.code === "SESSION_BUSY";
        if (!isBusy || !run.wait || Date.now() >= until) throw error;
        await pause(tryEveryMs, AbortSignal.any([run.signal, this.#options.closing]));
      }
    }
  }

  /** Of a session that was there before the run. */
  async changeModel(session: OpenSession, name: string | undefined): Promise<void> {
    if (name === undefined || name === session.model.id || name === this.#options.agentName) return;
    const models = await this.#options.models();
    await models.choose(session.id, await models.find(name));
  }

  /** Closes a session that is open here without a turn, so that it can be deleted. @returns False where one runs. */
  async letGo(id: string): Promise<boolean> {
    return await this.#pool.drop(id);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #open(id: string, run: StartRun, record: SessionRecord | undefined): Promise<OpenSession> {
    const { owners, rightsOf, asked, store, open } = this.#options;
    const { cwd } = record ?? {};
    const user = isOfOwner(run, record, owners) ? undefined : (record?.userId ?? run.origin.userId ?? "");
    const rights = user === undefined ? {} : await rightsOf(user);
    const common = {
      origin: run.origin,
      approver: asked.approver,
      clarifier: asked.clarifierOf(id),
      hooks: runHooks({ instructions: run.instructions, maxOutputTokens: run.maxOutputTokens }),
      givenTools: run.clientTools && createClientTools(run.clientTools, (await store()).approvals),
    };
    if (record !== undefined)
      return await open({
        ...{ ...common, resume: id },
        folder: cwd !== undefined && existsSync(cwd) ? cwd : undefined,
        ...rights,
      });
    const found = await this.#find(run.model);
    return await open({
      ...{ ...common, id, messages: run.history, ...rights },
      ...(found === undefined ? {} : { model: found.model, provider: found.provider }),
    });
  }

  async #checkNames({ definitions }: ClientTools = { definitions: [], results: [] }): Promise<void> {
    for (const { name } of definitions)
      // oxlint-disable-next-line no-await-in-loop -- the first one that is taken is told
      if (await this.#options.hasTool(name)) throw nameTaken(name);
  }

  async #find(name: string | undefined) {
    const { agentName, chosenModel, models } = this.#options;
    if (name === undefined || name === agentName || name === (await chosenModel())) return undefined;
    return await (await models()).find(name);
  }
}

function isOfOwner(run: StartRun, record: SessionRecord | undefined, owners: ReadonlySet<string>): boolean {
  if (record === undefined) return run.isOwner;
  return record.platform !== "api" || owners.has(record.userId ?? "");
}

function nameTaken(name: string): HermesError {
  return new HermesError(`The agent has a tool "${name}" itself.`, {
    code: "AGENT_OPTION_INVALID",
    hint: "Give yours another name.",
  });
}
