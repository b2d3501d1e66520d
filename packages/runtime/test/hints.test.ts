import { buildSystemPrompt } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { commandHint, programCommand, withCommands } from "../src/hints.ts";
import { hermesTexts } from "../src/prompt/hermes-texts.ts";

test.each<[string, Record<string, unknown>, string]>([
  ["LOGIN_DENIED", { provider: "nous" }, "Nothing was kept. To try again: hermes login nous"],
  ["LOGIN_DENIED", { server: "files" }, "Nothing was kept. To try again: hermes mcp login files"],
  ["LOGIN_REFUSED", { provider: "nous", isAboutClient: true }, "Check logins.nous.client_id in config.yaml."],
  [
    "LOGIN_REFUSED",
    { server: "files", otherIssuer: true },
    "Nothing was sent. If that is right: hermes mcp logout files, then log in again.",
  ],
  ["MCP_NEEDS_LOGIN", { server: "files" }, "Log in with `hermes mcp login files`."],
  ["MODEL_AUTH", { noneLeft: true, login: "nous" }, "Log in again: hermes login nous"],
  [
    "MODEL_AUTH",
    { advice: "give-key", origin: "http://127.0.0.1:9" },
    "Give another one with hermes setup model, or put a valid key of http://127.0.0.1:9 into config.yaml: model.api_key, beside model.base_url.",
  ],
  [
    "MODEL_AUTH",
    { advice: "give-key", origin: "https://api.openai.com", keyVariable: "OPENAI_API_KEY" },
    "Give another one with hermes setup model, or set OPENAI_API_KEY to a valid key of https://api.openai.com.",
  ],
  [
    "SPEND_LIMIT_REACHED",
    { scope: "job", unit: "usd" },
    "Raise --max-budget-usd or budget.job.usd in config.yaml, then go on.",
  ],
  ["SPEND_LIMIT_REACHED", {}, "its own"],
  ["MODEL_AUTH", {}, "its own"],
  ["toString", {}, "its own"],
])("at the command line %s with %j says what to do there", (code, data, hint) => {
  expect(commandHint({ code, data, hint: "its own" })).toBe(hint);
});

test("a missing key is added by the command for its provider", () => {
  const data = { provider: "openrouter", keyVariable: "OPENROUTER_API_KEY" };

  expect(
    withCommands({ ok: false, reason: "No key.", hint: "Set it.", problem: "no-key", data }),
  ).toMatchObject({
    reason: "No key.",
    hint: "Add it with hermes auth add openrouter, or set OPENROUTER_API_KEY; or choose another provider with --provider.",
  });
  expect(programCommand({ task: "resume", sessionId: "s1" })).toBe("hermes --resume s1");
});

test("the prompt of Hermes names it where that of the library names nobody", () => {
  const own = buildSystemPrompt({ layers: [], defaults: hermesTexts });
  const bare = buildSystemPrompt({ layers: [] });

  expect(own).toMatch(/^You are Hermes, a capable and direct assistant\. /);
  expect(own).toContain("They come from Hermes, the program you run in (a hint");
  expect(bare).not.toContain("Hermes");
  expect(own.length - bare.length).toBe("Hermes, ".length * 2);
});
