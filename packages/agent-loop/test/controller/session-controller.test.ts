import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedModel } from "@hermes/models";
import { expect, test } from "vitest";
import { SessionController } from "../../src/controller/index.ts";
import type {
  ControlledSession,
  ControllerEvent,
  SessionControllerOptions,
} from "../../src/controller/index.ts";
import { Agent, memoryJournal } from "../../src/index.ts";
import type { SessionJournal } from "../../src/index.ts";
import { controllerRules, firstMessage } from "../../src/testing/index.ts";
import { echoTool } from "../support.ts";

type Options = Partial<SessionControllerOptions<ControlledSession>>;

/** A controller whose sessions talk to one scripted model. */
function controllerOf(
  model: ScriptedModel,
  options: Options & Pick<ControlledSession, "saveFacts"> = {},
): SessionController {
  const { saveFacts, ...rest } = options;
  return new SessionController({
    openSession: async () => {
      const agent = new Agent({ model, tools: [echoTool()] });
      const dispose = async (): Promise<void> => await agent.close();
      const session = { id: agent.sessionId, agent, resumed: false, [Symbol.asyncDispose]: dispose };
      return saveFacts === undefined ? session : { ...session, saveFacts };
    },
    ...rest,
  });
}

async function play(controller: SessionController, line: string): Promise<readonly ControllerEvent[]> {
  const events: ControllerEvent[] = [];
  for await (const event of controller.run(line)) events.push(event);
  return events;
}

/** The newest words of the person in a request. */
function wordsOf({ messages }: ModelRequest): string {
  const message = messages.findLast(({ role }) => role === "user");
  return message?.role === "user"
    ? message.content.map((part) => (part.type === "text" ? part.text : "")).join("")
    : "";
}

function endings(events: readonly ControllerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "turn-end" ? [event.reason] : []));
}

function replies(events: readonly ControllerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "command-reply" ? (event.reply.lines ?? []) : []));
}

/** A model whose first answer waits until it is let go. */
function waitingModel(): { readonly model: ScriptedModel; readonly asked: Promise<void>; answer(): void } {
  let [answer, begun] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = async (): Promise<{ text: string }> => {
    begun();
    await released;
    return { text: "First." };
  };
  const model = scripted([first, { text: "Second." }, { text: "Third." }]);
  return { model, asked, answer: () => answer() };
}

test.each(controllerRules)("$name", async ({ before, meanwhile, asked, first }) => {
  const { model, asked: begun, answer } = waitingModel();
  await using controller = controllerOf(model);
  await controller.open();
  for (const line of before) await play(controller, line);

  const playing = play(controller, firstMessage);
  await begun;
  for (const line of meanwhile) controller.meanwhile(line);
  answer();
  const events = await playing;

  expect(model.requests.map(wordsOf)).toEqual(asked);
  expect(endings(events)[0]).toBe(first);
  expect(controller.running).toBe(false);
});

test("an interrupt ends the turn, and what waits is taken up", async () => {
  const { model, asked, answer } = waitingModel();
  await using controller = controllerOf(model, { busyMode: "queue" });
  await controller.open();

  const playing = play(controller, firstMessage);
  await asked;
  controller.meanwhile("next");
  const outcome = controller.interrupt();
  answer();

  expect(outcome).toBe("turn");
  expect(endings(await playing)).toEqual(["interrupted", "answered"]);
});

test("where it is asked for, an interrupt gives back what waits, steered words first", async () => {
  const { model, asked } = waitingModel();
  await using controller = controllerOf(model, { queuedAfterInterrupt: "return" });
  await controller.open();
  const playing = play(controller, firstMessage);
  await asked;
  controller.meanwhile("steered");
  controller.meanwhile("/queue one");
  controller.meanwhile([{ type: "text", text: "two" }]);
  controller.meanwhile("/queue three");

  expect(controller.takeBack()?.text).toBe("three");
  expect(controller.stop()).toBe(true);

  const events = await playing;
  const returned = events.flatMap((event) => (event.type === "input-returned" ? event.inputs : []));
  expect(returned.map(({ text }) => text)).toEqual(["steered", "one", "two"]);
  expect(endings(events)).toEqual(["interrupted"]);
  expect(controller.queued).toEqual([]);
  expect(controller.stop()).toBe(false);
});

test("a second interrupt within two seconds leaves, a third one at once", async () => {
  let now = 0;
  await using controller = controllerOf(scripted([]), { now: () => now });
  await controller.open();

  const outcomes = [0, 5_000, 6_000, 6_100].map((at) => {
    now = at;
    return controller.interrupt();
  });

  expect(outcomes).toEqual(["ask-again", "ask-again", "leave", "leave-now"]);
  expect(controller.leaving).toBe(true);
});

test("/new closes the session after its facts are saved, and opens another one", async () => {
  const model = scripted([{ text: "One." }, { text: "Two." }]);
  await using controller = controllerOf(model, { saveFacts: async () => ["likes tea"] });
  const { id } = await controller.open();
  await play(controller, "Hello.");

  const events = await play(controller, "/new");
  await play(controller, "Hello again.");

  expect(events.map(({ type }) => type)).toEqual(["saving-facts", "facts-saved", "session-start"]);
  expect(events[1]).toMatchObject({ entries: ["likes tea"] });
  expect(controller.session?.id).not.toBe(id);
  expect(model.requests[1]?.messages).toHaveLength(1);
});

