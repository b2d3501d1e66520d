import { slack, type SlackSettings } from "../../../src/index.ts";
import type { PlatformPeer, PlatformPlace } from "../../../src/testing/index.ts";
import { buttonsOf, SlackServer } from "./slack-server.ts";
import type { StoredMessage } from "./slack-world.ts";

export const ada = { id: "U0ADA", dm: "D0ADA" };
/** Less than half a second for what takes a minute. */
export const shortTimes = {
  answerMs: 2_000,
  silentMs: 300,
  backOffMs: 20,
  nameMs: 5_000,
  acknowledgeMs: 400,
};

export interface SlackPlace extends PlatformPlace<SlackSettings> {
  readonly server: SlackServer;
}

export async function openSlackPlace(): Promise<SlackPlace> {
  const server = await SlackServer.open();
  server.world.users.set(ada.id, { name: "ada_l", real_name: "Ada Lovelace" });
  server.world.conversation(ada.dm);
  const platform = slack(shortTimes);
  const settings = (more: object = {}): SlackSettings =>
    platform.settings.parse({
      ...{ bot_token: server.botToken, app_token: server.appToken, api_root: server.apiRoot, ...more },
    });
  return {
    ...{ platform, server, settings: settings(), peer: slackPeer(server), keepsMessages: true },
    unreachable: settings({ api_root: "http://127.0.0.1:9/api/" }),
    unauthorised: settings({ bot_token: "xoxb-wrong" }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function slackPeer(server: SlackServer): PlatformPeer {
  const { world } = server;
  const said = (): readonly StoredMessage[] =>
    world.conversation(ada.dm).messages.filter(({ user }) => user === world.bot.user);
  const once = (fault: "rate-limit" | "accept-then-drop"): void => {
    server.fault = () => {
      server.fault = () => "none";
      return fault;
    };
  };
  return {
    at: { platform: "slack", chatId: ada.dm },
    async say(text, { file } = {}) {
      if (file === undefined) return server.say({ user: ada.id, channel: ada.dm, text });
      const id = world.nextId("F");
      const { name, bytes } = file;
      world.files.set(id, {
        ...{ id, name, bytes, mimetype: "text/plain" },
        length: bytes.length,
        shares: {},
      });
      const address = `${server.origin}/files-pri/${id}/${name}`;
      const shown = { id, name, mimetype: "text/plain", size: bytes.length, url_private: address };
      const more = { subtype: "file_share", files: [shown] };
      return server.say({ user: ada.id, channel: ada.dm, text, more });
    },
    edit: async (messageId, text) => server.edit(ada.dm, messageId, text),
    press: async (messageId, label) => server.press(ada.id, ada.dm, messageId, label),
    async seen(holds) {
      const now = (): ReturnType<typeof seenOf>[] => said().map(seenOf);
      await server.until(() => holds(now()));
      return now();
    },
    repeat: () => server.repeat(),
    limitRate: (afterMs) => {
      server.rateLimitS = afterMs / 1_000;
      once("rate-limit");
    },
    loseAnswer: () => once("accept-then-drop"),
    dropReceiving: () => server.drop(),
    silenceReceiving: () => server.silence(),
    forbid: () => {
      world.conversation(ada.dm).isArchived = true;
    },
  };
}

/** What a person sees: where there are blocks, they stand for the text. */
function seenOf(message: StoredMessage): {
  messageId: string;
  text: string;
  buttons: readonly (readonly string[])[];
  fileName?: string | undefined;
} {
  // What the methods let through is of this shape.
  const blocks = (message.blocks ?? []) as readonly {
    readonly type: string;
    readonly text?: { readonly text: string };
  }[];
  const sections = blocks.flatMap(({ type, text }) =>
    type === "section" && text !== undefined ? [text.text] : [],
  );
  const [file] = (message.files ?? []) as readonly { readonly name: string }[];
  const text = sections.length > 0 ? sections.join("\n") : message.text;
  return {
    messageId: message.ts,
    text: text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
    buttons: buttonsOf(message).map((row) => row.map((each) => each.text.text)),
    fileName: file?.name,
  };
}
