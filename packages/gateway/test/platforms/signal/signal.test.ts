import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkSignal } from "../../../src/index.ts";
import {
  readStyles,
  renderSignal,
  signalLength,
  stylesToMarkdown,
} from "../../../src/platforms/signal/text-styles.ts";
import { parseSignalChat } from "../../../src/platforms/signal/ids.ts";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { account, accountUuid, ada, fault, openSignalPlace, type SignalPlace } from "./signal-place.ts";

const groupInfo = { groupId: "Pmpi+EfPWmsxiomLe9Nx2XF9HOE483p6iKiFj65iMwI=", groupName: "Reading group" };
const signal = new AbortController().signal;

describe("styles", () => {
  test("Markdown becomes ranges of the text that is seen", () => {
    const { message, styles } = readStyles(renderSignal("**bold _both_** 😀 `code` ||secret||").text);

    expect(message).toBe("bold both 😀 code secret");
    expect(styles.map(({ start, length, style }) => [message.slice(start, start + length), style])).toEqual([
      ["bold both", "BOLD"],
      ["both", "ITALIC"],
      ["code", "MONOSPACE"],
      ["secret", "SPOILER"],
    ]);
    expect(stylesToMarkdown(message, styles)).toBe("**bold _both_** 😀 `code` ||secret||");
  });

  test("ranges of any Markdown lie within its text, and none of the same style overlap", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("**", "_", "~~", "`", "||", "# ", "\n", "a ", "😀", "\u0001", "\u0006")),
        (parts) => {
          const { text } = renderSignal(parts.join(""));
          const { message, styles } = readStyles(text);
          expect(message).toHaveLength(signalLength(text));
          for (const [index, { start, length, style }] of styles.entries()) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(length).toBeGreaterThan(0);
            expect(start + length).toBeLessThanOrEqual(message.length);
            for (const other of styles.slice(index + 1))
              expect(other.style !== style || other.start >= start + length).toBe(true);
          }
        },
      ),
    );
  });
});

test("people, those who hide their number, and groups can be named as targets", () => {
  expect(parseSignalChat("+4915100004711")).toEqual({ chatId: "+4915100004711" });
  expect(parseSignalChat(ada.sourceUuid)).toEqual({ chatId: ada.sourceUuid });
  expect(parseSignalChat(`group:${groupInfo.groupId}`)).toEqual({ chatId: `group:${groupInfo.groupId}` });
  expect(parseSignalChat("Ada")).toBeUndefined();
});

