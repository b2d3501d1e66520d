import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { FooterState } from "../screen/footer-lines.ts";
import type { Conversation } from "./face.ts";

/** Longer than a frame: what was said is on the screen before anything is asked. */
const afterMs = 40;

/** What stands below the input, asked anew whenever it may have changed, and never waited for. */
export class FooterFacts {
  readonly #cwd: string;
  readonly #redraw: () => void;
  readonly #since = Date.now();
  #state: FooterState | undefined;
  #session: Conversation["session"];
  #takesImages: boolean | undefined;
  #asking: Promise<void> | undefined;
  #askAgain = false;

  /** @param redraw Called when there is something new. */
  constructor(cwd: string, redraw: () => void) {
    this.#cwd = cwd;
    this.#redraw = redraw;
  }

  /** Undefined until a session is there. */
  get state(): FooterState | undefined {
    const session = this.#session;
    return (
      this.#state && {
        ...this.#state,
        jobs: session?.backgroundJobs,
        children: session?.children.running.length,
        durationMs: Date.now() - this.#since,
      }
    );
  }

  /** Whether the model reads images; undefined: not known. */
  get takesImages(): boolean | undefined {
    return this.#takesImages;
  }

  update(conversation: Conversation): void {
    this.#askAgain = true;
    this.#asking ??= this.#ask(conversation).finally(() => {
      this.#asking = undefined;
      if (this.#askAgain) this.update(conversation);
      else this.#redraw();
    });
  }

  async #ask(conversation: Conversation): Promise<void> {
    await setTimeout(afterMs);
    this.#askAgain = false;
    const { session, ports } = conversation;
    if (session === undefined) return;
    this.#session = session;
    const { id, agent, model } = session;
    const [mode, asked, context, used, branch] = await Promise.allSettled([
      ports.modes?.current(id),
      ports.models?.current(id),
      agent.context(),
      ports.usage?.(id),
      branchOf(this.#cwd),
    ]);
    this.#takesImages = valueOf(asked)?.images;
    const usage = valueOf(used);
    const tokens = usage && usage.tokens.input + usage.tokens.output;
    const facts = valueOf(context);
    this.#state = {
      mode: valueOf(mode) ?? "ask",
      model: model.id,
      context: facts && { tokens: facts.tokens, window: facts.contextWindow },
      tokens: tokens === 0 ? undefined : tokens,
      // A price that nobody knows is not none.
      cost:
        usage === undefined || usage.callsWithoutPrice > 0 || usage.calls === 0 ? undefined : usage.costUsd,
      branch: valueOf(branch),
    };
  }
}

/** What can't be told is left out below the input; who wants to know why asks with a command. */
function valueOf<Value>(settled: PromiseSettledResult<Value>): Value | undefined {
  return settled.status === "fulfilled" ? settled.value : undefined;
}

async function branchOf(cwd: string): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const args = ["symbolic-ref", "--short", "-q", "HEAD"];
    execFile("git", args, { cwd, timeout: 2_000 }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : undefined),
    );
  });
}
