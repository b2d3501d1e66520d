import type { ToolAction } from "@hermes/registry";

export const readAction: ToolAction = { name: "skill.read", summary: "find and read skills", readOnly: true };

export const writeAction: ToolAction = { name: "skill.write", summary: "make, change or delete skills" };
