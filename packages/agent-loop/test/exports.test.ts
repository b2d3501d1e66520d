import { expect, test } from "vitest";
import * as face from "../src/index.ts";
import * as controller from "../src/controller/index.ts";
import * as testing from "../src/testing/index.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "Agent",
    "HermesError",
    "SessionBusyError",
    "SpendLimitError",
    "SpendMeter",
    "ToolRegistry",
    "allowAll",
    "anthropicMessages",
    "buildSystemPrompt",
    "contextUsage",
    "createClarifyTool",
    "createSessionId",
    "createTodoList",
    "createTodoTool",
    "defaultGuidance",
    "defaultIdentity",
    "defineTool",
    "fitLayers",
    "formatQuestion",
    "howToReply",
    "isGone",
    "isSummary",
    "memoryApprovals",
    "memoryJournal",
    "openaiChat",
    "openaiResponses",
    "ownerOf",
    "parseReply",
    "processOwner",
    "resumeHistory",
    "scripted",
    "toolError",
    "toolHooksOf",
    "z",
  ]);
  expect(Object.keys(testing).toSorted()).toEqual([
    "collect",
    "controllerRules",
    "firstMessage",
    "journalContract",
  ]);
  expect(Object.keys(controller).toSorted()).toEqual([
    "SessionController",
    "approvalChoices",
    "budgetLines",
    "busyModes",
    "contextCommand",
    "defineSlashCommand",
    "describeSkillCommands",
    "describeSlashCommands",
    "modelCommand",
    "parseApprovalReply",
    "parseSlashInput",
    "skillsCommand",
    "slashCommands",
    "totalLines",
    "turnEndText",
    "withCommands",
    "wordsOf",
  ]);
});
