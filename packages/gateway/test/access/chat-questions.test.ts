import type { ApprovalRequest, Approver } from "@hermes/registry";
import { askApprover } from "@hermes/registry/approvals";
import { expect, test } from "vitest";
import type { Chat } from "../../src/store/chat-store.ts";
import { messageOf, openWorld, pressOf } from "./access-world.ts";
import type { World, WorldParts } from "./access-world.ts";

const owner = { userId: "1", name: "Ann", isBot: false };
const otherOwner = { userId: "11", name: "Abe", isBot: false };
const user = { userId: "2", name: "Bob", isBot: false };
const stranger = { userId: "3", name: "Eve", isBot: false };

const settings = { platforms: { telegram: { owners: ["1", "11"], allowed_users: ["2"] } } };

const direct = chatOf({ chatId: "1" }, "dm");
const group = chatOf({ chatId: "-100" }, "group");

function chatOf(at: { readonly chatId: string }, kind: Chat["kind"], userId: string | undefined = "1"): Chat {
  return {
    ...{ key: `k:${at.chatId}`, at: { platform: "telegram", ...at }, kind, userId },
    ...{ tier: "owner", lastActiveAt: 0 },
  };
}

const request = {
  ...{ id: "a1b2c3d4e5", sessionId: "s1", callId: "c1", tool: "terminal", action: "terminal.run" },
  ...{ summary: "rm -rf src", reason: "It deletes a folder." },
} satisfies ApprovalRequest;

/** As the guard does: the row first, then the question. */
async function ask(
  world: WorldParts & Pick<World, "clock">,
  chat: Chat = direct,
  parts: Partial<ApprovalRequest> = {},
) {
  const asked = { ...request, ...parts };
  world.state.approvals.open({ request: asked, digest: "d", askedAt: world.clock.now });
  const { approver } = await world.access.grant(chat);
  if (typeof approver !== "function") throw new Error("There is no approver.");
  return await approver(asked, { signal: new AbortController().signal });
}

async function messagesOf({ store }: WorldParts, chatId = "1") {
  const rows = [];
  for (let index = 0; index < 9; index++) {
    const row = await store.outbox.get(`question:${request.id}:${index}`);
    if (row?.to.chatId === chatId) rows.push(row);
  }
  return rows;
}

test("a question shows the whole call without secrets, its findings and its choices, and does not wait", async () => {
  await using world = openWorld({ settings });

  const answer = await ask(world, direct, {
    summary: "export TOKEN=hunter2\n```\u001b[31m\u202erm -rf src",
    findings: [
      { id: "delete.folder", reason: "It deletes a folder." },
      { id: "delete.forever", reason: "It deletes *src* for good." },
    ],
    rule: "terminal(rm *): allow",
  });

  expect(answer).toEqual({ pending: true });
  const [message, ...more] = await messagesOf(world);
  expect(more).toEqual([]);
  expect(message?.text).toMatchInlineSnapshot(`
    "**May this run?** It deletes a folder.
    \`\`\`\`sh
    export TOKEN=[redacted]
    \`\`\`⟨U+001B⟩[31m⟨U+202E⟩rm -rf src
    \`\`\`\`
    - It deletes \\*src\\* for good.
    Always: terminal(rm \\*): allow

    Question \`a1b2c3\`. Answer with a button, \`/approve\`, \`/approve session\`, \`/approve always\` or \`/deny\`. Without an answer in 5 minutes it is a no."
  `);
  expect(message?.buttons).toEqual([
    [
      { label: "Yes once", data: "q:a1b2c3d4e5:0" },
      { label: "Session", data: "q:a1b2c3d4e5:1" },
    ],
    [
      { label: "Always", data: "q:a1b2c3d4e5:2" },
      { label: "No", data: "q:a1b2c3d4e5:3" },
    ],
  ]);
});

test.for<[index: number, answer: object]>([
  [0, { approved: true, scope: "once" }],
  [1, { approved: true, scope: "session" }],
  [2, { approved: false, reason: "The person said no." }],
])("button %s gives its answer, and the message says who gave it", async ([index, answer]) => {
  await using world = openWorld({ settings });
  await ask(world);

  const reply = await world.access.press(pressOf({ sender: owner, data: `q:${request.id}:${index}` }));

  expect(reply).toMatchObject({ type: "approval", chat: direct.key, id: request.id });
  expect(reply).toMatchObject({ given: { answer, actor: "telegram:1" } });
  const [message] = await messagesOf(world);
  expect(message?.text).toMatch(/by Ann\.$/);
  expect(message?.buttons).toEqual([]);
});

