import type { ProgramHook } from "@hermes/plugins/hooks";
import type { ApprovalRequest } from "@hermes/registry";
import { randomBytes } from "node:crypto";
import { approverOf } from "../permissions/approver-of.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { AgreedHooks, HookStanding } from "./agreed-hooks.ts";
import { reachOf } from "./hook-reach.ts";
import { readSettingsHooks } from "./read-settings-hooks.ts";
import { namesHooks } from "./settings-hooks.ts";

const allow = "hermes hooks allow";

/**
 * A session begins: hooks of the settings that nobody has agreed to as they are now are asked about, each once. Where nobody can be
 * asked, a sentence says that they are not used.
 */
export async function askAboutHooks(parts: RuntimeParts, id: Promise<string>): Promise<void> {
  if (parts.child !== undefined || !namesHooks(parts)) return;
  const [{ hooks }, agreed] = await Promise.all([readSettingsHooks(parts), parts.hooks()]);
  const { cwd } = parts;
  for (const hook of hooks)
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    await askOnce(parts, { hook, agreed, cwd, sessionId: await id });
}

interface Asked {
  readonly hook: ProgramHook;
  readonly agreed: AgreedHooks;
  readonly cwd: string;
  readonly sessionId: string;
}

async function askOnce(parts: RuntimeParts, asked: Asked): Promise<void> {
  const { hook, agreed, cwd } = asked;
  const standing = await agreed.standing(hook, cwd);
  const { state, files } = standing;
  if (state === "used" || state === "refused") return;
  const who = approverOf(parts) === undefined ? "tell" : "ask";
  await agreed.once(`${who} ${hook.id} ${files.project} ${files.digest}`, async () => {
    if (state === "unheld" || (!standing.canBeHeld && state === "asked"))
      parts.warn(
        `The hook "${hook.name}" can't be held by a jail here, so it ${state === "unheld" ? "fails" : "does not run"}. To let it run as you: ${allow} --no-jail`,
      );
    else await ask(parts, asked, standing);
  });
}

async function ask(
  parts: RuntimeParts,
  { hook, agreed, sessionId }: Asked,
  standing: HookStanding,
): Promise<void> {
  const { warn, redactor, closing: signal, origin, options } = parts;
  const { name } = hook;
  const approver = approverOf(parts);
  const isChanged = standing.state === "changed";
  if (approver === undefined)
    return warn(
      isChanged
        ? `The hook "${name}" runs other files than those that were agreed to, so it fails. To agree to them: ${allow}`
        : `The hook "${name}" is not used: nobody has agreed to it. To agree: ${allow}`,
    );
  const redact = await redactor();
  const request: ApprovalRequest = {
    ...{ sessionId, userId: origin.userId, callId: "", id: randomBytes(5).toString("hex") },
    ...{ tool: "hooks", action: "hooks.run", rule: allow },
    summary: `run at ${hook.eventName}: ${redact(hook.command.join(" "))}`,
    reason: [
      isChanged
        ? "It was agreed to, and runs other files now."
        : `${options.loaded.configPath} names this hook, and nobody has agreed to it.`,
      `It ${reachOf(hook, { isHeld: true }).join("; ")}.`,
    ].join(" "),
  };
  const answer = await approver(request, { signal });
  if (!("approved" in answer)) return;
  const scope = answer.approved && answer.scope !== "always" ? "now" : "always";
  await agreed.decide(hook, standing, { allowed: answer.approved, isHeld: true, scope });
  if (!answer.approved) warn(`The hook "${name}" is not used. To use it after all: ${allow}`);
}
