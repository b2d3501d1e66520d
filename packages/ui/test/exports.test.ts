import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "answerLater",
    "createAgUiHandler",
    "createChatHandler",
    "createSessionStreams",
    "cursorBehind",
    "serverSentEvents",
    "toAgUi",
    "toAgUiResponse",
    "toEventStream",
    "toUIMessageStream",
    "toUIMessageStreamResponse",
    "toUIMessages",
  ]);
});
