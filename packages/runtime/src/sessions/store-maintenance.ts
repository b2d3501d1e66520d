import type { Environment } from "@hermes/registry";
import type { State } from "@hermes/state";
import type { OpenChildren } from "../child/open-children.ts";
import type { RuntimeOptions } from "../runtime.ts";
import type { SessionMeters } from "../spending/session-meters.ts";
import { createHousekeeping } from "./housekeeping.ts";
import type { HomeCredentials } from "../models/home-credentials.ts";
import type { GivenProviders } from "@hermes/models";
import { createSessionDescriptions } from "./session-descriptions.ts";
import { createSessionObserver } from "./session-observer.ts";
import type { ObservedNotices, SessionObserver } from "./session-observer.ts";

export interface StoreMaintenanceOptions {
  readonly options: RuntimeOptions;
  readonly env: Environment;
  readonly credentials: HomeCredentials;
  readonly givenProviders: GivenProviders;
  readonly warn: (message: string) => void;
  readonly state: State;
  readonly meters: SessionMeters;
  readonly children: Pick<OpenChildren, "live">;
}

/** What is done for the store of one runtime beside the turns. */
export interface StoreMaintenance {
  /** For one open session. @param kind The title and the summary of a child come from its text: no model is asked for them. */
  observer(notices: ObservedNotices, kind: "person" | "child"): SessionObserver;
  /** Ends what is under way and waits for it. */
  stop(): Promise<void>;
}

export function createStoreMaintenance({
  options,
  env,
  credentials,
  givenProviders,
  warn,
  state,
  meters,
  children,
}: StoreMaintenanceOptions): StoreMaintenance {
  const { home, settings } = options.loaded;
  const descriptions = createSessionDescriptions({
    state,
    warn,
    auxiliaryModel: async (task, sessionId) => {
      // Most people set none up: what makes one needn't be loaded then.
      if (settings.auxiliary[task] === undefined) return undefined;
      const { makeAuxiliaryModel } = await import("../models/auxiliary-model.ts");
      const model = await makeAuxiliaryModel(task, { options, env, credentials, givenProviders });
      return model && (await meters.of(sessionId)).metered(model, task);
    },
  });
  const fromText = createSessionDescriptions({ state, warn, auxiliaryModel: async () => undefined });
  const housekeeping = createHousekeeping({
    home,
    state,
    descriptions,
    warn,
    async settleChildren() {
      const [{ settleOrphans }, { storedChildren }] = await Promise.all([
        import("@hermes/agent-loop/delegate"),
        import("../child/stored-children.ts"),
      ]);
      await settleOrphans({
        records: storedChildren(state),
        live: children.live,
        leases: state.journal.leases,
      });
    },
    tell: options.onNotice ?? warn,
    startAfterMs: options.housekeepingAfterMs ?? 1_000,
  });
  return {
    observer: (notices, kind) =>
      createSessionObserver({
        ...{ state, onAnswer: housekeeping.start, ...notices },
        descriptions: kind === "child" ? fromText : descriptions,
      }),
    stop: housekeeping.stop,
  };
}
