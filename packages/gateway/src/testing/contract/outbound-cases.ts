import { deepEqual, equal, ok } from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outboundTexts } from "../../presentation/outbound-texts.ts";
import type { ContractCheck } from "./platform-place.ts";
import { atLeast, connected, messageTo, noSignal } from "./connected.ts";

/** What the bot says. */
export function outboundCases<Settings>(check: ContractCheck<Settings>): void {
  check("a message arrives as its words, and its id is the platform's", async (place) => {
    await connected(place, async (connection) => {
      const outcome = await connection.send(messageTo(place, "a < b & c"), noSignal());
      const [seen] = await place.peer.seen(atLeast(1));
      equal(seen?.text, "a < b & c");
      deepEqual(outcome, { status: "sent", messageId: seen?.messageId });
    });
  });

  check("what the bot says does not come in as something that was said", async (place) => {
    await connected(place, async (connection, host) => {
      equal((await connection.send(messageTo(place, "my own words"), noSignal())).status, "sent");
      await place.peer.seen(atLeast(1));
      await place.peer.say("mine");
      await host.until(({ messages }) => messages.length > 0);
      deepEqual(
        host.messages.map(({ text }) => text),
        ["mine"],
      );
    });
  });

  check("a text of exactly the limit is sent, and a longer one fails for good", async (place) => {
    await connected(place, async (connection) => {
      const { text: limit } = place.platform.limits;
      equal((await connection.send(messageTo(place, "a".repeat(limit)), noSignal())).status, "sent");
      equal((await place.peer.seen(atLeast(1)))[0]?.text.length, limit);
      equal((await connection.send(messageTo(place, "a".repeat(limit + 1)), noSignal())).status, "failed");
    });
  });

  check("a long answer arrives in pieces, in order and numbered", async (place) => {
    await connected(place, async (connection) => {
      const markdown = Array.from(
        { length: 400 },
        (_, index) => `Paragraph ${index} with **bold** words and \`code\`.`,
      ).join("\n\n");
      const texts = outboundTexts(place.platform, markdown, Math.min(place.platform.limits.text, 4_000));
      for (const text of texts)
        equal((await connection.send(messageTo(place, "", text), noSignal())).status, "sent");
      const seen = await place.peer.seen(atLeast(texts.length));
      ok(texts.length > 1);
      for (const [index, { text }] of seen.entries()) ok(text.endsWith(`(${index + 1}/${texts.length})`));
    });
  });

  check("an edit changes text and buttons, and one that changes nothing is no failure", async (place) => {
    if (!place.platform.can.edit) return;
    await connected(place, async (connection) => {
      const first = await connection.send(
        messageTo(place, "one", { buttons: [[{ label: "Stop", data: "stop" }]] }),
        noSignal(),
      );
      const messageId = first.status === "sent" ? first.messageId : "";
      const changed = messageTo(place, "two", { buttons: [] });
      for (const _ of [1, 2])
        deepEqual(await connection.edit?.(messageId, changed, noSignal()), { status: "sent", messageId });
      const [seen, ...more] = await place.peer.seen(([message]) => message?.text === "two");
      equal(seen?.text, "two");
      deepEqual(seen?.buttons.flat(), []);
      equal(more.length, 0);
    });
  });

  check("a message that is deleted is gone", async (place) => {
    await connected(place, async (connection) => {
      if (connection.delete === undefined) return;
      const outcome = await connection.send(messageTo(place, "oops"), noSignal());
      await place.peer.seen(atLeast(1));
      await connection.delete(place.peer.at, outcome.status === "sent" ? outcome.messageId : "", noSignal());
      await connection.send(messageTo(place, "better"), noSignal());
      const isBetter = await place.peer.seen(
        (seen) => seen.some(({ text }) => text === "better") && seen.length === 1,
      );
      equal(isBetter.length, 1);
    });
  });

  check(
    "files of each kind arrive with their name and text, and one that is gone fails for good",
    async (place) => {
      if (!place.platform.can.files) return;
      const folder = await mkdtemp(join(tmpdir(), "hermes-contract-"));
      try {
        await connected(place, async (connection) => {
          const kinds = [
            ["image", "image/png", "a.png"],
            ["voice", "audio/ogg", "a.ogg"],
            ["audio", "audio/mpeg", "a.mp3"],
            ["video", "video/mp4", "a.mp4"],
            ["document", "application/pdf", "a.pdf"],
          ] as const;
          for (const [as, mimeType, name] of kinds) {
            await writeFile(join(folder, name), `content of ${name}`);
            const file = { path: join(folder, name), name, mimeType, as };
            equal((await connection.send(messageTo(place, "about it", { file }), noSignal())).status, "sent");
          }
          const seen = await place.peer.seen(atLeast(kinds.length));
          deepEqual(
            seen.map(({ fileName }) => fileName),
            kinds.map(([, , name]) => name),
          );
          equal(seen[0]?.text, "about it");
          if (place.peer.at.platform === "local") return;
          const lost = {
            path: join(folder, "none.png"),
            name: "none.png",
            mimeType: "image/png",
            as: "image",
          } as const;
          equal((await connection.send(messageTo(place, "", { file: lost }), noSignal())).status, "failed");
        });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  check("that somebody is writing can be shown, also in a chat that is not there", async (place) => {
    await connected(place, async (connection) => {
      await connection.typing?.(place.peer.at);
      await connection.typing?.({ ...place.peer.at, chatId: "999999999" });
    });
  });

  check("a chat says what it is", async (place) => {
    await connected(place, async (connection) => {
      await place.peer.say("hi");
      equal((await connection.chatInfo?.(place.peer.at))?.kind ?? "dm", "dm");
    });
  });

  check("commands with names that no menu takes are left out, and nothing fails", async (place) => {
    await connected(place, async (connection) => {
      const many = Array.from({ length: 150 }, (_, index) => ({
        name: `command-${index}`,
        summary: "Does something. ".repeat(30),
      }));
      await connection.setCommands?.([{ name: "ÄÖ!", summary: "?" }, ...many]);
    });
  });
}
