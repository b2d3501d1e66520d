import type { Model, ModelEvent, ModelRequest } from "@hermes/models";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareDuringFirstRequest } from "../src/models/prepare-during-first-request.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tool = { name: "terminal", description: "", parameters: {} };
const withTools: ModelRequest = { system: "", tools: [tool], messages: [] };
const { signal } = new AbortController();
/** Of a session that stays open. */
const open = new AbortController().signal;

/** Every request is answered with the same stream, so that it shows whether that is what the caller gets. */
function silentModel(): { readonly model: Model; readonly answer: AsyncIterable<ModelEvent> } {
  const answer: AsyncIterable<ModelEvent> = (async function* () {})();
  return { answer, model: { id: "m", provider: "p", contextWindow: 9, stream: () => answer } };
}

test("what the first tool call needs is prepared once, after the request was sent", () => {
  const makeReady = vi.fn(async () => undefined);
  const model = prepareDuringFirstRequest(silentModel().model, makeReady, open);

  model.stream(withTools, { signal });
  vi.advanceTimersByTime(50);
  expect(makeReady).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  model.stream(withTools, { signal });
  vi.advanceTimersByTime(500);

  expect(makeReady).toHaveBeenCalledTimes(1);
});

test("nothing is prepared without tools or after an interrupt", () => {
  const makeReady = vi.fn(async () => undefined);

  prepareDuringFirstRequest(silentModel().model, makeReady, open).stream(
    { ...withTools, tools: [] },
    { signal },
  );
  prepareDuringFirstRequest(silentModel().model, makeReady, open).stream(withTools, {
    signal: AbortSignal.abort(),
  });
  vi.advanceTimersByTime(1_000);

  expect(makeReady).not.toHaveBeenCalled();
});

test("the answer passes unchanged, and a failed preparation is left to the call", async () => {
  const { model, answer } = silentModel();
  const wrapped = prepareDuringFirstRequest(
    model,
    async () => {
      throw new Error("no rules");
    },
    open,
  );

  expect(wrapped.stream(withTools, { signal })).toBe(answer);
  // An unhandled rejection would fail the test.
  await vi.advanceTimersByTimeAsync(1_000);

  expect({ ...wrapped, stream: undefined }).toEqual({ ...model, stream: undefined });
});

test("a session that was closed meanwhile makes nothing ready", () => {
  const makeReady = vi.fn(async () => undefined);
  const closing = new AbortController();

  prepareDuringFirstRequest(silentModel().model, makeReady, closing.signal).stream(withTools, { signal });
  closing.abort();
  vi.advanceTimersByTime(1_000);

  expect(makeReady).not.toHaveBeenCalled();
});
