import { existsSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { callingModel } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { serveHome } from "./support.ts";

test("ask_hermes answers from a conversation of its own, and goes on with it", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "I am Hermes." }, { text: "As I said." }]);
  await using home = await serveHome(place, { model });

  const first = await home.call("ask_hermes", { prompt: "Who are you?" });
  const second = await home.call("ask_hermes", {
    prompt: "Once more?",
    session: first.data.conversation_id,
  });

  expect(first.data).toMatchObject({ answer: "I am Hermes.", reason: "answered" });
  expect(second.data).toMatchObject({ ...first.data, answer: "As I said." });
  const { data } = await home.call("conversation_get", { conversation_id: first.data.conversation_id });
  expect(data.conversation).toMatchObject({ platform: "mcp", message_count: 4 });
});

test("what needs a permission waits for permissions_respond, and happens after it, once", async () => {
  await using place = await temporaryPlace();
  const target = join(place.project, "old");
  const command = `mkdir -p ${target} && rm -rf ${target} && echo x >> ${join(place.project, "ran")}`;
  const model = callingModel({ name: "terminal", arguments: { command } });
  await using home = await serveHome(place, { model });

  const asked = await home.call("ask_hermes", { prompt: "Clean up." });
  const { conversation_id: session, awaiting } = asked.data;
  const open = await home.call("permissions_list_open", { conversation_id: session });
  const early = await home.call("ask_hermes", { session });
  const ranBefore = existsSync(join(place.project, "ran"));
  const answered = await home.call("permissions_respond", { id: awaiting[0], decision: "allow-once" });
  const done = await home.call("ask_hermes", { session });
  const again = await home.call("ask_hermes", { session });

  expect(asked.data).toMatchObject({ reason: "awaiting-approval", answer: "" });
  expect(open.data.permissions).toMatchObject([{ id: awaiting[0], tool: "terminal", summary: command }]);
  expect(early.data).toMatchObject({ reason: "awaiting-approval", awaiting });
  expect(ranBefore).toBe(false);
  expect(answered.data).toMatchObject({ conversation_id: session });
  expect(done.data).toMatchObject({ answer: "Done.", reason: "answered" });
  expect(existsSync(join(place.project, "ran"))).toBe(true);
  expect(again.text).toContain("RUNTIME_NOTHING_WAITS");
});

test("a denied permission is told to the model, and nothing happens", async () => {
  await using place = await temporaryPlace();
  const command = `rm -rf ${join(place.project, "old")}; echo x > ran`;
  const model = callingModel({ name: "terminal", arguments: { command } });
  await using home = await serveHome(place, { model });

  const { data } = await home.call("ask_hermes", { prompt: "Clean up." });
  await home.call("permissions_respond", { id: data.awaiting[0], decision: "deny" });
  await home.call("ask_hermes", { session: data.conversation_id });

  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("The person said no.");
  expect(existsSync(join(place.project, "ran"))).toBe(false);
});

test("progress names what the agent does while a turn runs", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "echo hello" } });
  await using home = await serveHome(place, { model });

  await home.call("ask_hermes", { prompt: "Say hello." });

  expect(home.progress).toContain("terminal: echo hello");
});

test("a client that cancels ends the turn, and what was written stays", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "echo begun > begun; sleep 60" } });
  await using home = await serveHome(place, { model });
  const { data: from } = await home.call("events_poll");
  const cancel = new AbortController();

  const asked = home.call("ask_hermes", { prompt: "Wait." }, cancel.signal);
  const begun = await home.call("events_wait", { after_cursor: from.cursor });
  cancel.abort();
  await expect(asked).rejects.toThrow();
  const session = begun.data.events[0].conversation_id;
  // It is free again once the turn has ended.
  const next = await untilFree(() => home.call("ask_hermes", { prompt: "And now?", session }));

  expect(next.data).toMatchObject({ conversation_id: session, answer: "Done." });
});

test("a conversation that is open in another place is reported as busy", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "One." }, { text: "Two." }]);
  await using home = await serveHome(place, { model });
  const { data } = await home.call("ask_hermes", { prompt: "Hi" });
  await using session = await home.runtime.openSession({ resume: data.conversation_id });

  const busy = await home.call("ask_hermes", { prompt: "Hi again", session: session.id });

  expect(busy).toMatchObject({ isError: true });
  expect(busy.text).toContain("SESSION_BUSY");
});

test("what is sent to a conversation reaches its model as no word of the person", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "One." }, { text: "Two." }]);
  await using home = await serveHome(place, { model });
  const { data } = await home.call("ask_hermes", { prompt: "Hi" });

  const sent = await home.call("messages_send", {
    target: `conversation:${data.conversation_id}`,
    message: "The build is red.",
  });
  await home.call("ask_hermes", { prompt: "And?", session: data.conversation_id });

  expect(sent.data).toMatchObject({ sent: "queued" });
  const told = model.requests.at(-1)?.messages.find((each) => JSON.stringify(each).includes("build is red"));
  expect(JSON.stringify(told)).toMatch(/Another program .* no word of the person/);
});

async function untilFree<Answer extends { readonly text: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until the turn has ended
    const answer = await ask();
    if (!answer.text.includes("SESSION_BUSY")) return answer;
  }
}
