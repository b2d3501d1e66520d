import { loadSettings, type LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { createClarifyPrompt } from "../prompt/clarify-prompt.ts";
import { createSudoPrompt } from "../prompt/sudo-prompt.ts";
import { askLater } from "./ask-later.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { ChatLoop } from "./chat-loop.ts";
import type { Face } from "./face.ts";
import { drawsLive } from "./draws-live.ts";
import { openRuntime } from "./open-runtime.ts";
import { resumeOf } from "./resume-of.ts";
import { loadSkills } from "./with-skills.ts";

/** `hermes` at a terminal. Gives the exit code. */
export async function runChat(flags: ChatFlags, host: Host): Promise<number> {
  const choice = resumeOf(flags);
  const loaded = await loadSettings({ env: host.env, remember: true });
  let interrupt = (): void => host.exit(130);
  using face = await openFace(host, loaded, () => interrupt());
  const chat = new ChatLoop({
    face,
    cwd: host.cwd,
    env: host.env,
    resumeDisplay: loaded.settings.display.resume_display,
    stopped: host.stopped,
    async handOff(sessionId, target) {
      const [{ handOff }, { gatewayDesk }] = await Promise.all([
        import("../commands/gateway/fill-gateway.ts"),
        import("../commands/gateway/gateway-desk.ts"),
      ]);
      return await handOff(sessionId, target, gatewayDesk(host));
    },
    leaveAtOnce: () => host.exit(130),
  });
  interrupt = () => chat.interrupt();
  const ignoreInterrupts = host.onInterrupt(() => interrupt());
  const prompts = { questions: face.questions, style: face.style, onInterrupt: () => chat.interrupt() };
  try {
    await using runtime = openRuntime(host, {
      loaded,
      flags,
      approver: flags.askLater ? askLater : createApprovalPrompt(prompts),
      clarifier: createClarifyPrompt(prompts),
      askSudoPassword: createSudoPrompt(prompts),
      mcp: flags.mcp,
      onWarning: (message) => face.renderer.warning(message),
    });
    const withSkills = await loadSkills(runtime, flags.skill);
    return await chat.run(runtime, { choice, withSkills, verbose: flags.verbose });
  } finally {
    ignoreInterrupts();
  }
}

async function openFace(host: Host, loaded: LoadedSettings, onInterrupt: () => void): Promise<Face> {
  if (!drawsLive(host)) {
    const { PlainFace } = await import("./plain-face.ts");
    return new PlainFace(host, { showReasoning: loaded.settings.display.show_reasoning });
  }
  const { openLiveFace } = await import("./open-live-face.ts");
  return await openLiveFace({ host, loaded, onInterrupt });
}
