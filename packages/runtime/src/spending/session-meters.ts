import type { SpendCaps, SpendMeter } from "@hermes/agent-loop";
import type { Settings } from "@hermes/config";
import type { State } from "@hermes/state";
import type { RuntimeOptions } from "../runtime.ts";

type BudgetSettings = Settings["budget"]["day"];

/** Counts what models are asked, by whomever, against the budgets of the settings and of the flags. */
export interface SessionMeters {
  /** The meter of a session from here on, with what was chosen for it. */
  open(sessionId: string, options: RuntimeOptions): Promise<SpendMeter>;
  close(sessionId: string): void;
  /** The budgets of a session, open or not; without one, of what is asked outside of sessions. */
  budgetsOf(sessionId?: string): { readonly caps: SpendCaps; readonly job: string | undefined };
  /** Of a session, open or not; without one, of what is asked outside of sessions. */
  of(sessionId?: string): Promise<SpendMeter>;
}

export function createSessionMeters(
  options: RuntimeOptions,
  { state, run }: { readonly state: () => Promise<State>; readonly run: string },
): SessionMeters {
  const open = new Map<string, { readonly meter: SpendMeter; readonly chosen: RuntimeOptions }>();
  const make = async (chosen: RuntimeOptions, sessionId?: string): Promise<SpendMeter> => {
    const [{ SpendMeter }, { spending, usage, readOnly }] = await Promise.all([
      import("@hermes/agent-loop"),
      state(),
    ]);
    return new SpendMeter({
      ...{ ledger: spending, sessionId, hooks: chosen.hooks },
      caps: capsOf(chosen),
      job: jobOf(chosen, run),
      record({ model: name, ...entry }) {
        if (!readOnly) usage.record({ ...entry, sessionId, name, at: Date.now(), kind: "model" });
      },
    });
  };
  return {
    async open(sessionId, chosen) {
      const meter = await make(chosen, sessionId);
      open.set(sessionId, { meter, chosen });
      return meter;
    },
    close: (sessionId) => void open.delete(sessionId),
    budgetsOf(sessionId = "") {
      const { chosen = options } = open.get(sessionId) ?? {};
      return { caps: capsOf(chosen), job: jobOf(chosen, run) };
    },
    of: async (sessionId) => open.get(sessionId ?? "")?.meter ?? (await make(options, sessionId)),
  };
}

/** What the flags allow holds for one run: for the job, or for all sessions of the program where there is none. */
function jobOf({ flags = {} }: RuntimeOptions, run: string): string | undefined {
  const isLimited = flags.maxBudgetUsd !== undefined || flags.maxBudgetTokens !== undefined;
  return flags.job ?? (isLimited ? run : undefined);
}

function capsOf({ loaded, flags = {} }: RuntimeOptions): SpendCaps {
  const { maxBudgetUsd: usd, maxBudgetTokens: tokens } = flags;
  const { job, ...others } = loaded.settings.budget;
  const ofRun = { ...given(job), ...given({ usd, tokens }) };
  const caps = Object.entries({ ...others, job: ofRun }).map(([scope, cap]) => [scope, given(cap)] as const);
  return Object.fromEntries(caps.filter(([, cap]) => Object.keys(cap).length > 0));
}

/** Without what is not set. */
function given(budget: BudgetSettings): BudgetSettings {
  return Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined));
}
