import { gitProject, linkedWorktreeProject, submodulesProject, triggersProject } from "./commands/git.ts";
import { cProject, freshRustProject, goProject, rustProject } from "./commands/native.ts";
import { freshNodeProject, nodeProject, pnpmProject } from "./commands/node.ts";
import { pythonProject } from "./commands/python.ts";
import { shellProject } from "./commands/shell.ts";
import type { OrdinaryProject } from "./project.ts";

export const projects: readonly OrdinaryProject[] = [
  gitProject,
  linkedWorktreeProject,
  submodulesProject,
  triggersProject,
  shellProject,
  nodeProject,
  freshNodeProject,
  pnpmProject,
  pythonProject,
  rustProject,
  freshRustProject,
  cProject,
  goProject,
];
