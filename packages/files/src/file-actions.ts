import type { ToolAction } from "@hermes/registry";

export const readAction: ToolAction = {
  name: "file.read",
  summary: "read a file, list or search a folder",
  readOnly: true,
};

export const writeAction: ToolAction = { name: "file.write", summary: "make or change a file" };

export const deleteAction: ToolAction = {
  name: "file.delete",
  summary: 'delete a file (a patch with "Delete File", a command such as rm)',
};
