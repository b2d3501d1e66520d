import { expect, test } from "vitest";
import * as face from "../src/index.ts";
import * as testing from "../src/testing/index.ts";

test("the public names are these", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "Agent",
    "HermesError",
    "ToolRegistry",
    "allowAll",
    "anthropicMessages",
    "buildSystemPrompt",
    "createClarifyTool",
    "createSessionId",
    "createTodoList",
    "createTodoTool",
    "defaultGuidance",
    "defaultIdentity",
    "defineTool",
    "formatQuestion",
    "howToReply",
    "memoryJournal",
    "openaiChat",
    "openaiResponses",
    "parseReply",
    "resumeHistory",
    "scripted",
    "toolError",
    "z",
  ]);
  expect(Object.keys(testing).toSorted()).toEqual(["collect", "journalContract"]);
});
