import { expect, test } from "vitest";
import { Agent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, script, toolMessages } from "./support.ts";

test("steering rides on the next tool result, once, and leaves its content parseable", async () => {
  const step = (text: string) => ({ calls: [{ name: "echo", arguments: { text } }] });
  const agent = new Agent({ model: script([step("a"), step("b"), { text: "ok" }]), tools: [echoTool()] });

  for await (const event of agent.run("go")) {
    if (event.type === "request-start" && event.round === 1) {
      expect(agent.steer("use tabs")).toBe(true);
      agent.steer("not spaces");
    }
  }

  const [first, second] = toolMessages(agent.messages);
  expect(first?.notes).toEqual(["The user says while you work: use tabs\nnot spaces"]);
  expect(JSON.parse(first?.content ?? "")).toEqual({ text: "a" });
  expect(second?.notes).toBeUndefined();
  expect(agent.pendingSteer).toBeUndefined();
});

test("steering that finds no tool result is handed back when the turn ends", async () => {
  const agent = new Agent({ model: script([{ text: "Done." }, { text: "Next." }]) });

  for await (const event of agent.run("go")) if (event.type === "text-delta") agent.steer("wait");

  expect(agent.pendingSteer).toBe("wait");
  await agent.chat(agent.pendingSteer ?? "");
  expect(agent.pendingSteer).toBeUndefined();
});

test("steering without a running turn is refused", async () => {
  const agent = new Agent({ model: script([{ text: "Done." }]) });

  expect(agent.steer("hello")).toBe(false);
  await collect(agent.run("go"));
  expect(agent.steer("hello")).toBe(false);
  expect(agent.pendingSteer).toBeUndefined();
});
