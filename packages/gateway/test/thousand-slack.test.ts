import { onTestFinished, test } from "vitest";
import { SlackServer } from "./platforms/slack/slack-server.ts";
import { drawFaults, sayThousand, sizes, timeoutMs } from "./thousand/run.ts";

test(
  "messages of Slack with 20 % faults and kills are each answered once, in order",
  async () => {
    const server = await SlackServer.open({ retryMs: 500 });
    onTestFinished(() => server.close());
    const { world } = server;
    const faults = drawFaults(7);
    server.fault = faults.fault;
    // A second would keep all chats waiting.
    server.rateLimitS = 0.02;
    const chatId = (chat: number): string => `D0${chat}`;
    for (let chat = 0; chat < sizes.chats; chat += 1) {
      world.users.set(`U0${chat}`, { name: `person${chat}`, real_name: `Person ${chat}` });
      world.conversation(chatId(chat));
    }
    const settings = { bot_token: server.botToken, app_token: server.appToken, api_root: server.apiRoot };
    const far = {
      program: new URL("thousand/platform-process.ts", import.meta.url),
      args: [new URL("thousand/slack-platform.ts", import.meta.url).href, JSON.stringify(settings)],
      platform: "slack",
      chatId,
      say: (chat: number, text: string) =>
        void server.say({ user: `U0${chat}`, channel: chatId(chat), text }),
      arrived: () =>
        [...world.conversations.values()].flatMap(({ id, messages }) =>
          messages
            .filter(({ user }) => user === world.bot.user)
            .map(({ text }) => ({ chat: Number(id.slice(2)), text })),
        ),
      unanswered: faults.dropped,
    };
    await sayThousand(far, faults);
  },
  timeoutMs,
);
