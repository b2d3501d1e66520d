import { Bot, GrammyError, HttpError, InlineKeyboard, InputFile } from "grammy";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTelegramServer, type TelegramServer } from "../../src/testing/index.ts";
import { ada } from "./telegram-place.ts";

/** The server is trusted because a client that somebody else wrote works against it. */
describe("grammY against the Telegram-shaped server", () => {
  let server: TelegramServer;
  let bot: Bot;

  beforeEach(async () => {
    server = await openTelegramServer();
    bot = new Bot(server.token, { client: { apiRoot: server.root } });
  });
  afterEach(async () => {
    await bot.stop();
    await server.close();
  });

  /** Starts to poll, and resolves once the bot does. */
  async function start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      bot.start({ onStart: () => resolve() }).catch(reject);
    });
  }

  test("commands, mentions and texts are polled in order, and answers arrive", async () => {
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    bot.command("start", (context) => context.reply(`welcome ${context.match}`));
    bot.on("message:entities:mention", (context) => void seen.push(context.message.text ?? ""));
    bot.hears(/^end$/, () => done.resolve());
    await start();

    server.say(ada, "/start now");
    server.say(ada, "hi @hermes_test_bot");
    server.say(ada, "end");
    await done.promise;

    expect(server.saidIn(ada.id).map(({ text }) => text)).toEqual(["welcome now"]);
    expect(seen).toEqual(["hi @hermes_test_bot"]);
    expect(bot.botInfo.username).toBe("hermes_test_bot");
  });

  test("buttons are pressed, answered, and the message is edited", async () => {
    const edited = Promise.withResolvers<void>();
    bot.callbackQuery("yes", async (context) => {
      await context.answerCallbackQuery("noted");
      await context.editMessageText("<b>done</b>", { parse_mode: "HTML" });
      edited.resolve();
    });
    server.say(ada, "hi");
    await start();
    await bot.api.sendMessage(ada.id, "sure?", { reply_markup: new InlineKeyboard().text("Yes", "yes") });

    const [said] = server.saidIn(ada.id);
    if (said === undefined) throw new Error("nothing was said");
    const pressId = server.press(ada, said, "Yes");
    await edited.promise;

    expect(server.world.answers).toEqual([{ pressId, text: "noted" }]);
    expect(said).toMatchObject({
      text: "done",
      earlier: ["sure?"],
      entities: [{ type: "bold", offset: 0, length: 4 }],
    });
  });

  test("files go in both directions", async () => {
    const fetched = Promise.withResolvers<string>();
    bot.on("message:document", async (context) => {
      const file = await context.getFile();
      const response = await fetch(`${server.root}/file/bot${server.token}/${file.file_path}`);
      fetched.resolve(`${context.message.caption}: ${await response.text()}`);
    });
    await start();
    server.say(ada, "look", { file: { kind: "document", bytes: Buffer.from("content"), name: "a.txt" } });

    expect(await fetched.promise).toBe("look: content");
    const photo = await bot.api.sendPhoto(ada.id, new InputFile(Buffer.from("png"), "a.png"), {
      caption: "a photo",
    });
    expect(photo).toMatchObject({ caption: "a photo", photo: [{ file_id: expect.any(String) }] });
    expect(server.saidIn(ada.id)[0]).toMatchObject({
      text: "a photo",
      file: { kind: "photo", name: "a.png" },
    });
  });

  test.each([
    ["chat not found", 400, () => bot.api.sendMessage(5, "x")],
    ["message text is empty", 400, () => bot.api.sendMessage(ada.id, "")],
    ["message is too long", 400, () => bot.api.sendMessage(ada.id, "a".repeat(4_097))],
    ["can't parse entities", 400, () => bot.api.sendMessage(ada.id, "<b>open", { parse_mode: "HTML" })],
    [
      "BUTTON_DATA_INVALID",
      400,
      () =>
        bot.api.sendMessage(ada.id, "x", { reply_markup: new InlineKeyboard().text("x", "x".repeat(65)) }),
    ],
    [
      "message to be replied not found",
      400,
      () => bot.api.sendMessage(ada.id, "x", { reply_parameters: { message_id: 99 } }),
    ],
    ["message to edit not found", 400, () => bot.api.editMessageText(ada.id, 99, "x")],
    ["query is too old", 400, () => bot.api.answerCallbackQuery("x")],
    ["method not found", 404, () => bot.api.raw.leaveChat({ chat_id: 1 })],
  ])("%s is an error that grammY understands", async (description, code, call) => {
    server.say(ada, "hi");

    const error = await call().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(GrammyError);
    expect(error).toMatchObject({ error_code: code, description: expect.stringContaining(description) });
  });

  test("a rate limit says when to try again, and a broken connection is no answer", async () => {
    server.say(ada, "hi");
    server.faults.add("sendMessage", { kind: "rate-limit", retryAfterS: 3 }, { kind: "accept-then-drop" });

    const limited = await bot.api.sendMessage(ada.id, "one").catch((thrown: unknown) => thrown);
    expect(limited).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
    const dropped = await bot.api.sendMessage(ada.id, "two").catch((thrown: unknown) => thrown);
    expect(dropped).toBeInstanceOf(HttpError);
    expect(server.saidIn(ada.id).map(({ text }) => text)).toEqual(["two"]);
  });

  test("of two that poll the earlier one gets a conflict, and an unknown token is unauthorised", async () => {
    const first = bot.api.getUpdates({ timeout: 5 }).catch((thrown: unknown) => thrown);
    await server.called("getUpdates", 1);
    const second = bot.api.getUpdates({ timeout: 1 });

    expect(await first).toMatchObject({
      error_code: 409,
      description: expect.stringContaining("terminated by other getUpdates"),
    });
    expect(await second).toEqual([]);
    const stranger = new Bot("1:x", { client: { apiRoot: server.root } });
    expect(await stranger.api.getMe().catch((thrown: unknown) => thrown)).toMatchObject({ error_code: 401 });
  });

  test("updates come again until a greater offset confirms them", async () => {
    server.say(ada, "one");
    server.say(ada, "two");

    const [first] = await bot.api.getUpdates();
    const again = await bot.api.getUpdates();
    const rest = await bot.api.getUpdates({ offset: (first?.update_id ?? 0) + 1 });

    expect(again.map(({ message }) => message?.text)).toEqual(["one", "two"]);
    expect(rest.map(({ message }) => message?.text)).toEqual(["two"]);
  });
});
