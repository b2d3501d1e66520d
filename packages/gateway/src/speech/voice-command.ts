import { defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import { oneLine } from "../chat/one-line.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import type { SpokenReplies, VoiceMode } from "./spoken-replies.ts";
import { readVoiceMode, writeVoiceMode } from "./voice-mode.ts";

const words = ["on", "off", "tts", "status"] as const;
const modeOfWord: Readonly<Record<Exclude<(typeof words)[number], "status">, VoiceMode>> = {
  ...{ on: "voice_only", off: "off", tts: "all" },
};
const sentences: Readonly<Record<VoiceMode, string>> = {
  off: "Answers are not spoken here. /voice on speaks those to voice messages, /voice tts all.",
  voice_only: "Answers to voice messages are spoken here, too. /voice tts speaks all, /voice off none.",
  all: "All answers are spoken here, too. /voice on speaks those to voice messages, /voice off none.",
};

export interface VoiceCommandOptions {
  readonly memory: GatewayStore["memory"];
  /** Its key. */
  readonly chat: string;
  readonly replies: SpokenReplies;
}

/** Chooses which answers of a chat are spoken. */
export function voiceCommand({ memory, chat, replies }: VoiceCommandOptions): SlashCommand {
  return defineSlashCommand({
    name: "voice",
    kind: "configuration",
    hint: "[on|off|tts|status]",
    completes: words,
    summary: "Switch spoken answers on or off: to voice messages (on), or all (tts).",
    whileBusy: true,
    async run({ rest }) {
      const typed = rest.trim().toLowerCase();
      const chosen = words.find((word) => word === typed);
      if (typed !== "" && chosen === undefined)
        return { lines: [`There is no /voice ${oneLine(typed, 40)}; there is ${words.join(", ")}.`] };
      const before = (await readVoiceMode(memory, chat)) ?? replies.mode;
      const mode = wanted(before, chosen);
      if (mode !== "off" && replies.missing !== undefined)
        return { lines: [`Nothing can be spoken here: ${replies.missing}`] };
      if (chosen !== "status") await writeVoiceMode(memory, chat, mode);
      return { lines: [sentences[mode]], data: { mode } };
    },
  });
}

/** Without a word it is switched on, or off. */
function wanted(before: VoiceMode, word: (typeof words)[number] | undefined): VoiceMode {
  if (word === "status") return before;
  if (word !== undefined) return modeOfWord[word];
  return before === "off" ? "voice_only" : "off";
}
