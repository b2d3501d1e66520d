import type { ControllerPorts } from "./controller-ports.ts";

/** Lets a session that goes on with another one's conversation have its mode, personality, model and effort. */
export async function carryChoices(
  { modes, models, personalities }: ControllerPorts,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (modes !== undefined) {
    const [was, is] = await Promise.all([modes.current(from), modes.current(to)]);
    if (was !== is) await modes.set(to, was);
  }
  if (personalities !== undefined) {
    const [was, is] = await Promise.all([personalities.current(from), personalities.current(to)]);
    if (was !== is) await personalities.choose(to, was ?? "none", { keep: false });
  }
  if (models !== undefined) {
    const [was, is] = await Promise.all([models.current(from), models.current(to)]);
    if (was.model !== is.model || was.provider !== is.provider)
      await models.choose(to, was.model, { provider: was.provider, keep: false });
    if (was.effort !== is.effort) await models.setEffort(to, was.effort);
  }
}