test("an interrupt skips what would be remembered", async () => {
  let signalled = false;
  const saveFacts: ControlledSession["saveFacts"] = async ({ signal }) => {
    controller.interrupt();
    signalled = signal.aborted;
    return [];
  };
  const controller = controllerOf(scripted([]), { saveFacts });
  await controller.open();

  for await (const _ of controller.close());

  expect(signalled).toBe(true);
});

test("/quit leaves after what runs; nothing comes behind it", async () => {
  await using controller = controllerOf(scripted([]));
  await controller.open();

  expect(await play(controller, "/quit")).toEqual([{ type: "leave" }]);
});

test("a command answers while the turn goes on, in the same stream", async () => {
  const { model, asked, answer } = waitingModel();
  await using controller = controllerOf(model);
  await controller.open();

  const playing = play(controller, firstMessage);
  await asked;
  expect(controller.meanwhile("/usage")).toBe("command");
  answer();
  const types = (await playing).map(({ type }) => type);

  expect(types.indexOf("command-reply")).toBeGreaterThan(-1);
  expect(types.indexOf("command-reply")).toBeLessThan(types.indexOf("turn-end"));
});

test("what a command needs and nobody gave is said", async () => {
  const said = await Promise.all(
    ["/mode plan", "/insights", "/skills", "/busy gently", "/insights soon"].map(async (line) => {
      const fresh = controllerOf(scripted([]));
      await fresh.open();
      return replies(await play(fresh, line))[0];
    }),
  );

  expect(said).toEqual([
    "Modes can't be switched here.",
    "Nothing is counted here.",
    "There are no skills here.",
    'There is no way "gently"; there is steer, queue, interrupt.',
    '"soon" is no number of days.',
  ]);
});

test("a skill is entered by its name, and its message is what the model gets", async () => {
  const model = scripted([{ text: "Deployed." }]);
  await using controller = controllerOf(model, {
    ports: {
      skills: {
        commands: async () => [{ name: "deploy", summary: "Deploys." }],
        messageOf: async (name, args) => `${name} ${args} as the skill says`,
      },
    },
  });
  await controller.open();

  await play(controller, "/deploy to staging");
  const unknown = await play(controller, "/deplyo");

  expect(model.requests.map(wordsOf)).toEqual(["deploy to staging as the skill says"]);
  expect(unknown).toEqual([{ type: "unknown-command", typed: "deplyo", near: "deploy", fits: [] }]);
});

test("a command that is offered beside skills shows its lines, says its words, and ends with an interrupt", async () => {
  const model = scripted([{ text: "Heard." }]);
  await using controller: SessionController = controllerOf(model, {
    ports: {
      skills: {
        commands: async () => ["hello", "ask", "wait"].map((name) => ({ name, summary: name })),
        messageOf: async () => undefined,
        async replyOf(name, args, { signal }) {
          if (name === "hello") return { lines: [`Hello ${args}!`] };
          if (name === "ask") return { lines: [], input: `What about ${args}?` };
          controller.stop();
          throw signal.reason;
        },
      },
    },
  });
  await controller.open();

  const hello = await play(controller, "/hello Ada");
  await play(controller, "/ask birds");
  const stopped = await play(controller, "/wait");

  expect(replies(hello)).toEqual(["Hello Ada!"]);
  expect(model.requests.map(wordsOf)).toEqual(["What about birds?"]);
  expect(replies(stopped)).toEqual(["Interrupted."]);
});

test("a turn that fails is reported, and the next one works", async () => {
  const journal = memoryJournal();
  const faults = [new Error("The disk is full.")];
  const failing: SessionJournal = {
    ...journal,
    append(...entry) {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      return journal.append(...entry);
    },
  };
  await using controller = new SessionController({
    openSession: async () => {
      const agent = new Agent({ model: scripted([{ text: "Fine." }]), journal: failing });
      return { id: "s", agent, resumed: false, [Symbol.asyncDispose]: async () => await agent.close() };
    },
  });
  await controller.open();

  const events = await play(controller, "Hello.");

  expect(events.find(({ type }) => type === "failure")).toMatchObject({
    error: { message: "The disk is full." },
  });
  expect(endings(await play(controller, "Hello again."))).toEqual(["answered"]);
});

test("leaving the loop early interrupts the turn", async () => {
  const { model, answer } = waitingModel();
  await using controller = controllerOf(model);
  const { agent } = await controller.open();

  for await (const event of controller.run(firstMessage)) {
    if (event.type !== "request-start") continue;
    setImmediate(answer);
    break;
  }

  expect(controller.running).toBe(false);
  expect(agent.messages.at(-1)?.role).toBe("user");
});

test("a second run while one goes on is refused", async () => {
  const { model, asked, answer } = waitingModel();
  await using controller = controllerOf(model);
  await controller.open();
  const playing = play(controller, firstMessage);
  await asked;

  await expect(play(controller, "again")).rejects.toMatchObject({ code: "CONTROLLER_BUSY" });
  answer();
  expect(endings(await playing)).toEqual(["answered"]);
});
