import { mkdir } from "node:fs/promises";
import type { Access, AccessDecision } from "./access.ts";
import type { PlatformHost } from "../platforms/platform.ts";
import type { Pairing } from "./pairing/pairing.ts";
import { createChatQuestions } from "./questions/chat-questions.ts";
import type { ChatQuestionsOptions } from "./questions/chat-questions.ts";
import { createStandings } from "./standings.ts";
import type { StandingsOptions } from "./standings.ts";
import { folderOf, mayRunCommand, setToolsets, toolsetsOf } from "./tier-rights.ts";

export interface CreateAccessOptions extends StandingsOptions {
  readonly pairing: Pick<Pairing, "ask" | "tierOf">;
  /** What questions in chats are put with. */
  readonly questions: Omit<ChatQuestionsOptions, "tierOf" | "now">;
  /** Below it, sessions of those who are no owners work in folders of their own. Absolute. */
  readonly chatsFolder: string;
  readonly log: PlatformHost["log"];
  /** How whoever runs the agent lets somebody in who has a code, as the end of a sentence. @default that they can */
  readonly howToAdmit?: ((asked: { readonly platform: string; readonly code: string }) => string) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Who may speak, and with what: nobody, unless the settings or an owner have said so. */
export function createAccess(options: CreateAccessOptions): Required<Access> {
  const { settings, pairing, chatsFolder, log, now = Date.now } = options;
  const { howToAdmit = () => "with it" } = options;
  const standings = createStandings(options);
  const questions = createChatQuestions({ ...options.questions, now, tierOf: standings.tierOf });

  return {
    async decide(message) {
      try {
        const verdict = await standings.decide(message, message.at.platform);
        if (verdict.verdict === "allow") return { type: "allowed", tier: verdict.tier };
        if (verdict.verdict === "ignore") return { type: "ignored", reason: verdict.reason };
        return await letAsk(message.at.platform, message.sender);
      } catch (error) {
        log("error", "Who may speak could not be found out; the message is ignored.", {
          platform: message.at.platform,
          error: error instanceof Error ? error.message : String(error),
        });
        return { type: "ignored", reason: "failed" };
      }
    },
    grant: async (chat) => {
      const { gateway } = settings();
      // Nobody sits where a program speaks, so that nothing can be asked there.
      const isUnattended = options.admitting?.().includes(chat.at.platform) === true;
      const toolsets = toolsetsOf(chat.tier, gateway, (names) =>
        log("warn", "Toolsets that run commands or read files are the owner's alone.", {
          tier: chat.tier,
          left_out: names.join(", "),
        }),
      );
      const folder = folderOf(chat, { cwd: gateway.cwd, chatsFolder });
      if (chat.tier !== "owner" && folder !== undefined)
        await mkdir(folder, { recursive: true, mode: 0o700 });
      return {
        // What is asked about acts on the person's machine, so that an owner alone can allow it.
        approver: chat.tier === "owner" && !isUnattended ? questions.approver(chat) : null,
        clarifier: isUnattended ? null : questions.clarifier(chat),
        toolsets,
        areDefaultToolsets: setToolsets(chat.tier, gateway) === undefined,
        areToolsetsOfTier: chat.tier !== "owner",
        folder,
      };
    },
    mayRun(command, tier, platform = "") {
      const { gateway, platforms } = settings();
      const ofPlatform = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
      const allowed = [
        ...(gateway.user_allowed_commands ?? []),
        ...(ofPlatform?.user_allowed_commands ?? []),
      ];
      return mayRunCommand(command, tier, allowed);
    },
    reply: questions.reply,
    press: questions.press,
    due: questions.due,
  };

  async function letAsk(
    platform: string,
    { userId, name }: { readonly userId: string; readonly name?: string | undefined },
  ): Promise<AccessDecision> {
    const asked = await pairing.ask({ platform, userId, name });
    if (asked.type === "code") {
      const how = howToAdmit({ platform, code: asked.code });
      const text = `I don't know you yet. Your code is \`${asked.code}\`.\n\nWhoever runs this agent lets you in ${how}. It works for an hour.`;
      return { type: "answered", reason: "pairing-code", text };
    }
    if (asked.type === "full") {
      const text = "I don't know you yet, and too many wait to be let in. Write again in an hour.";
      return { type: "answered", reason: "pairing-full", text };
    }
    return { type: "ignored", reason: asked.type === "locked" ? "pairing-locked" : "pairing-asked" };
  }
}
