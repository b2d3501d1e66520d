import type { HomeParts } from "../runtime-parts.ts";
import type { Seal } from "../runtime.ts";
import { diffOf } from "./ask-about-change.ts";
import { HermesError } from "@hermes/registry";

/** The seal as programs see it. */
export function sealOfHome({ seal, redactor }: Pick<HomeParts, "seal" | "redactor">): Seal {
  return {
    async textOf(path) {
      const { text, problem } = await (await seal()).textOf(path);
      if (problem === undefined) return text;
      throw new HermesError(`${path} does not count: ${problem}.`, { code: "SEAL_UNKNOWN" });
    },
    async changes() {
      const [found, redact] = await Promise.all([(await seal()).changes(), redactor()]);
      return await Promise.all(
        found.map(async (change) => {
          const { path, hash, isRefused } = change;
          return { path, hash, isRefused, diff: await diffOf(change, redact) };
        }),
      );
    },
    accept: async (changes) => await (await seal()).accept(changes),
  };
}