describe("signal", () => {
  let place: SignalPlace;
  let host: RecordingHost;

  beforeEach(async () => {
    place = await openSignalPlace();
    host = createRecordingHost();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  function hear(content: object, from: object = ada): number {
    const timestamp = place.server.timestamp();
    place.server.receive({ ...from, timestamp, dataMessage: { timestamp, ...content } });
    return timestamp;
  }

  test("in a group a mention, a quote of the bot and a command are meant for it, and names stand for mentions", async () => {
    await using connection = await connected();
    const bob = { start: 3, length: 1, name: "Bob", uuid: "22222222-0000-4000-8000-000000000002" };
    hear({ groupInfo, message: "hi \uFFFC", mentions: [bob] });
    hear({ groupInfo, message: "\uFFFC: what now?", mentions: [{ start: 0, length: 1, number: account }] });
    hear({ groupInfo, message: "why?", quote: { id: 5, authorNumber: account, text: "so" } });
    hear({ groupInfo, message: "/status" });
    await host.until(({ messages }) => messages.length === 4);

    expect(host.messages.map(({ text, isAddressed }) => [text, isAddressed])).toEqual([
      ["hi @Bob", false],
      ["what now?", true],
      ["why?", true],
      ["/status", true],
    ]);
    expect(host.messages[0]?.at.chatId).toBe(`group:${groupInfo.groupId}`);
    await connection.send(message("hello", host.messages[0]?.at.chatId), { signal });
    expect(place.server.world.sent[0]?.parameters["groupId"]).toBe(groupInfo.groupId);
  });

  test("receipts, typing, reactions, stories, deletions and junk are left out, and nothing behind them is lost", async () => {
    await using _ = await connected();
    place.server.receive({ ...ada, timestamp: 1, receiptMessage: { isDelivery: true } });
    place.server.receive({ ...ada, timestamp: 1, typingMessage: { action: "STARTED" } });
    place.server.receive({ ...ada, timestamp: 1, storyMessage: { allowsReplies: true } });
    hear({ message: null, reaction: { emoji: "👍" } });
    hear({ remoteDelete: { timestamp: 1 } });
    place.server.inbox.put("junk");
    place.server.inbox.put({ account, exception: { message: "untrusted", type: "E" } });
    place.server.inbox.raw("nonsense\n\ndata: {broken\n\n");
    hear({ message: "hello", textStyles: [{ start: 0, length: 99, style: "BOLD" }, 7] });
    await host.until(({ messages }) => messages.length > 0);

    expect(host.messages.map(({ text }) => text)).toEqual(["hello"]);
  });

  test("a note to self is heard, and what the bot writes there is not", async () => {
    await using connection = await connected();
    const self = { source: account, sourceNumber: account, sourceUuid: accountUuid };
    const note = (text: string, timestamp: number, destinationNumber = account): void =>
      place.server.receive({
        ...self,
        timestamp,
        syncMessage: { sentMessage: { timestamp, destinationNumber, message: text } },
      });
    const outcome = await connection.send(message("from the bot", account), { signal });
    note("from the bot", place.server.world.sent[0]?.timestamp ?? 0);
    fault(place.server, "send", { kind: "drop-after" });
    await connection.send(message("without an answer", account), { signal });
    note("without an answer", place.server.timestamp());
    note("to somebody else", place.server.timestamp(), ada.sourceNumber);
    note("from me", place.server.timestamp());
    await host.until(({ messages }) => messages.length > 0);

    expect(outcome.status).toBe("sent");
    expect(host.messages.map(({ text, sender }) => [text, sender.userId])).toEqual([["from me", account]]);
  });

  test("who hides their number is known by the UUID, and others by the one that the owner wrote", async () => {
    const { sourceUuid } = ada;
    const settings = { ...place.settings, allowed_users: ["33333333-0000-4000-8000-000000000003"] };
    await using _ = await connected(settings);
    hear({ message: "one" }, { source: sourceUuid, sourceUuid });
    hear({ message: "two" }, ada);
    hear({ message: "three" }, { ...ada, sourceUuid: settings.allowed_users[0] });
    await host.until(({ messages }) => messages.length === 3);

    expect(host.messages.map(({ sender }) => sender.userId)).toEqual([
      sourceUuid,
      ada.sourceNumber,
      settings.allowed_users[0],
    ]);
  });

  test("a reply quotes whom it answers, with formatted words", async () => {
    await using connection = await connected();
    const timestamp = hear({ message: "what?" });
    await host.until(({ messages }) => messages.length === 1);
    await connection.send({ ...message("**this**"), replyTo: host.messages[0]?.messageId }, { signal });

    expect(place.server.world.sent[0]?.parameters).toMatchObject({
      message: "this",
      textStyle: ["0:4:BOLD"],
      quoteTimestamp: timestamp,
      quoteAuthor: ada.sourceUuid,
      quoteMessage: "what?",
    });
  });

  test.each([
    [-1, "The user +4915100004711 is not registered.", "failed"],
    [-4, "untrusted", "failed"],
    [-3, "connection reset", "uncertain"],
    [-5, "rate", "retry"],
    [-32_603, "oops", "uncertain"],
  ])("error %i (%s) of signal-cli is %s, without the number", async (code, said, status) => {
    await using connection = await connected();
    fault(place.server, "send", { kind: "error", code, message: said });
    const outcome = await connection.send(message("hi"), { signal });

    expect(outcome.status).toBe(status);
    expect(JSON.stringify(outcome)).not.toContain(ada.sourceNumber);
  });

  test("linking shows the address once, and gives the number of the account", async () => {
    const shown: string[] = [];
    place.server.world.linkNext = "+4915100000002";
    const options = { fetch, signal, deviceName: "hermes", onUri: (uri: string) => void shown.push(uri) };

    expect(await linkSignal(place.settings, options)).toBe("+4915100000002");
    expect(shown).toEqual(["sgnl://linkdevice?uuid=abc&pub_key=def"]);
    place.server.world.linkNext = undefined;
    await expect(linkSignal(place.settings, options)).rejects.toMatchObject({ code: "PLATFORM_REFUSED" });
  });

  test("a daemon of one account is taken as it is", async () => {
    place.server.world.isSingle = true;
    await using _ = await connected();

    expect(host.states.at(-1)).toMatchObject({ state: "up", as: "+…001" });
  });

  async function connected(settings = place.settings) {
    const connection = await place.platform.connect(settings, host, { signal });
    return { ...connection, [Symbol.asyncDispose]: () => connection.stop() };
  }

  function message(markdown: string, chatId: string = ada.sourceNumber) {
    const to = { platform: "signal", chatId };
    return { to, key: markdown, ...place.platform.render(markdown), silent: false };
  }
});