test.for([
  ["a user", user, group],
  ["a stranger", stranger, group],
  ["a bot with an owner's id", { ...owner, isBot: true }, group],
  ["an owner, from another chat", owner, direct],
] as const)("%s who presses the button of an owner's question allows nothing", async ([, sender, where]) => {
  await using world = openWorld({ settings });
  await ask(world, group);

  const reply = await world.access.press(pressOf({ at: where.at, sender, data: `q:${request.id}:0` }));

  expect(reply?.type).toBe("taken");
  const said = messageOf({ at: where.at, chatKind: where.kind, sender, text: "/approve session" });
  expect((await world.access.reply(said, where))?.type).toBe("taken");
  // The owner still can.
  const own = await world.access.press(pressOf({ at: group.at, sender: owner, data: `q:${request.id}:0` }));
  expect(own).toMatchObject({ type: "approval" });
});

test("another owner may answer, and a former owner may not", async () => {
  await using world = openWorld({ settings });
  await ask(world, group);
  world.settings.current = { gateway: {}, platforms: { telegram: { owners: ["11"], allowed_users: ["1"] } } };

  const former = await world.access.press(
    pressOf({ at: group.at, sender: owner, data: `q:${request.id}:0` }),
  );
  const other = await world.access.press(
    pressOf({ at: group.at, sender: otherOwner, data: `q:${request.id}:0` }),
  );

  expect(former?.type).toBe("taken");
  expect(other).toMatchObject({ type: "approval", given: { actor: "telegram:11" } });
});

test("the first answer counts: a second press, a no after a yes and a press that came twice change nothing", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  const press = pressOf({ sender: owner, data: `q:${request.id}:2` });

  const replies = await Promise.all(
    [press, press, pressOf({ sender: owner, data: `q:${request.id}:0` })].map(
      async (each) => await world.access.press(each),
    ),
  );

  expect(replies.map((reply) => reply?.type)).toEqual(["approval", "taken", "taken"]);
  expect(replies[0]).toMatchObject({ given: { answer: { approved: false } } });
  expect((await messagesOf(world))[0]?.text).toMatch(/✗ Refused by Ann\.$/);
});

test("what is answered elsewhere is answered: a press afterwards changes nothing, and the message says it", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  const no = { answer: { approved: false, reason: "no" }, actor: "cli", at: world.clock.now } as const;
  world.state.approvals.answer(request.id, no);

  const reply = await world.access.press(pressOf({ sender: owner, data: `q:${request.id}:0` }));

  expect(reply?.type).toBe("taken");
  expect((await messagesOf(world))[0]?.text).toMatch(/✗ Refused by cli\.$/);
});

test("a question that nobody answers is a no after its time, given once, and the message says so", async () => {
  await using world = openWorld({ settings });
  await ask(world);

  world.clock.now += 299_999;
  expect(await world.access.due()).toEqual([]);
  world.clock.now += 1;
  const late = await world.access.press(pressOf({ sender: owner, data: `q:${request.id}:0` }));
  const due = await world.access.due();

  expect(late?.type).toBe("taken");
  expect(due).toMatchObject([
    {
      type: "approval",
      id: request.id,
      given: { answer: { approved: false, reason: "Nobody answered in time." } },
    },
  ]);
  expect(await world.access.due()).toEqual([]);
  expect((await messagesOf(world))[0]?.text).toMatch(/Nobody answered in time: that is a no\.$/);
});

test("a question outlives the process, and takes its answer in the next one", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  const next = { ...world, ...(await world.again()) };

  // The session asks again when it goes on: that is the same question.
  const { approver } = await next.access.grant(direct);
  await (approver as Approver)(request, { signal: new AbortController().signal });
  expect(await messagesOf(next)).toHaveLength(1);
  const reply = await next.access.press(pressOf({ sender: owner, data: `q:${request.id}:0` }));

  expect(reply).toMatchObject({ type: "approval", given: { answer: { approved: true, scope: "once" } } });
});

test("an answer that the process died with is given again until the log has it, and once more for the turn", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  await world.access.press(pressOf({ sender: owner, data: `q:${request.id}:0` }));
  const { access, state } = await world.again();

  expect(await access.due()).toEqual([]);
  world.clock.now += 10_001;
  const [again] = await access.due();
  expect(again).toMatchObject({ type: "approval", given: { answer: { approved: true } } });
  if (again?.type === "approval") state.approvals.answer(again.id, { ...again.given, at: world.clock.now });
  expect(await access.due()).toHaveLength(1);
  expect(await access.due()).toEqual([]);
});

test("a question that is not needed any more says so, and takes no yes", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  world.state.approvals.close(request.id, { status: "withdrawn", at: world.clock.now });

  expect(await world.access.due()).toEqual([]);
  expect((await messagesOf(world))[0]?.text).toMatch(/Not asked any more\.$/);
  const reply = await world.access.press(pressOf({ sender: owner, data: `q:${request.id}:0` }));
  expect(reply?.type).toBe("taken");
});

