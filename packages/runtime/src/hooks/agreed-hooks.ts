import type { ProfileJailSearch } from "@hermes/jail";
import type { ProgramOutput } from "@hermes/plugins/hooks";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import type { HookConsent, HookConsents } from "./hook-consents.ts";
import { HookDigests } from "./hook-files.ts";
import type { HookFiles } from "./hook-files.ts";
import { canHold, runHook } from "./run-hook.ts";
import type { RunnableHook } from "./runnable-hook.ts";
import { OnceEach } from "../once-each.ts";

/**
 * `used`: agreed to as it is. `asked`: nobody has agreed to it. `changed`: it runs other files than those that were agreed to.
 * `refused`: a person said no. `unheld`: agreed to, but the jail that is to hold it can't be made here.
 */
export type HookState = "used" | "asked" | "changed" | "refused" | "unheld";

export interface HookStanding {
  readonly state: HookState;
  readonly files: HookFiles;
  /** Whether it runs behind a jail, where it runs. */
  readonly isHeld: boolean;
  /** Whether a jail of this machine can hold it. */
  readonly canBeHeld: boolean;
}

export interface AgreedHooksOptions {
  readonly consents: HookConsents;
  readonly env: Environment;
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
  readonly search: () => Promise<ProfileJailSearch>;
  /** What a jail of this machine can do with the network; undefined: there is none. */
  readonly network: () => Promise<"listed" | "host" | undefined>;
}

export interface RunAgreedOptions {
  readonly cwd: string;
  readonly input: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** Hooks and what a person said about them: runs those alone that were agreed to. */
export class AgreedHooks {
  readonly #options: AgreedHooksOptions;
  readonly #digests = new HookDigests();
  /** As long as this program runs. */
  readonly #forNow = new Set<string>();
  readonly #once = new OnceEach();

  constructor(options: AgreedHooksOptions) {
    this.#options = options;
  }

  async standing(hook: RunnableHook, cwd: string): Promise<HookStanding> {
    const { env, consents, network } = this.#options;
    const [files, kind] = await Promise.all([this.#digests.of(hook, { cwd, env }), network()]);
    const canBeHeld = canHold(hook, kind);
    const known = consents.of(hook.id).filter(({ project }) => project === "" || project === cwd);
    const said = known.find(({ project, digest }) => project === files.project && digest === files.digest);
    if (this.#forNow.has(keyOf(hook, files)))
      return { state: canBeHeld ? "used" : "unheld", files, isHeld: true, canBeHeld };
    return { state: stateOf(said, known, canBeHeld), files, isHeld: said?.isHeld ?? true, canBeHeld };
  }

  /** @param as `scope` "now": as long as this program runs. */
  async decide(
    hook: RunnableHook,
    { files }: Pick<HookStanding, "files">,
    as: { readonly allowed: boolean; readonly isHeld: boolean; readonly scope: "now" | "always" },
  ): Promise<void> {
    const { allowed, isHeld, scope } = as;
    if (allowed && scope === "now") this.#forNow.add(keyOf(hook, files));
    else {
      this.#forNow.delete(keyOf(hook, files));
      const { project, digest } = files;
      await this.#options.consents.keep(hook.id, { project, digest, allowed, isHeld });
    }
  }

  /** @returns Whether there was anything to forget. */
  async forget(hook: RunnableHook): Promise<boolean> {
    return await this.#options.consents.forget(hook.id);
  }

  /**
   * Runs it as it was agreed to. Undefined: nobody has agreed to it.
   *
   * @throws {HermesError} `HOOK_CHANGED`, `HOOK_NO_JAIL`: it was agreed to, and can't be run as it was. Otherwise as `runHook` does.
   */
  async run(hook: RunnableHook, options: RunAgreedOptions): Promise<ProgramOutput | undefined> {
    const standing = await this.standing(hook, options.cwd);
    const { state, files, isHeld } = standing;
    if (state === "asked" || state === "refused") return undefined;
    // What held something back must not be gone because the agent wrote into its file.
    if (state === "changed")
      throw new HermesError(
        "its files are not those that were agreed to. To agree to them: hermes hooks allow",
        { code: "HOOK_CHANGED", hint: "To see it: hermes hooks list" },
      );
    return await this.runAs(hook, { ...options, isHeld, paths: files.paths });
  }

  /** Runs it, whatever was said about it. */
  async runAs(
    hook: RunnableHook,
    options: RunAgreedOptions & { readonly isHeld: boolean; readonly paths: readonly string[] },
  ): Promise<ProgramOutput> {
    const { env, homedir, home, search } = this.#options;
    return await runHook(hook, { ...options, env, homedir, home, search });
  }

  /** What several sessions would do, one after another; what was done under a key is not done again. */
  async once(key: string, work: () => Promise<void>): Promise<void> {
    await this.#once.run(key, work);
  }
}

function stateOf(
  said: HookConsent | undefined,
  known: readonly HookConsent[],
  canBeHeld: boolean,
): HookState {
  if (said === undefined) return known.some(({ allowed }) => allowed) ? "changed" : "asked";
  if (!said.allowed) return "refused";
  return said.isHeld && !canBeHeld ? "unheld" : "used";
}

function keyOf({ id }: RunnableHook, { project, digest }: HookFiles): string {
  return JSON.stringify([id, project, digest]);
}
