import * as z from "zod";
import type { ApiCall, ApiCallName, ApiCalls, Done } from "./api-calls.ts";
import { auditInfo } from "./audit.ts";
import { approvalAnswer, approvalInfo, questionAnswer, questionInfo } from "./approval.ts";
import { childInfo } from "./child.ts";
import { contextInfo } from "./context.ts";
import { foundHubSkills, hubInstall, hubInstalled, hubPlan } from "./hub.ts";
import { insightsInfo } from "./insights.ts";
import { jobChange, jobInfo, jobRun } from "./job.ts";
import {
  learningInfo,
  memoryChange,
  memoryContents,
  memoryTarget,
  memoryWrite,
  memoryWritten,
} from "./memory.ts";
import { pairedPerson, pairingApproval, pairingsInfo } from "./pairing.ts";
import { explainInput, explanationInfo, modeChange, permissionsInfo, ruleWrite } from "./permission.ts";
import { linkInfo, pushInfo, pushNews, pushTarget } from "./push.ts";
import { roles } from "./role.ts";
import { runningTurn, runRequest, runStarted, sessionId } from "./run.ts";
import { foundSession, messagePage, sessionExport, sessionInfo } from "./session.ts";
import { settingInfo, settingWrite } from "./setting.ts";
import { skillInfo, skillText } from "./skill.ts";
import { gatewayInfo, logInfo, processInfo, processOutput } from "./status.ts";
import { modelInfo, usageInfo } from "./usage.ts";

/** What a call takes and gives. A query comes as text, and is read as what it is to be. */
export interface CallSchemas<Call extends ApiCall> {
  readonly summary: string;
  /** Of `params` and `query` the input is text. */
  readonly params?: z.ZodType<Call["params"]>;
  readonly query?: z.ZodType<Call["query"]>;
  readonly body?: z.ZodType<Call["body"]>;
  readonly response: z.ZodType<Call["response"]>;
}

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const count = (max: number): z.ZodCoercedNumber => z.coerce.number().int().min(0).max(max);
const limit = { limit: count(500).min(1).optional() };
const ofSession = z.strictObject({ sessionId: sessionId.optional() });
/** In a path, and perhaps in one of files behind it. */
const named = text(256).regex(/^(?!.*\.\.)[^\\/\p{Cc}\p{Cs}]+$/u);
const id = z.object({ id: named });
const session = z.object({ id: sessionId });
const done: z.ZodType<Done> = z.object({ ok: z.literal(true) });

function listOf<Item>(item: z.ZodType<Item>): z.ZodType<{ readonly items: readonly Item[] }> {
  return z.object({ items: z.array(item) });
}

