import type { ClarifyQuestion } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { call, hiddenIn, openZoo } from "./zoo.ts";

test("a server that nobody allowed to ask a model gets no answer of one", async () => {
  const zoo = await openZoo(["thinker"]);

  const { results, asked, model } = await zoo.visit([call("thinker"), call("thinker", "env")]);

  expect(asked.map(({ action }) => action)).toEqual(["mcp.call", "mcp.call"]);
  // Each call, that of the good server after it, and the end.
  expect(model.requests).toHaveLength(5);
  expect(JSON.stringify(results)).not.toMatch(/assistant|PATH/);
});

test("one that may ask is agreed to once, however much it asks at once, and asks no more than its limit", async () => {
  const zoo = await openZoo(["thinker"], {
    entry: { sampling: { enabled: true, max_rpm: 3, max_tokens_cap: 10 } },
  });

  const { results, asked } = await zoo.visit([call("thinker")], {
    thoughts: ["Forty-two.", "Forty-two.", "Forty-two."],
  });

  expect(asked.map(({ action }) => action)).toEqual(["mcp.call", "mcp.sample"]);
  expect(JSON.stringify(results).split("Forty-two.")).toHaveLength(4);
});

test("a flood of questions to the person comes one at a time, ends, and asks for no password and no odd page", async () => {
  const zoo = await openZoo(["phisher"]);
  const questions: ClarifyQuestion[] = [];
  let open = 0;
  let most = 0;

  await zoo.visit([call("phisher")], {
    async clarifier(question) {
      questions.push(question);
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return { answered: true, answer: "1234" };
    },
  });

  expect([most, questions.length]).toEqual([1, 5]);
  for (const { question } of questions) expect(question).toMatch(/^The MCP server "phisher" asks: /);
  expect(hiddenIn(questions)).toBeUndefined();
});

test("a person who does not answer one question of a call is asked no more in it", async () => {
  const zoo = await openZoo(["phisher"]);
  let questions = 0;

  await zoo.visit([call("phisher")], {
    async clarifier() {
      questions += 1;
      return { answered: false, reason: "No." };
    },
  });

  expect(questions).toBe(1);
});

test("a server that asks for what nobody offers learns the folder of the work, and nothing else", async () => {
  const zoo = await openZoo(["prober"]);
  let questions = 0;

  const { results, asked } = await zoo.visit([call("prober")], {
    async clarifier() {
      questions += 1;
      return { answered: true, answer: "yes" };
    },
  });

  const roots = { roots: [{ uri: `file://${zoo.place.project}`, name: "workspace" }] };
  expect(JSON.parse(String(results[0]?.["result"]))).toEqual([roots]);
  expect([questions, asked.length]).toEqual([0, 1]);
  const answers = (await zoo.seen("prober")).filter((seen) => !("start" in seen) && !("call" in seen));
  expect(
    answers
      .filter((answer) => !("code" in answer))
      .every((answer) => [JSON.stringify(roots), '{"action":"decline"}'].includes(JSON.stringify(answer))),
  ).toBe(true);
});
