/** What every entry point does around a session, without a terminal or a chat. */
export { SessionController } from "./session-controller.ts";
export type { SessionControllerOptions } from "./session-controller.ts";
export type { ControllerEvent, Interrupted, UserAnswer, WhileBusy } from "./controller-event.ts";
export type { QueuedInput } from "./queued-input.ts";
export type { ControlledSession, SessionChoice, WorkingChanges } from "./controlled-session.ts";
export type {
  ControllerPorts,
  KeptSession,
  McpServerState,
  ListedPersonality,
  ModelInUse,
  ProgramReport,
  ProgramTask,
  ReportName,
  SkillCommand,
  UsedSince,
} from "./controller-ports.ts";
export type { CronRequest } from "./cron-request.ts";
export type { EarlierMessage } from "./earlier-messages.ts";
export { busyModes, commandKinds, defineSlashCommand } from "./slash-command.ts";
export type {
  ArgumentSource,
  BusyMode,
  CommandContext,
  CommandKind,
  CommandReply,
  DefineSlashCommandOptions,
  DisplayChange,
  SessionControls,
  SessionSwitch,
  SlashCommand,
} from "./slash-command.ts";
export { slashCommands, withCommands } from "./builtin-commands.ts";
export { modelCommand } from "./commands/model.ts";
export { contextCommand } from "./commands/context.ts";
export { initMessage } from "./commands/init.ts";
export { skillsCommand } from "./commands/skills.ts";
export { parseSlashInput, wordsOf } from "./slash-input.ts";
export type { SlashInput } from "./slash-input.ts";
export { describeSkillCommands, describeSlashCommands } from "./describe-commands.ts";
export { approvalChoices, parseApprovalReply } from "./approval-choices.ts";
export type { ApprovalChoice, ApprovalChoiceId, ApprovalOffer, ApprovalReply } from "./approval-choices.ts";
export { turnEndText } from "../turn/turn-end-text.ts";
export { budgetLines, totalLines } from "./usage-lines.ts";
export type { BudgetUse, UsageReport, UsageTotals } from "./usage-lines.ts";
