import type { ApiCallName } from "./api-calls.ts";
import type { Access } from "./role.ts";

export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** What stands for a parameter is in braces. */
  readonly path: string;
  readonly access: Access;
}

const get = (path: string, access: Access = "read"): ApiRoute => ({ method: "GET", path, access });
const post = (path: string, access: Access): ApiRoute => ({ method: "POST", path, access });
const remove = (path: string, access: Access): ApiRoute => ({ method: "DELETE", path, access });

/** Where each call of the native API is, and who may make it. No schema is loaded with it. */
export const apiRoutes: { readonly [Name in ApiCallName]: ApiRoute } = {
  whoAmI: get("/api/whoami"),

  listSessions: get("/api/sessions"),
  searchSessions: get("/api/sessions/search"),
  getSession: get("/api/sessions/{id}"),
  renameSession: { method: "PATCH", path: "/api/sessions/{id}", access: "speak" },
  deleteSession: remove("/api/sessions/{id}", "speak"),
  listMessages: get("/api/sessions/{id}/messages"),
  forkSession: post("/api/sessions/{id}/fork", "speak"),
  exportSession: get("/api/sessions/{id}/export"),

  listChildren: get("/api/sessions/{id}/children"),
  getContext: get("/api/sessions/{id}/context"),

  startRun: post("/api/runs", "speak"),
  listRuns: get("/api/runs"),
  steerRun: post("/api/sessions/{id}/steer", "speak"),
  stopRun: post("/api/sessions/{id}/stop", "speak"),

  listApprovals: get("/api/approvals"),
  getApproval: get("/api/approvals/{id}"),
  answerApproval: post("/api/approvals/{id}/answer", "speak"),
  listQuestions: get("/api/questions"),
  answerQuestion: post("/api/questions/{id}/answer", "speak"),

  listJobs: get("/api/jobs", "inspect"),
  createJob: post("/api/jobs", "own"),
  previewJob: post("/api/jobs/preview", "own"),
  getJob: get("/api/jobs/{id}", "inspect"),
  editJob: { method: "PATCH", path: "/api/jobs/{id}", access: "own" },
  removeJob: remove("/api/jobs/{id}", "own"),
  pauseJob: post("/api/jobs/{id}/pause", "own"),
  resumeJob: post("/api/jobs/{id}/resume", "own"),
  runJob: post("/api/jobs/{id}/run", "own"),
  listJobRuns: get("/api/job-runs", "inspect"),

  readMemory: get("/api/memory/{target}", "inspect"),
  writeMemory: post("/api/memory", "own"),
  listMemoryChanges: get("/api/memory/{target}/changes", "inspect"),
  revertMemory: post("/api/memory/changes/{id}/revert", "own"),
  listLearnings: get("/api/learnings", "inspect"),
  removeLearning: remove("/api/learnings/{id}", "own"),

  listSkills: get("/api/skills"),
  getSkill: get("/api/skills/{name}", "inspect"),

  searchHub: get("/api/hub", "own"),
  inspectHub: post("/api/hub/inspect", "own"),
  installHub: post("/api/hub/install", "own"),
  listInstalled: get("/api/hub/installed", "inspect"),
  uninstallHub: remove("/api/hub/installed/{name}", "own"),

  getPermissions: get("/api/permissions", "inspect"),
  setMode: { method: "PUT", path: "/api/permissions/mode", access: "own" },
  addRule: post("/api/permissions/rules", "own"),
  removeRule: remove("/api/permissions/rules", "own"),
  explainPermission: post("/api/permissions/explain", "own"),

  listAudit: get("/api/audit", "inspect"),

  listSettings: get("/api/settings", "inspect"),
  getSetting: get("/api/settings/{key}", "inspect"),
  setSetting: { method: "PUT", path: "/api/settings/{key}", access: "own" },
  unsetSetting: remove("/api/settings/{key}", "own"),

  getGateway: get("/api/gateway", "inspect"),
  getGatewayLog: get("/api/gateway/log", "inspect"),
  listPairings: get("/api/pairings", "inspect"),
  approvePairing: post("/api/pairings/approve", "own"),
  revokePairing: post("/api/pairings/revoke", "own"),
  listProcesses: get("/api/processes", "inspect"),
  readProcess: get("/api/sessions/{id}/processes/{process}", "inspect"),
  stopProcess: post("/api/sessions/{id}/processes/{process}/stop", "own"),
  getUsage: get("/api/usage"),
  getInsights: get("/api/insights", "inspect"),
  listModels: get("/api/models"),

  createLink: post("/api/links", "own"),
  getPush: get("/api/push", "own"),
  addPush: post("/api/push", "own"),
  removePush: remove("/api/push", "own"),
  getNews: get("/api/news", "own"),
};
