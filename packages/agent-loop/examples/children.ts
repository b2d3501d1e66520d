// A parent that hands its work to two children at once, each with a context of its own.
import { Agent, memoryJournal, scripted } from "@hermes/agent-loop";
import { ChildTasks, delegateTool, memoryChildRecords, reportTool } from "@hermes/agent-loop/delegate";

const journal = memoryJournal();
const children = new ChildTasks({
  parentId: "parent",
  depth: 0,
  records: memoryChildRecords(journal.notices),
  sessions: {
    async open({ id, goal }) {
      const model = scripted([{ text: `I have looked into ${goal}.` }]);
      const agent = new Agent({ model, sessionId: id, journal, tools: [reportTool()] });
      return { agent, [Symbol.asyncDispose]: () => agent.close() };
    },
  },
});

const tasks = [{ goal: "the tests" }, { goal: "the docs" }];
const agent = new Agent({
  model: scripted([
    { calls: [{ name: "delegate_task", arguments: { tasks } }] },
    { text: "Both have been looked into." },
  ]),
  sessionId: "parent",
  journal,
  tools: [delegateTool(() => children)],
});

console.log(await agent.chat("Look into the tests and the docs."));
for (const { goal, end } of await children.list()) console.log(`${goal}: ${end?.state}`);
await children.close();
await agent.close();