test.for<[text: string, outcome: object | undefined]>([
  ["/approve", { approved: true, scope: "once" }],
  ["/approve@hermes_bot session", { approved: true, scope: "session" }],
  ["/APPROVE a1b2c3", { approved: true, scope: "once" }],
  ["/approve all", { approved: true, scope: "once" }],
  ["1", { approved: true, scope: "once" }],
  ["3.", { approved: false, reason: "The person said no." }],
  ["/deny", { approved: false, reason: "The person said no." }],
  [
    "/deny face use all of a Branch",
    { approved: false, reason: "The person said no: face use all of a Branch" },
  ],
  // No yes, and no message to the model either.
  ["/approve always", undefined],
  ["/approve please don't", undefined],
  ["/approve deadbeef00", undefined],
])("the text %j answers a question as it says", async ([text, outcome]) => {
  await using world = openWorld({ settings });
  await ask(world);

  const reply = await world.access.reply(messageOf({ sender: owner, text }), direct);

  if (outcome === undefined) expect(reply).toMatchObject({ type: "taken", text: expect.any(String) });
  else expect(reply).toMatchObject({ type: "approval", given: { answer: outcome } });
});

test.for(["yes", "y", "ok", "always", "Yes once", "4", "0", "1 2", "no, I mean 1", "approve", ""])(
  "the text %j by the way answers no question about permission",
  async (text) => {
    await using world = openWorld({ settings });
    await ask(world);

    expect(await world.access.reply(messageOf({ sender: owner, text }), direct)).toBeUndefined();
  },
);

test("what was written before the question was asked, and an edit, answer nothing", async () => {
  await using world = openWorld({ settings });
  world.clock.now += 5_000;
  await ask(world);

  const before = await world.access.reply(messageOf({ sender: owner, text: "1" }), direct);
  const edit = { sender: owner, text: "/approve", isEdit: true, sentAt: world.clock.now };

  expect(before).toBeUndefined();
  expect((await world.access.reply(messageOf(edit), direct))?.type).toBe("taken");
});

test("where two questions wait, a command has to say which, and a number is no answer", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  await ask(world, direct, { id: "ffeeddccbb", callId: "c2", summary: "rm -rf /srv" });
  const say = async (text: string) => await world.access.reply(messageOf({ sender: owner, text }), direct);

  expect(await say("1")).toBeUndefined();
  expect(await say("/approve")).toMatchObject({ type: "taken", text: expect.stringContaining("ffeedd") });
  expect(await say("/approve ffeedd")).toMatchObject({ type: "approval", id: "ffeeddccbb" });
  expect(await say("/approve")).toMatchObject({ type: "approval", id: request.id });
  expect(await say("/approve")).toMatchObject({ type: "taken" });
});

test("/deny all refuses every question of the chat", async () => {
  await using world = openWorld({ settings });
  await ask(world);
  await ask(world, direct, { id: "ffeeddccbb", callId: "c2" });

  const first = await world.access.reply(messageOf({ sender: owner, text: "/deny all" }), direct);

  expect(first).toMatchObject({ type: "approval", given: { answer: { approved: false } } });
  world.clock.now += 10_001;
  expect(await world.access.due()).toHaveLength(2);
});

test("a call of a script waits in place, and a yes reaches it through the log", async () => {
  await using world = openWorld({ settings });
  const { approver } = await world.access.grant(direct);
  const log = world.state.approvals;

  const asked = askApprover({
    log,
    request: { ...request, byScript: true },
    digest: "d",
    context: contextWith(approver ?? undefined),
    now: () => world.clock.now,
    watchMs: 5,
  });
  await expect.poll(() => log.list({ status: "open" }).length).toBe(1);
  const [open] = log.list({ status: "open" });
  await expect.poll(async () => await world.store.outbox.get(`question:${open?.id}:0`)).toBeDefined();
  const reply = await world.access.press(pressOf({ sender: owner, data: `q:${open?.id}:0` }));
  if (reply?.type === "approval") log.answer(reply.id, { ...reply.given, at: world.clock.now });

  expect(await asked).toMatchObject({ by: "person", answer: { approved: true, scope: "once" } });
});

function contextWith(approve: Approver | undefined) {
  return {
    ...{ taskId: "t", sessionId: "s1", callId: "c1", signal: new AbortController().signal, approve },
    origin: { platform: "telegram", userId: "1", entryPoint: "gateway" },
  };
}

test("a command that is too long to read in a chat comes whole, as a file", async () => {
  await using world = openWorld({ settings, keepsFiles: true });
  const summary = `echo begin\n${"x".repeat(20_000)}\nrm -rf src`;

  await ask(world, direct, { summary });

  expect(world.files[0]?.text).toContain(summary);
  expect(await world.store.outbox.get(`question:${request.id}:file`)).toMatchObject({
    file: { name: "question-a1b2c3.txt" },
  });
  expect(await messagesOf(world)).toHaveLength(1);
});

test("without a place for files a long command comes whole, in messages, the buttons last", async () => {
  await using world = openWorld({ settings });
  const summary = "x".repeat(9_000);

  await ask(world, direct, { summary });

  const messages = await messagesOf(world);
  expect(messages.map(({ text }) => text).join("")).toContain(summary);
  expect(messages.map(({ buttons }) => buttons !== undefined)).toEqual([false, false, false, true]);
});