/** The schemas of every call, for servers and for those who check what they get. */
export const apiSchemas: { readonly [Name in ApiCallName]: CallSchemas<ApiCalls[Name]> } = {
  whoAmI: {
    summary: "Whose token this is, and what it may do.",
    response: z.object({ name: z.string(), role: z.enum(roles) }),
  },

  listSessions: {
    summary: "The kept sessions, the last active first.",
    query: z.strictObject({
      ...limit,
      offset: count(1_000_000).optional(),
      platform: text(40).optional(),
    }),
    response: z.object({ items: z.array(sessionInfo), more: z.boolean() }),
  },
  searchSessions: {
    summary: "Sessions in which these words were said, the best first.",
    query: z.strictObject({ q: text(1_000), ...limit }),
    response: listOf(foundSession),
  },
  getSession: { summary: "One session.", params: session, response: sessionInfo },
  renameSession: {
    summary: "Names a session.",
    params: session,
    body: z.strictObject({ title: text(100) }),
    response: sessionInfo,
  },
  deleteSession: {
    summary: "Deletes a session with all that was said in it, for good.",
    params: session,
    response: done,
  },
  listMessages: {
    summary: "Messages of a session, oldest first: the newest, or those before or after one.",
    params: session,
    query: z.strictObject({
      ...limit,
      before: count(Number.MAX_SAFE_INTEGER).optional(),
      after: count(Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: messagePage,
  },
  forkSession: {
    summary:
      "A copy of a session that goes on by itself; with `before`, of so many messages of it; with `beforeMessage`, of those before that one.",
    params: session,
    body: z.strictObject({
      before: z.int().min(0).optional(),
      beforeMessage: z.int().min(0).optional(),
    }),
    response: sessionInfo,
  },
  exportSession: {
    summary: "All of a session as one text, without secrets.",
    params: session,
    query: z.strictObject({ format: z.enum(["markdown", "json"]).optional() }),
    response: sessionExport,
  },

  listChildren: { summary: "The sessions that work for it.", params: session, response: listOf(childInfo) },
  getContext: { summary: "What fills the window of its model.", params: session, response: contextInfo },

  startRun: {
    summary: "Says something in a session, or lets its last turn go on. The events come behind the cursor.",
    body: runRequest,
    response: runStarted,
  },
  listRuns: { summary: "The turns that run now.", response: listOf(runningTurn) },
  steerRun: {
    summary: "Hands words to the turn that runs; the model reads them with its next tool result.",
    params: session,
    body: z.strictObject({ text: text(100_000) }),
    response: z.object({ steered: z.boolean() }),
  },
  stopRun: {
    summary: "Ends the turn that runs. What was said stays.",
    params: session,
    response: z.object({ stopped: z.boolean() }),
  },

  listApprovals: {
    summary: "Questions about permission, the oldest first.",
    query: z.strictObject({
      sessionId: sessionId.optional(),
      status: z.enum(["open", "answered", "expired", "withdrawn"]).optional(),
    }),
    response: listOf(approvalInfo),
  },
  getApproval: { summary: "One question about permission.", params: id, response: approvalInfo },
  answerApproval: {
    summary: "Answers it; the first answer holds, and the turn goes on.",
    params: id,
    body: approvalAnswer,
    response: approvalInfo,
  },
  listQuestions: {
    summary: "What the model asks the person while a turn waits.",
    query: ofSession,
    response: listOf(questionInfo),
  },
  answerQuestion: {
    summary: "Answers such a question, or skips it.",
    params: id,
    body: questionAnswer,
    response: done,
  },

  listJobs: { summary: "What is done at set times.", response: listOf(jobInfo) },
  createJob: { summary: "Makes a job.", body: jobChange, response: jobInfo },
  previewJob: {
    summary: "What making or changing a job would give. Keeps nothing.",
    query: z.strictObject({ id: text(200).optional() }),
    body: jobChange,
    response: jobInfo,
  },
  getJob: { summary: "One job, by id or name.", params: id, response: jobInfo },
  editJob: { summary: "Changes a job.", params: id, body: jobChange, response: jobInfo },
  removeJob: { summary: "Removes a job.", params: id, response: done },
  pauseJob: { summary: "Pauses a job.", params: id, response: jobInfo },
  resumeJob: { summary: "Lets a paused job go on.", params: id, response: jobInfo },
  runJob: { summary: "Asks for a run now.", params: id, response: jobRun },
  listJobRuns: {
    summary: "What came of runs, the newest first.",
    query: z.strictObject({ id: text(200).optional(), ...limit }),
    response: listOf(jobRun),
  },

  readMemory: {
    summary: "The notes across sessions, with where they come from.",
    params: z.object({ target: memoryTarget }),
    response: memoryContents,
  },
  writeMemory: {
    summary: "Adds, replaces or removes a note, in the person's own name.",
    body: memoryWrite,
    response: memoryWritten,
  },
  listMemoryChanges: {
    summary: "The last changes of the notes, oldest first.",
    params: z.object({ target: memoryTarget }),
    response: listOf(memoryChange),
  },
  revertMemory: { summary: "Takes a change back.", params: id, response: memoryWritten },
  listLearnings: {
    summary: "What went wrong once, and what helped; the last first.",
    query: z.strictObject(limit),
    response: listOf(learningInfo),
  },
  removeLearning: { summary: "Removes a learning.", params: id, response: done },

  listSkills: {
    summary: "The skills of the home, by name.",
    query: z.strictObject({ q: text(200).optional(), all: z.stringbool().optional() }),
    response: listOf(skillInfo),
  },
  getSkill: {
    summary: "One skill with its text.",
    params: z.object({ name: named }),
    response: skillText,
  },

  searchHub: {
    summary: "Skills of others, from every source that answers.",
    query: z.strictObject({ q: z.string().max(200), ...limit }),
    response: foundHubSkills,
  },
  inspectHub: {
    summary: "Fetches and scans a skill. Writes nothing.",
    body: z.strictObject({ reference: text(1_000) }),
    response: hubPlan,
  },
  installHub: {
    summary: "Installs a skill that the person has seen: what `digest` names, and nothing else.",
    body: hubInstall,
    response: hubInstalled,
  },
  listInstalled: { summary: "The skills that were installed.", response: listOf(hubInstalled) },
  uninstallHub: {
    summary: "Moves an installed skill to the archive.",
    params: z.object({ name: named }),
    response: done,
  },

  getPermissions: {
    summary: "The mode and the rules, as they stand now.",
    query: ofSession,
    response: permissionsInfo,
  },
  setMode: {
    summary: "How questions are handled: of a session, or of all.",
    body: modeChange,
    response: done,
  },
  addRule: { summary: "Writes a rule.", body: ruleWrite, response: done },
  removeRule: { summary: "Removes a rule.", body: ruleWrite, response: done },
  explainPermission: {
    summary: "What would be decided about a command or a call, and why. Runs nothing.",
    body: explainInput,
    response: explanationInfo,
  },

  listAudit: {
    summary: "What was decided about calls, the newest first.",
    query: z.strictObject({
      sessionId: sessionId.optional(),
      decision: z.enum(["allowed", "denied"]).optional(),
      tool: text(200).optional(),
      before: count(Number.MAX_SAFE_INTEGER).optional(),
      ...limit,
    }),
    response: z.object({ items: z.array(auditInfo), more: z.boolean() }),
  },

  listSettings: { summary: "Every setting. Secrets have no value here.", response: listOf(settingInfo) },
  getSetting: { summary: "One setting.", params: z.object({ key: named }), response: settingInfo },
  setSetting: {
    summary: "Sets it, where the value fits.",
    params: z.object({ key: named }),
    body: settingWrite,
    response: settingInfo,
  },
  unsetSetting: {
    summary: "Goes back to its default.",
    params: z.object({ key: named }),
    response: settingInfo,
  },

  getGateway: { summary: "Whether the gateway runs, and its platforms.", response: gatewayInfo },
  getGatewayLog: {
    summary: "The last lines of the gateway's log.",
    query: z.strictObject(limit),
    response: logInfo,
  },
  listPairings: { summary: "Who waits to be let in to chats, and who was.", response: pairingsInfo },
  approvePairing: {
    summary: "Lets in who told the person their code.",
    body: pairingApproval,
    response: pairingsInfo,
  },
  revokePairing: { summary: "Lets somebody in no more.", body: pairedPerson, response: pairingsInfo },
  listProcesses: {
    summary: "Commands in the background of sessions.",
    query: ofSession,
    response: listOf(processInfo),
  },
  readProcess: {
    summary: "One of them, with the newest of its output.",
    params: z.object({ id: sessionId, process: named }),
    response: processOutput,
  },
  stopProcess: {
    summary: "Ends one of them.",
    params: z.object({ id: sessionId, process: named }),
    response: processInfo,
  },
  getUsage: {
    summary: "What was used: by a session, or by all since a time. Users ask about their own sessions.",
    query: z.strictObject({
      sessionId: sessionId.optional(),
      from: count(Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: usageInfo,
  },
  getInsights: {
    summary: "What was used since a time, by day, model, tool and hour.",
    query: z.strictObject({ from: count(Number.MAX_SAFE_INTEGER).optional() }),
    response: insightsInfo,
  },
  listModels: { summary: "The models that can be used, the chosen one first.", response: listOf(modelInfo) },

  createLink: {
    summary: "A path that lets one more browser in, once, within ten minutes.",
    response: linkInfo,
  },
  getPush: { summary: "The key with which browsers ask to be told of news.", response: pushInfo },
  addPush: { summary: "Tells a browser when a turn waits or has ended.", body: pushTarget, response: done },
  removePush: { summary: "Tells it no more.", body: pushTarget, response: done },
  getNews: {
    summary: "The newest thing that waits for the person, or else that has ended.",
    response: pushNews,
  },
};
