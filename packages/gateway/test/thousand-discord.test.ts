import { onTestFinished, test } from "vitest";
import { openDiscordServer, personOf } from "./platforms/discord/discord-server.ts";
import { readDiscordMarkdown } from "./platforms/discord/read-discord-markdown.ts";
import { drawFaults, sayThousand, sizes, timeoutMs } from "./thousand/run.ts";
import type { FarSide, FaultDraw } from "./thousand/run.ts";

/** Discord with a private chat for each person, whose posts go wrong as drawn. */
async function openFar({ fault, dropped }: FaultDraw): Promise<FarSide> {
  const server = await openDiscordServer();
  onTestFinished(async () => await server.close());
  const { world } = server;
  const people = Array.from({ length: sizes["chats"] ?? 0 }, (_, index) => world.dm(personOf(index)).id);
  server.fault = fault;
  // What is said to a bot before it ever connected, it never hears.
  const early: (() => void)[] = [];
  server.gateway.onIdentify = () => {
    for (const say of early.splice(0)) say();
  };
  return {
    program: new URL("thousand/platform-process.ts", import.meta.url),
    args: [
      new URL("thousand/discord-platform.ts", import.meta.url).href,
      JSON.stringify({ token: world.token, api_root: server.root }),
    ],
    platform: "discord",
    chatId: (chat) => people[chat] ?? "",
    say(chat, text) {
      const say = (): void => void server.sayTo(chat, text);
      if (server.gateway.identifies === 0) early.push(say);
      else say();
    },
    arrived: () =>
      world.posted.map(({ channel_id: id, content }) => ({
        chat: people.indexOf(id),
        text: readDiscordMarkdown(content),
      })),
    unanswered: dropped,
  };
}

test(
  "messages on Discord with 20 % faults and kills are each answered once, in order",
  async () => {
    const faults = drawFaults(11);
    await sayThousand(await openFar(faults), faults);
  },
  timeoutMs,
);
