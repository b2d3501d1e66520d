import type { Approver } from "@hermes/registry";
import type { HomeParts } from "../runtime-parts.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { askAboutChange } from "./ask-about-change.ts";

/** A session begins: what was changed by somebody else is asked about before anything else. */
export async function enterSeal(
  { seal, redactor }: Pick<HomeParts, "seal" | "redactor">,
  { loaded, flags }: RuntimeOptions,
  approver: Approver | undefined,
): Promise<void> {
  const homeSeal = await seal();
  await homeSeal.enter(loaded.source?.texts);
  const { signal } = new AbortController();
  const of = { sessionId: "", callId: "", signal, redactor };
  await homeSeal.settle(
    askAboutChange({ ...of, approver: flags?.unattended === true ? undefined : approver }),
  );
}
