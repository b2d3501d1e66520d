import { isSafeMode } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { openGatewayHooks } from "./gateway-hooks.ts";
import type { HomeHooks, HookReport } from "./home-hooks.ts";
import { KnownHooks } from "./known-hooks.ts";
import { tryHooks } from "./try-hooks.ts";

/** The hooks of a home for the person. */
export async function openHomeHooks(parts: RuntimeParts): Promise<HomeHooks> {
  const { cwd } = parts;
  const isSafe = isSafeMode(parts.env);
  const agreed = await parts.hooks();
  const known = new KnownHooks(parts, agreed);
  return {
    async list() {
      const reports: HookReport[] = [];
      // oxlint-disable-next-line no-await-in-loop -- a few, whose files are read once
      for (const each of await known.all()) reports.push(await known.report(each));
      return [...reports, ...(await known.broken())];
    },
    async allow(key, { digest, isHeld }) {
      const one = await known.find(key);
      const standing = await agreed.standing(one.hook, cwd);
      if (standing.files.digest !== digest)
        throw new HermesError(`The files of the hook "${key}" changed since they were shown.`, {
          code: "HOOK_CHANGED",
          hint: "Look at them again: hermes hooks show",
        });
      await agreed.decide(one.hook, standing, { allowed: true, isHeld, scope: "always" });
      return await known.report(one);
    },
    async revoke(key) {
      const one = await known.find(key);
      await agreed.forget(one.hook);
      return await known.report(one);
    },
    test: async (event, choice) => await tryHooks(event, { known, agreed, cwd, ...choice }),
    gateway: async (choice) =>
      await openGatewayHooks({ agreed, found: isSafe ? [] : await known.folders(), cwd, ...choice }),
  };
}
