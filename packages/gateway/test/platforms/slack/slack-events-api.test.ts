import { describe, expect, onTestFinished, test } from "vitest";
import { slack } from "../../../src/index.ts";
import { createRecordingHost, openTestListener, type RecordingHost } from "../../../src/testing/index.ts";
import { ada, openSlackPlace, shortTimes } from "./slack-place.ts";
import type { SlackServer } from "./slack-server.ts";

const { signal } = new AbortController();

describe("the Events API", () => {
  async function openCalled(): Promise<{
    server: SlackServer;
    host: RecordingHost;
    url: string;
    body: string;
    logged: readonly string[];
  }> {
    const listener = await openTestListener();
    const { server, settings } = await openSlackPlace();
    const logged: string[] = [];
    const host: RecordingHost = {
      ...createRecordingHost({ route: listener.route }),
      log: (_, message) => void logged.push(message),
    };
    const { signingSecret: signing_secret } = server;
    const called = { ...settings, app_token: undefined, signing_secret };
    expect(slack().takesCalls?.(called)).toBe(true);
    const connection = await slack(shortTimes).connect(called, host, { signal });
    onTestFinished(async () => {
      await connection.stop();
      listener.close();
      await server.close();
    });
    const event = {
      type: "message",
      channel: ada.dm,
      channel_type: "im",
      user: ada.id,
      text: "hi",
      ts: "1700000000.000100",
    };
    const body = JSON.stringify({ type: "event_callback", event_id: "Ev1", event });
    return { server, host, url: `${listener.url}/slack`, body, logged };
  }

  async function post(url: string, body: string, headers: Record<string, string>): Promise<Response> {
    return await fetch(url, { method: "POST", body, headers });
  }

  test("posts count with Slack's signature of the last five minutes alone", async () => {
    const { server, host, url, body, logged } = await openCalled();
    const now = Math.floor(Date.now() / 1_000);
    const forged: readonly Record<string, string>[] = [
      {},
      { ...server.sign(body), "x-slack-signature": "v0=00" },
      server.sign(body, now - 330),
      server.sign(body, now + 330),
      { ...server.sign(body), "x-slack-request-timestamp": String(now - 1) },
      server.sign(`${body} `),
    ];
    for (const headers of forged) expect((await post(`${url}/events`, body, headers)).status).toBe(401);
    expect(host.messages).toEqual([]);
    // What Slack did sign may say that the clock here is wrong; what is forged says nothing.
    expect(logged.filter((line) => line.includes("the clock here is wrong"))).toHaveLength(2);

    const challenge = JSON.stringify({ type: "url_verification", challenge: "c4" });
    expect(await (await post(`${url}/events`, challenge, server.sign(challenge))).text()).toBe("c4");
    expect((await post(`${url}/events`, body, server.sign(body))).status).toBe(200);
    expect(host.messages).toMatchObject([{ text: "hi", messageId: "1700000000.000100" }]);
    expect((await post(`${url}/other`, body, server.sign(body))).status).toBe(404);
  });

  test("what was not kept in time is refused, so that it comes again, and is kept once", async () => {
    const { server, host, url, body } = await openCalled();
    host.refuse(12);

    expect((await post(`${url}/events`, body, server.sign(body))).status).toBe(503);
    host.refuse(0);
    await host.until(({ messages }) => messages.length === 1);
    expect((await post(`${url}/events`, body, server.sign(body))).status).toBe(200);
    expect(host.messages).toHaveLength(1);
  });

  test("commands and buttons come as forms", async () => {
    const { server, host, url } = await openCalled();
    const command = new URLSearchParams({
      ...{ command: "/status", text: "", user_id: ada.id, channel_id: ada.dm, trigger_id: "t.1" },
    }).toString();
    const taken = await post(`${url}/commands`, command, server.sign(command));
    const press = {
      ...{ type: "block_actions", user: { id: ada.id }, channel: { id: ada.dm }, trigger_id: "t.2" },
      ...{ message: { ts: "1700000000.000100" }, actions: [{ value: "deny:1" }] },
    };
    const form = new URLSearchParams({ payload: JSON.stringify(press) }).toString();

    expect(await taken.json()).toEqual({ response_type: "ephemeral", text: "I have it: /status" });
    expect((await post(`${url}/interactive`, form, server.sign(form))).status).toBe(200);
    expect(host.messages).toMatchObject([{ text: "/status", chatKind: "dm" }]);
    expect(host.presses).toMatchObject([{ data: "deny:1", messageId: "1700000000.000100" }]);
  });
});
