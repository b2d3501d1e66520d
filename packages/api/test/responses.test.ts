import { scripted } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { readEvents, serve } from "./support/serve.ts";
import type { ReadEvent } from "./support/serve.ts";

test.each([
  [undefined, ["c1", "c2"]],
  [true, ["c1", "c2"]],
  [false, ["c1"]],
])("with parallel_tool_calls %j the client gets the calls %j", async (parallel, ids) => {
  const calls = ["c1", "c2"].map((id) => ({ name: "show", arguments: { what: id }, id }));
  await using served = await serve(
    scripted(({ messages }) => (messages.at(-1)?.role === "tool" ? { text: "Shown." } : { calls })),
  );
  const show = { name: "show", parameters: { type: "object" } };
  const more = { parallel_tool_calls: parallel };

  const asked = (await (
    await served.post("/v1/chat/completions", {
      messages: [{ role: "user", content: "Hello" }],
      ...more,
      tools: [{ type: "function", function: show }],
    })
  ).json()) as { readonly choices: readonly object[] };
  const response = (await (
    await served.post("/v1/responses", { input: "Go", ...more, tools: [{ type: "function", ...show }] })
  ).json()) as { readonly id: string; readonly output: readonly object[] };
  const told = (await (
    await served.post("/v1/responses", {
      input: ids.map((id) => ({ type: "function_call_output", call_id: id, output: "seen" })),
      tools: [{ type: "function", ...show }],
      previous_response_id: response.id,
    })
  ).json()) as object;

  expect(asked.choices).toMatchObject([{ message: { tool_calls: ids.map((id) => ({ id })) } }]);
  expect(response.output).toMatchObject(ids.map((id) => ({ call_id: id })));
  expect(told).toMatchObject({ status: "completed", output: [{ content: [{ text: "Shown." }] }] });
  const [{ id: session } = { id: "" }] = served.home.state.sessions.list({ limit: 1 });
  const results = served.home.state
    .messages(session)
    .flatMap(({ message }) => (message.role === "tool" ? [[message.callId, message.isError ?? false]] : []));
  // The model is told of a call that nobody ran.
  expect(results).toEqual([
    ["c1", false],
    ["c2", !ids.includes("c2")],
  ]);
});

test("the form that was asked for is repeated with every field that Open Responses has of it", async () => {
  await using served = await serve(scripted(() => ({ text: '{"a":1}' })));
  const schema = { type: "object", properties: { a: { type: "integer" } } };
  const formatOf = async (given: object): Promise<unknown> => {
    const body = { input: "Go", text: { format: { type: "json_schema", schema, ...given } } };
    const got = (await (await served.post("/v1/responses", body)).json()) as {
      readonly text: { readonly format: unknown };
    };
    return got.text.format;
  };
  const whole = { name: "a", description: "An a.", strict: true };

  expect(await formatOf({})).toEqual({
    ...{ type: "json_schema", schema },
    ...{ name: "answer", description: null, strict: false },
  });
  expect(await formatOf(whole)).toEqual({ type: "json_schema", schema, ...whole });
});

test("a stream that fails says so where clients of OpenAI and of Open Responses look", async () => {
  await using served = await serve(scripted([{ text: "Begun", hang: true }]));

  const response = await served.post("/v1/responses", { input: "Go", stream: true });
  const events: ReadEvent[] = [];
  for await (const event of readEvents(response)) {
    events.push(event);
    if (event.event === "response.output_text.delta") await served.api[Symbol.asyncDispose]();
  }

  const { event, data } = events.at(-1) ?? { data: "{}" };
  const error = { code: "api_closed", message: "The server stops.", param: null };
  expect(event).toBe("error");
  expect(JSON.parse(data)).toEqual({
    ...error,
    type: "error",
    sequence_number: 0,
    error: expect.any(Object),
  });
  expect(JSON.parse(data)).toMatchObject({ error });
});

test("a stream of a response that is whole is its last event, behind the one that is named", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const whole = (await (await served.post("/v1/responses", { input: "Go" })).json()) as {
    readonly id: string;
  };
  const events: ReadEvent[] = [];

  const response = await served.get(`/v1/responses/${whole.id}?stream=true&starting_after=3`);
  for await (const event of readEvents(response)) events.push(event);

  expect(events.map(({ event, id }) => [event, id])).toEqual([
    ["response.completed", "5"],
    [undefined, undefined],
  ]);
  expect(JSON.parse(events[0]?.data ?? "{}")).toEqual({
    ...{ type: "response.completed", sequence_number: 4 },
    response: whole,
  });
  expect(events[1]?.data).toBe("[DONE]");
});
