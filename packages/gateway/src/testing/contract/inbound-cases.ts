import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import type { ContractCheck } from "./platform-place.ts";
import { atLeast, connected, messageTo, noSignal } from "./connected.ts";

/** What people say and do. */
export function inboundCases<Settings>(check: ContractCheck<Settings>): void {
  check("what a person says comes in whole: where, who, when and that the bot is meant", async (place) => {
    await connected(place, async (_, host) => {
      const messageId = await place.peer.say("Hello **you** & <b>");
      await host.until(({ messages }) => messages.length === 1);
      const [message] = host.messages;
      deepEqual(message?.at, place.peer.at);
      equal(message?.messageId, messageId);
      equal(message?.text, "Hello **you** & <b>");
      equal(message?.chatKind, "dm");
      equal(message?.isAddressed, true);
      equal(message?.sender.isBot, false);
      ok(Math.abs((message?.sentAt ?? 0) - Date.now()) < 60_000);
      notEqual(message?.isEdit, true);
    });
  });

  check("messages come in the order in which they were said", async (place) => {
    await connected(place, async (_, host) => {
      const texts = Array.from({ length: 20 }, (__, index) => `message ${index}`);
      for (const text of texts) await place.peer.say(text);
      await host.until(({ messages }) => messages.length >= texts.length);
      deepEqual(
        host.messages.map(({ text }) => text),
        texts,
      );
    });
  });

  check("what is delivered twice has the same ids twice", async (place) => {
    const { peer } = place;
    if (peer.repeat === undefined) return;
    await connected(place, async (_, host) => {
      await peer.say("once");
      peer.repeat?.();
      await peer.say("after");
      await host.until(({ messages }) => messages.some(({ text }) => text === "after"));
      const ids = host.messages
        .filter(({ text }) => text === "once")
        .map(({ messageId, updateId }) => `${messageId} ${updateId}`);
      equal(new Set(ids).size, 1);
    });
  });

  check("what could not be kept comes again, in order", async (place) => {
    if (!place.keepsMessages) return;
    await connected(place, async (_, host) => {
      host.refuse(1);
      await place.peer.say("first");
      await place.peer.say("second");
      await host.until(({ messages }) => messages.length >= 2);
      deepEqual(
        host.messages.map(({ text }) => text),
        ["first", "second"],
      );
    });
  });

  check("an edit comes as an edit of the same message", async (place) => {
    const { peer } = place;
    if (peer.edit === undefined) return;
    await connected(place, async (_, host) => {
      const messageId = await peer.say("helo");
      await peer.edit?.(messageId, "hello");
      await host.until(({ messages }) => messages.length === 2);
      const [said, edited] = host.messages;
      equal(edited?.isEdit, true);
      equal(edited?.messageId, said?.messageId);
      equal(edited?.text, "hello");
      notEqual(edited?.updateId ?? "", said?.updateId ?? said?.messageId);
    });
  });

  check("a file that came in can be fetched, up to a size", async (place) => {
    if (place.peer.givesFiles === false) return;
    await connected(place, async (connection, host) => {
      const bytes = new TextEncoder().encode("some notes\n".repeat(100));
      await place.peer.say("see", { file: { name: "notes.txt", bytes } });
      await host.until(({ messages }) => messages.length === 1);
      const file = host.messages[0]?.files[0];
      equal(host.messages[0]?.text, "see");
      equal(file?.name, "notes.txt");
      const fetched = await connection.fetchFile?.(file?.reference ?? "", {
        maxBytes: 10_000,
        ...noSignal(),
      });
      deepEqual(Buffer.from(fetched?.bytes ?? []), Buffer.from(bytes));
      await rejects(
        connection.fetchFile?.(file?.reference ?? "", { maxBytes: 100, ...noSignal() }) ?? Promise.resolve(),
        { code: "PLATFORM_FILE_TOO_LARGE" },
      );
    });
  });

  check("a press of a button names its message and its data, and can be answered", async (place) => {
    if (!place.platform.can.buttons) return;
    await connected(place, async (connection, host) => {
      const buttons = [
        [
          { label: "Yes", data: "approve:1" },
          { label: "No", data: "deny:1" },
        ],
      ];
      const outcome = await connection.send(messageTo(place, "May I?", { buttons }), noSignal());
      equal(outcome.status, "sent");
      const messageId = outcome.status === "sent" ? outcome.messageId : "";
      deepEqual((await place.peer.seen(atLeast(1)))[0]?.buttons, [["Yes", "No"]]);
      await place.peer.press?.(messageId, "No");
      await host.until(({ presses }) => presses.length === 1);
      const [press] = host.presses;
      equal(press?.data, "deny:1");
      equal(press?.messageId, messageId);
      deepEqual(press?.at, place.peer.at);
      await connection.answerPress?.(press?.pressId ?? "", "As you wish");
    });
  });
}
