import type { CommandVerdict } from "@hermes/plugins/hooks";
import type { HookState } from "./agreed-hooks.ts";

/** A hook, for people. */
export interface HookReport {
  /** What commands call it: its number among those of the settings, or the name of its folder. */
  readonly key: string;
  readonly from: "settings" | "gateway";
  readonly name: string;
  readonly events: readonly string[];
  readonly matcher?: string | undefined;
  /** Program and arguments, without secrets. */
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** `broken`: `problem` says why. */
  readonly state: HookState | "broken";
  readonly problem?: string | undefined;
  /** What it may do, for people. */
  readonly reach: readonly string[];
  /** Whether a jail holds it, where it runs. */
  readonly isHeld: boolean;
  /** Whether a jail of this machine can hold it. */
  readonly canBeHeld: boolean;
  /** Files that were digested; absolute. */
  readonly files: readonly string[];
  /** Of the files: what a person agrees to. */
  readonly digest: string;
}

/** What came of a trial. */
export interface HookTrial {
  readonly report: HookReport;
  /** As it was read. Undefined: it said nothing. */
  readonly answer?: unknown;
  readonly exitCode?: number | undefined;
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  readonly durationMs: number;
  /** Why it failed. */
  readonly problem?: string | undefined;
}

/** Told of what happens in a gateway. */
export interface HomeGatewayHooks {
  /** Sentences about those that are not used. */
  readonly notes: readonly string[];
  /** Whether any hook hears of it. */
  hears(event: string): boolean;
  /** Runs those that hear of it, one after another. Never rejects. */
  tell(event: string, context: Readonly<Record<string, unknown>>): Promise<void>;
  /** Asks those that hear of a command; the first that says something counts. Never rejects. */
  command(name: string, context: Readonly<Record<string, unknown>>): Promise<CommandVerdict | undefined>;
}

/** The hooks of the settings and the hook folders of the home, for the person. */
export interface HomeHooks {
  list(): Promise<readonly HookReport[]>;
  /**
   * Agrees to one as it was shown.
   *
   * @param as `isHeld: false`: it may run outside of a jail.
   * @throws {HermesError} `HOOK_UNKNOWN`, `HOOK_CHANGED`: it is not what was shown any more.
   */
  allow(key: string, as: { readonly digest: string; readonly isHeld: boolean }): Promise<HookReport>;
  /** It is asked about anew. @throws {HermesError} `HOOK_UNKNOWN` */
  revoke(key: string): Promise<HookReport>;
  /** Runs the hooks of the settings that hear of an event, whatever was said about them, with a sample of it. */
  test(
    event: string,
    options: { readonly tool?: string | undefined; readonly signal: AbortSignal },
  ): Promise<readonly HookTrial[]>;
  /** The hook folders that were agreed to. */
  gateway(options: {
    readonly signal: AbortSignal;
    readonly warn: (message: string) => void;
  }): Promise<HomeGatewayHooks>;
}
