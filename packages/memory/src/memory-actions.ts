import type { ToolAction } from "@hermes/registry";

export const readAction: ToolAction = {
  name: "memory.read",
  summary: "read the notes across conversations",
  readOnly: true,
};

export const writeAction: ToolAction = {
  name: "memory.write",
  summary: "change the notes across conversations",
};
