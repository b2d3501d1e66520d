import { App, LogLevel } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { expect, onTestFinished, test } from "vitest";
import { ada } from "./slack-place.ts";
import { SlackServer } from "./slack-server.ts";

/** The server and Slack's own framework against it. */
async function openBolt(): Promise<{ readonly server: SlackServer; readonly app: App }> {
  const server = await SlackServer.open({ retryMs: 100 });
  server.world.users.set(ada.id, { name: "ada_l", real_name: "Ada Lovelace" });
  server.world.conversation(ada.dm);
  server.world.conversation("C0TEAM", "channel", "team");
  const app = new App({
    ...{ token: server.botToken, appToken: server.appToken, socketMode: true, logLevel: LogLevel.ERROR },
    clientOptions: { slackApiUrl: server.apiRoot },
  });
  onTestFinished(async () => {
    await app.stop();
    await server.until(() => server.connections === 0);
    await server.close();
  });
  return { server, app };
}

test("Bolt hears messages, mentions, edits, commands and buttons, and its answers arrive", async () => {
  const { server, app } = await openBolt();
  const heard: string[] = [];
  app.event("app_mention", async ({ event, say }) => {
    heard.push(`mention ${event.text}`);
    await say({ text: "in a thread", thread_ts: event.ts });
  });
  app.message("hello", async ({ message, say }) => {
    heard.push(`message ${"text" in message ? message.text : ""}`);
    await say({
      text: "May I?",
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: "May I?" } },
        {
          type: "actions",
          elements: [
            { type: "button", action_id: "yes", value: "1", text: { type: "plain_text", text: "Yes" } },
          ],
        },
      ],
    });
  });
  app.event("message", async ({ event: message }) => {
    if (message.subtype === "message_changed") heard.push("changed");
  });
  app.action("yes", async ({ ack, body, client }) => {
    await ack();
    if (body.type !== "block_actions" || body.channel === undefined || body.message === undefined) return;
    heard.push("pressed");
    await client.chat.update({ channel: body.channel.id, ts: body.message.ts, text: "Done", blocks: [] });
  });
  app.command("/hermes", async ({ ack, command }) => {
    heard.push(`command ${command.text}`);
    await ack("I have it");
  });
  await app.start();

  const ts = server.say({ user: ada.id, channel: ada.dm, text: "hello" });
  const saidIn = (channel: string): readonly string[] =>
    server.world
      .conversation(channel)
      .messages.filter(({ user }) => user === "U0BOT")
      .map(({ text }) => text);
  await server.until(() => saidIn(ada.dm).length === 1);
  const posted = server.world.conversation(ada.dm).messages.at(-1);
  server.press(ada.id, ada.dm, posted?.ts ?? "", "Yes");
  await server.until(() => saidIn(ada.dm)[0] === "Done");
  server.say({ user: ada.id, channel: "C0TEAM", text: "<@U0BOT> and you?" });
  await server.until(() => saidIn("C0TEAM").length === 1);
  server.edit(ada.dm, ts, "hullo");
  server.command(ada.id, ada.dm, "/hermes", "status");
  await server.until(() => server.answers.length === 1 && server.unacknowledged === 0);

  expect(heard.toSorted()).toEqual([
    "changed",
    "command status",
    "mention <@U0BOT> and you?",
    "message hello",
    "pressed",
  ]);
  expect(server.answers).toEqual([{ text: "I have it" }]);
});

test("Slack's client reads history and threads, uploads files, and understands each error", async () => {
  const server = await SlackServer.open();
  onTestFinished(() => server.close());
  server.world.conversation(ada.dm);
  const client = new WebClient(server.botToken, {
    slackApiUrl: server.apiRoot,
    ...{ logLevel: LogLevel.ERROR, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
  });
  const metadata = { event_type: "hermes_message", event_payload: { key: "k1" } };

  const sent = await client.chat.postMessage({ channel: ada.dm, text: "one", metadata });
  await client.chat.postMessage({ channel: ada.dm, text: "two", thread_ts: sent.ts ?? "" });
  const history = await client.conversations.history({ channel: ada.dm, include_all_metadata: true });
  const replies = await client.conversations.replies({ channel: ada.dm, ts: sent.ts ?? "" });
  await client.filesUploadV2({
    channel_id: ada.dm,
    file: Buffer.from("notes"),
    filename: "a.txt",
    initial_comment: "see",
  });

  expect(history.messages?.map((each) => each.metadata)).toEqual([metadata]);
  expect(replies.messages?.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(server.world.conversation(ada.dm).messages.at(-1)).toMatchObject({
    text: "see",
    files: [{ name: "a.txt" }],
  });
  expect([...server.world.files.values()].map(({ bytes }) => Buffer.from(bytes ?? []).toString())).toEqual([
    "notes",
  ]);
  const { user } = await client.auth.test();
  expect(user).toBe("hermes");
  await expect(client.chat.postMessage({ channel: "C404", text: "x" })).rejects.toThrow("channel_not_found");
  await expect(client.chat.postMessage({ channel: ada.dm, text: "x".repeat(40_001) })).rejects.toThrow(
    "msg_too_long",
  );
  await expect(new WebClient("xoxb-other", { slackApiUrl: server.apiRoot }).auth.test()).rejects.toThrow(
    "invalid_auth",
  );
  server.fault = () => "rate-limit";
  await expect(client.chat.postMessage({ channel: ada.dm, text: "x" })).rejects.toMatchObject({
    retryAfter: 1,
  });
});
