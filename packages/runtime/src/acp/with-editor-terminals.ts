import type { EditorAccess } from "@hermes/acp";
import type { Backend } from "@hermes/terminal-backends";

/** Commands that nothing holds run in terminals of the editor, where the person sees them. All others run as they do without it. */
export function withEditorTerminals(
  backend: Backend,
  openTerminal: NonNullable<EditorAccess["openTerminal"]>,
): Backend {
  return {
    ...backend,
    exec: async (command, options) => await backend.exec(command, { ...options, openTerminal }),
  };
}
