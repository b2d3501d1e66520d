import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { SessionController } from "../../src/controller/index.ts";
import type { ControllerEvent } from "../../src/controller/index.ts";
import { Agent, memoryApprovals } from "../../src/index.ts";
import { toolThat } from "../support.ts";

const yes = { approved: true, scope: "once" } as const;
const said = { answer: yes, actor: "telegram:7" };

function controllerOf() {
  const [approvals, ran] = [memoryApprovals(), [] as string[]];
  const tool = toolThat("rm", () => ran.push("rm"), { concurrency: "parallel" });
  const model = scripted([
    {
      calls: [
        { name: "rm", arguments: { n: 1 } },
        { name: "rm", arguments: { n: 2 } },
      ],
    },
    { text: "Done." },
  ]);
  const agent = new Agent({ model, tools: [tool], approvals, approver: async () => ({ pending: true }) });
  const session = { id: agent.sessionId, agent, resumed: false, [Symbol.asyncDispose]: () => agent.close() };
  const controller = new SessionController({ openSession: async () => session, ports: { approvals } });
  return { approvals, ran, controller };
}

async function endings(events: AsyncIterable<ControllerEvent>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const event of events) if (event.type === "turn-end") found.push(event.reason);
  return found;
}

test("the turn goes on with the last answer that it waits for, and not before", async () => {
  const { approvals, ran, controller } = controllerOf();
  await using _ = controller;
  await controller.open();
  expect(await endings(controller.run("go"))).toEqual(["awaiting-approval"]);
  const [first, second] = await approvals.list();

  expect(await endings(controller.approve(first?.id ?? "", said))).toEqual([]);
  expect(ran).toEqual([]);
  expect(await endings(controller.approve(second?.id ?? "", said))).toEqual(["answered"]);

  expect(ran).toEqual(["rm", "rm"]);
  expect(await approvals.list()).toMatchObject([{ actor: "telegram:7" }, { actor: "telegram:7" }]);
});

test("a second answer is refused, and so is one to a session without approvals", async () => {
  const { approvals, controller } = controllerOf();
  await using _ = controller;
  await controller.open();
  await endings(controller.run("go"));
  const [{ id } = { id: "" }] = await approvals.list();
  await endings(controller.approve(id, said));
  await using bare = new SessionController({ openSession: () => Promise.reject(new Error("no")) });

  await expect(endings(controller.approve(id, said))).rejects.toMatchObject({ code: "APPROVAL_CLOSED" });
  await expect(endings(bare.approve(id, said))).rejects.toMatchObject({ code: "CONTROLLER_NO_APPROVALS" });
});

test("/continue goes on with what was answered elsewhere, and says so where nothing waits", async () => {
  const { approvals, ran, controller } = controllerOf();
  await using _ = controller;
  await controller.open();
  await endings(controller.run("go"));
  for (const { id } of await approvals.list()) await approvals.answer(id, { ...said, at: Date.now() });

  expect(await endings(controller.run("/continue"))).toEqual(["answered"]);
  expect(ran).toEqual(["rm", "rm"]);
  expect(await endings(controller.run("/continue"))).toEqual([]);
});

test("nothing happens where no turn waits", async () => {
  const { controller } = controllerOf();
  await using _ = controller;
  await controller.open();

  expect(await endings(controller.continue())).toEqual([]);
});
