import { loadSettings, type LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import { profileToShow } from "../profile/profile-to-show.ts";
import { createApprovalPrompt } from "../prompt/approval-prompt.ts";
import { createClarifyPrompt } from "../prompt/clarify-prompt.ts";
import { createSudoPrompt } from "../prompt/sudo-prompt.ts";
import type { Dress } from "../render/look.ts";
import { askLater } from "./ask-later.ts";
import type { ChatFlags } from "./chat-flags.ts";
import { ChatSkins } from "./chat-skins.ts";
import { ChatLoop } from "./chat-loop.ts";
import type { Face } from "./face.ts";
import { drawsLive } from "./draws-live.ts";
import { openRuntime } from "./open-runtime.ts";
import { resumeOf } from "./resume-of.ts";
import { loadSkills } from "./with-skills.ts";

/**
 * `hermes` at a terminal. Gives the exit code.
 *
 * @param onSetUp Told of the session that ends because its person wants to give another key first.
 */
export async function runChat(
  flags: ChatFlags,
  host: Host,
  onSetUp: (sessionId: string) => void,
): Promise<number> {
  const choice = resumeOf(flags);
  const loaded = await loadSettings({ env: host.env, remember: true });
  let interrupt = (): void => host.exit(130);
  using skins = new ChatSkins({ host, loaded });
  await skins.begin();
  using face = await openFace(host, loaded, { dress: skins.dress, onInterrupt: () => interrupt() });
  for (const problem of skins.problems) face.renderer.warning(problem);
  skins.onChange = () => face.changed();
  skins.onProblem = (message) => face.renderer.warning(message);
  const chat = new ChatLoop({
    face,
    skins,
    cwd: host.cwd,
    profile: profileToShow(loaded.home),
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
    onSetUp,
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
      logs: "chat",
      onWarning: (message) => face.renderer.warning(message),
    });
    const withSkills = await loadSkills(runtime, flags.skill);
    return await chat.run(runtime, { choice, withSkills, verbose: flags.verbose });
  } finally {
    ignoreInterrupts();
  }
}

async function openFace(
  host: Host,
  loaded: LoadedSettings,
  { dress, onInterrupt }: { readonly dress: Dress; readonly onInterrupt: () => void },
): Promise<Face> {
  if (!drawsLive(host)) {
    const { PlainFace } = await import("./plain-face.ts");
    return new PlainFace(host, { showReasoning: loaded.settings.display.show_reasoning, dress });
  }
  const { openLiveFace } = await import("./open-live-face.ts");
  return await openLiveFace({ host, loaded, dress, onInterrupt });
}
