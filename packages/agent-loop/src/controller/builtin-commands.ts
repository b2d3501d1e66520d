import { agentsCommand } from "./commands/agents.ts";
import { backgroundCommand } from "./commands/background.ts";
import { branchCommand } from "./commands/branch.ts";
import { busyCommand } from "./commands/busy.ts";
import { clearCommand } from "./commands/clear.ts";
import { compressCommand } from "./commands/compress.ts";
import { contextCommand } from "./commands/context.ts";
import { continueCommand } from "./commands/continue.ts";
import { copyCommand } from "./commands/copy.ts";
import { cronCommand } from "./commands/cron.ts";
import { diffCommand } from "./commands/diff.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { effortCommand } from "./commands/effort.ts";
import { exportCommand } from "./commands/export.ts";
import { handoffCommand } from "./commands/handoff.ts";
import { helpCommand } from "./commands/help.ts";
import { historyCommand } from "./commands/history.ts";
import { initCommand } from "./commands/init.ts";
import { insightsCommand } from "./commands/insights.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { memoryCommand } from "./commands/memory.ts";
import { modeCommand } from "./commands/mode.ts";
import { modelCommand } from "./commands/model.ts";
import { newCommand } from "./commands/new.ts";
import { personalityCommand } from "./commands/personality.ts";
import { permissionsCommand } from "./commands/permissions.ts";
import { queueCommand } from "./commands/queue.ts";
import { quitCommand } from "./commands/quit.ts";
import { redrawCommand } from "./commands/redraw.ts";
import { reloadMcpCommand } from "./commands/reload-mcp.ts";
import { resumeCommand } from "./commands/resume.ts";
import { retryCommand } from "./commands/retry.ts";
import { sessionsCommand } from "./commands/sessions.ts";
import { skillsCommand } from "./commands/skills.ts";
import { statusCommand } from "./commands/status.ts";
import { steerCommand } from "./commands/steer.ts";
import { stopCommand } from "./commands/stop.ts";
import { titleCommand } from "./commands/title.ts";
import { toolsCommand } from "./commands/tools.ts";
import { undoCommand } from "./commands/undo.ts";
import { usageCommand } from "./commands/usage.ts";
import { versionCommand } from "./commands/version.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Every command of a session, each kind in the order of `/help`. */
export const slashCommands: readonly SlashCommand[] = [
  newCommand,
  clearCommand,
  resumeCommand,
  sessionsCommand,
  branchCommand,
  titleCommand,
  undoCommand,
  retryCommand,
  continueCommand,
  stopCommand,
  steerCommand,
  queueCommand,
  backgroundCommand,
  agentsCommand,
  initCommand,
  compressCommand,
  exportCommand,
  handoffCommand,
  quitCommand,
  modelCommand,
  effortCommand,
  modeCommand,
  personalityCommand,
  permissionsCommand,
  busyCommand,
  redrawCommand,
  toolsCommand,
  skillsCommand,
  mcpCommand,
  reloadMcpCommand,
  memoryCommand,
  cronCommand,
  helpCommand,
  statusCommand,
  historyCommand,
  copyCommand,
  diffCommand,
  contextCommand,
  usageCommand,
  insightsCommand,
  doctorCommand,
  versionCommand,
];

/** The table with other commands beside it; one of the same name takes the place of ours. */
export function withCommands(own: readonly SlashCommand[]): readonly SlashCommand[] {
  const replaced = slashCommands.map((command) => own.find(({ name }) => name === command.name) ?? command);
  return [...replaced, ...own.filter((command) => !replaced.includes(command))];
}
