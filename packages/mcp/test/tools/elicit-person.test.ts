import { expect, test } from "vitest";
import { elicitPerson } from "../../src/index.ts";
import type { AskPerson, McpElicitation, McpFormField } from "../../src/index.ts";

const { signal } = new AbortController();
const field = (more: Partial<McpFormField>): McpFormField => ({
  ...{ name: "x", title: "X", type: "text", required: true },
  ...more,
});
const form = (...fields: readonly McpFormField[]): McpElicitation => ({
  ...{ mode: "form", server: "box", message: "Tell me.", fields },
});

/** Answers with these texts, one after another. */
function answering(...answers: readonly string[]): { readonly ask: AskPerson; readonly questions: string[] } {
  const questions: string[] = [];
  const ask: AskPerson = async ({ question }) => {
    const answer = answers[questions.push(question) - 1];
    return answer === undefined ? { answered: false, reason: "skipped" } : { answered: true, answer };
  };
  return { ask, questions };
}

test("a field of a password is declined before anything is asked", async () => {
  const { ask, questions } = answering("secret");

  const answer = await elicitPerson(form(field({ format: "password" })), { ask, signal });

  expect([answer, questions]).toEqual([{ action: "decline" }, []]);
});

test("an answer that does not fit is asked for again with what is wrong, three times at most", async () => {
  const once = answering("many", "3");
  const never = answering("a", "b", "c", "d");
  const number = form(field({ type: "integer" }));

  expect(await elicitPerson(number, { ask: once.ask, signal })).toEqual({
    action: "accept",
    content: { x: 3 },
  });
  expect(once.questions[1]).toContain('"many" is no whole number.');
  expect(await elicitPerson(number, { ask: never.ask, signal })).toEqual({ action: "cancel" });
  expect(never.questions).toHaveLength(3);
});

test("choices are told by their titles and answered with their values", async () => {
  const choices = [
    { value: "a", title: "First" },
    { value: "b", title: "Second" },
  ];
  const { ask } = answering("Second", "First, Second");

  const fields = [field({ type: "choice", choices }), field({ name: "y", type: "choices", choices })];

  expect(await elicitPerson(form(...fields), { ask, signal })).toEqual({
    action: "accept",
    content: { x: "b", y: ["a", "b"] },
  });
});

test("an address is shown with its host, opened by nobody else, and one that is no web page is declined", async () => {
  const { ask, questions } = answering("I opened it");
  const page = { mode: "url", server: "box", message: "Sign in." } as const;

  expect(await elicitPerson({ ...page, url: "https://evil.example/x" }, { ask, signal })).toEqual({
    action: "accept",
  });
  expect(questions[0]).toContain("**evil.example**");
  expect(await elicitPerson({ ...page, url: "javascript:alert(1)" }, { ask, signal })).toEqual({
    action: "decline",
  });
  expect(await elicitPerson({ ...page, url: "https://a.example" }, { ask: undefined, signal })).toEqual({
    action: "cancel",
  });
});
