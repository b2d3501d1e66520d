import { HermesError, nearest } from "@hermes/registry";
import { readHooks } from "@hermes/plugins/hooks";
import type { ProgramHook } from "@hermes/plugins/hooks";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { AgreedHooks } from "./agreed-hooks.ts";
import { findGatewayHooks } from "./find-gateway-hooks.ts";
import type { FoundGatewayHook } from "./find-gateway-hooks.ts";
import type { HookReport } from "./home-hooks.ts";
import { reachOf } from "./hook-reach.ts";
import type { RunnableHook } from "./runnable-hook.ts";

/** A hook that can be used, by what commands call it. */
export interface KnownHook {
  readonly key: string;
  readonly hook: RunnableHook;
  /** Undefined: a folder of the gateway. */
  readonly ofSettings: ProgramHook | undefined;
  readonly events: readonly string[];
}

/** The hooks that the settings and the folders of a home name, and what is to be said about them. */
export class KnownHooks {
  readonly #parts: RuntimeParts;
  readonly #agreed: AgreedHooks;

  constructor(parts: RuntimeParts, agreed: AgreedHooks) {
    this.#parts = parts;
    this.#agreed = agreed;
  }

  async folders(): Promise<readonly FoundGatewayHook[]> {
    const { homedir, options } = this.#parts;
    return await findGatewayHooks(options.loaded.home, { homedir });
  }

  async all(): Promise<readonly KnownHook[]> {
    const folders = await this.folders();
    return [
      ...this.#ofSettings().hooks.map((hook, index) => ({
        ...{ hook, key: String(index + 1), ofSettings: hook, events: [hook.eventName] },
      })),
      ...folders.flatMap(({ name, hook }) =>
        hook === undefined ? [] : [{ hook, key: name, ofSettings: undefined, events: hook.events }],
      ),
    ];
  }

  /** @throws {HermesError} `HOOK_UNKNOWN` */
  async find(key: string): Promise<KnownHook> {
    const all = await this.all();
    const found = all.find((each) => each.key === key);
    if (found !== undefined) return found;
    const keys = all.map((each) => each.key);
    const near = /^\d+$/u.test(key) ? undefined : nearest(key, keys);
    throw new HermesError(`There is no hook "${key}".`, {
      code: "HOOK_UNKNOWN",
      hint: near === undefined ? "To see those that there are: hermes hooks list" : `Did you mean "${near}"?`,
    });
  }

  async report({ key, hook, ofSettings, events }: KnownHook): Promise<HookReport> {
    const { cwd, redactor } = this.#parts;
    const { state, files, isHeld, canBeHeld } = await this.#agreed.standing(hook, cwd);
    const redact = await redactor();
    const { name, command, timeoutMs } = hook;
    return {
      ...{ key, from: ofSettings === undefined ? "gateway" : "settings", name: redact(name), events },
      ...{ matcher: ofSettings?.matcher, command: command.map((word) => redact(word)), timeoutMs, state },
      ...{ reach: reachOf(hook, { isHeld }), isHeld, canBeHeld, files: files.paths, digest: files.digest },
      ...(files.program === undefined && { problem: `there is no program ${command[0] ?? ""}` }),
    };
  }

  /** What can't be read. */
  async broken(): Promise<readonly HookReport[]> {
    const folders = await this.folders();
    return [
      ...this.#ofSettings().problems.map((problem) => brokenReport("settings", "?", problem)),
      ...folders.flatMap(({ name, problem }) =>
        problem === undefined ? [] : [brokenReport("gateway", name, problem)],
      ),
    ];
  }

  #ofSettings(): ReturnType<typeof readHooks> {
    const { homedir, options } = this.#parts;
    return readHooks(options.loaded.settings.hooks, { homedir });
  }
}

function brokenReport(from: HookReport["from"], key: string, problem: string): HookReport {
  return {
    ...{ key, from, problem, name: key, events: [], command: [], timeoutMs: 0, state: "broken" },
    ...{ reach: [], isHeld: true, canBeHeld: true, files: [], digest: "" },
  };
}
