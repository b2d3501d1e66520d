import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  connectLocalChat,
  local,
  type LocalChat,
  type LocalEvent,
  type LocalMessage,
  type LocalSettings,
} from "../../src/index.ts";
import type { PlatformPlace } from "../../src/testing/index.ts";

/** A person with a chat open, which follows what the gateway says. */
export async function openLocalPlace(): Promise<PlatformPlace<LocalSettings> & { readonly socket: string }> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-local-"));
  const socket = join(folder, "run", "chat.sock");
  let open: LocalChat | undefined;
  let seen: LocalMessage[] = [];
  let wake: (() => void) | undefined;

  const follow = async (chat: LocalChat): Promise<void> => {
    for await (const event of chat.events) {
      seen = changed(seen, event);
      wake?.();
    }
    if (open === chat) open = undefined;
  };
  const chat = async (): Promise<LocalChat> => {
    if (open !== undefined) return open;
    open = await connectLocalChat({ socket, as: "ada" });
    seen = [...open.messages];
    follow(open).catch(() => undefined);
    return open;
  };
  return {
    platform: local(),
    socket,
    settings: { enabled: true, socket },
    unreachable: { enabled: true, socket: "/etc/hostname/run/chat.sock" },
    keepsMessages: false,
    peer: {
      at: { platform: "local", chatId: "ada" },
      async say(text, { file } = {}) {
        if (file === undefined) return await (await chat()).say(text);
        const path = join(folder, file.name);
        await writeFile(path, file.bytes);
        return await (await chat()).say(text, { files: [path] });
      },
      edit: async (id, text) => (await chat()).edit(id, text),
      async press(messageId, label) {
        const button = seen
          .find((each) => each.messageId === messageId)
          ?.buttons?.flat()
          .find((each) => each.label === label);
        await (await chat()).press(messageId, button?.data ?? "");
      },
      async seen(holds) {
        await chat();
        for (;;) {
          const shown = seen.map(({ messageId, text, buttons = [], file }) => ({
            messageId,
            text,
            buttons: buttons.map((row) => row.map(({ label }) => label)),
            fileName: file?.name,
          }));
          if (holds(shown)) return shown;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
    },
    async [Symbol.asyncDispose]() {
      open?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function changed(seen: readonly LocalMessage[], event: LocalEvent): LocalMessage[] {
  if (event.type === "message") return [...seen, event.message];
  if (event.type === "edited")
    return seen.map((each) => (each.messageId === event.message.messageId ? event.message : each));
  if (event.type === "deleted") return seen.filter(({ messageId }) => messageId !== event.messageId);
  return [...seen];
}
