import { HermesError } from "@hermes/registry";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import { randomBytes } from "node:crypto";
import { approverOf } from "../permissions/approver-of.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { FoundPlugin } from "./find-plugins.ts";
import type { FolderPlugins } from "./folder-plugins.ts";
import type { PluginReport } from "./home-plugins.ts";
import { sentenceOf } from "./plugin-words.ts";

/** The same, for a session that begins. */
export async function askAboutSessionPlugins(parts: RuntimeParts, sessionId: string): Promise<void> {
  const { warn, closing: signal, origin } = parts;
  const plugins = await parts.plugins();
  const approver = approverOf(parts);
  await askAboutPlugins(plugins, { approver, sessionId, userId: origin.userId, warn, signal });
}

interface AskAboutPluginsOptions {
  /** Undefined: nobody can be asked. */
  readonly approver: Approver | undefined;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * A session begins: plug-ins of the project that nobody was asked about are asked about, each once, and so are those that have changed
 * since. The answer is kept where no file of a project can say it. Those of the home are the person's to enable: that is said.
 */
async function askAboutPlugins(plugins: FolderPlugins, options: AskAboutPluginsOptions): Promise<void> {
  const { approver, warn } = options;
  await plugins.load();
  let hasAgreed = false;
  for (const found of plugins.found) {
    const report = plugins.report(found);
    const { state, name, from, problem } = report;
    const enable = `hermes plugins enable ${name}`;
    const isOpen = state === "asked" || state === "changed";
    const isAsked = isOpen && from === "project" && approver !== undefined;
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    await plugins.once(`${isAsked ? "ask" : "tell"} ${state} ${name} ${found.digest}`, async () => {
      if (state === "broken") warn(`The plug-in "${name}" is not used: ${problem ?? "it can't be read"}`);
      else if (isAsked)
        hasAgreed = (await ask(plugins, { found, report }, { ...options, approver })) || hasAgreed;
      else if (isOpen)
        warn(
          `The plug-in "${name}" is not used: ${state === "changed" ? "it has changed since you agreed to it" : "nobody has agreed to it"}. To see what it may do: ${enable}`,
        );
    });
  }
  if (hasAgreed) await plugins.load();
}

/** @returns Whether it is used now. */
async function ask(
  plugins: FolderPlugins,
  { found, report }: { readonly found: FoundPlugin; readonly report: PluginReport },
  { approver, sessionId, userId, warn, signal }: AskAboutPluginsOptions & { readonly approver: Approver },
): Promise<boolean> {
  const { name, manifest, reach, gives, state } = report;
  const enable = `hermes plugins enable ${name}`;
  const missing = await plugins.withoutJail(found);
  if (missing !== undefined) {
    warn(
      `The plug-in "${name}" is not used: no jail can hold it here (${missing}). To let it run as you: ${enable} --no-jail`,
    );
    return false;
  }
  const why = state === "changed" ? "It has changed since you agreed to it." : "Nobody has agreed to it.";
  const request: ApprovalRequest = {
    ...{ sessionId, userId, callId: "", id: randomBytes(5).toString("hex") },
    ...{ tool: "plugins", action: "plugin.start", rule: enable },
    summary: `use the plug-in "${name}" ${manifest?.version ?? ""} of this project: ${manifest?.description ?? ""}`,
    reason: `${found.folder} is part of the project. ${why} It gives ${gives.join(", ") || "nothing"}. It ${reach.join("; ")}.`,
  };
  const answer = await approver(request, { signal });
  if (!("approved" in answer)) return false;
  if (!answer.approved) {
    await plugins.refuse(found);
    warn(`The plug-in "${name}" is not used. To use it after all: ${enable}`);
    return false;
  }
  try {
    const scope = answer.scope === "always" ? "always" : "now";
    await plugins.agree(found, { digest: found.digest, isHeld: true, scope, signal });
    return true;
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    warn(`The plug-in "${name}" is not used. ${sentenceOf(error)}`);
    return false;
  }
}
