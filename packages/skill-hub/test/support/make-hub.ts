import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSkillHub } from "../../src/index.ts";
import type { InstallPlan, SkillHub, SkillHubOptions } from "../../src/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { startServices } from "./fake-services.ts";
import type { FakeServices, FakeWorld } from "./fake-services.ts";
import { plainFetch } from "./loopback.ts";

export interface TestHub {
  readonly hub: SkillHub;
  readonly services: FakeServices;
  /** The person's skills folder. */
  readonly folder: string;
  /** The lines of the audit log. */
  audit(): readonly Record<string, unknown>[];
  /** The same folder and services, as another program would open them. */
  again(options?: Partial<SkillHubOptions>): SkillHub;
}

/** A hub over fakes of all services, with nothing installed. */
export async function makeHub(
  world: Partial<FakeWorld> = {},
  options: Partial<SkillHubOptions> = {},
): Promise<TestHub> {
  const services = await startServices(world);
  const root = tempFolder();
  const folder = join(root, "skills");
  mkdirSync(folder);
  const again = (more: Partial<SkillHubOptions> = {}): SkillHub =>
    createSkillHub({
      folder,
      fetch: plainFetch,
      cacheFolder: join(root, "cache"),
      addresses: services.addresses,
      hosts: [services.origin],
      marketplaces: ["acme/market"],
      ...options,
      ...more,
    });
  const audit = (): Record<string, unknown>[] =>
    readFileSync(join(folder, ".hub", "audit.log"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { hub: again(), services, folder, audit, again };
}

/** A signal that nobody fires. */
export function calm(): AbortSignal {
  return new AbortController().signal;
}

/** Says yes, and keeps what it was asked. */
export function yes(): { readonly plans: InstallPlan[]; confirm(plan: InstallPlan): Promise<boolean> } {
  const plans: InstallPlan[] = [];
  return {
    plans,
    confirm: async (plan) => {
      plans.push(plan);
      return await Promise.resolve(true);
    },
  };
}
