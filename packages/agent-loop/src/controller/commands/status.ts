import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const statusCommand: SlashCommand = defineSlashCommand({
  name: "status",
  summary: "Show session, model, mode and what runs.",
  kind: "info",
  whileBusy: true,
  async run({ session: { id, agent }, ports, controls }) {
    const [model, mode] = await Promise.all([ports.models?.current(id), ports.modes?.current(id)]);
    const { busy, busyMode, queued } = controls;
    const calls = agent.openCalls.length;
    const state = busy ? "working" : calls > 0 ? "waits for permission" : "ready";
    return {
      lines: [
        `session ${id} · ${agent.messages.length} messages`,
        ...(model === undefined ? [] : [`model ${model.model} · ${model.provider}`]),
        ...(mode === undefined ? [] : [`mode ${mode}`]),
        ...(ports.profile === undefined ? [] : [`profile ${ports.profile}`]),
        `${state} · ${queued.length} waiting · busy ${busyMode}`,
      ],
      data: {
        id,
        messages: agent.messages.length,
        model,
        mode,
        profile: ports.profile,
        state,
        queued: [...queued],
        busyMode,
      },
    };
  },
});
