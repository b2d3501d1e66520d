import type { ContextFile } from "./context-files.ts";

/**
 * Context files without the lines that read like an order from outside: whoever can write to a workspace could
 * otherwise speak in its name. The file stays; each line that is left out has a note in its place, and the person is told.
 */
export async function maskFlagged(
  files: readonly ContextFile[],
  warn: (message: string) => void,
): Promise<readonly ContextFile[]> {
  const { maskText, scanText } = await import("@hermes/permissions/scan-text");
  return files.map((file) => {
    const { flag, findings } = scanText(file.text, { surface: "context-file" });
    if (!flag) return file;
    const ids = [...new Set(findings.map(({ id }) => id))].join(", ");
    warn(
      `${file.name} holds lines that read like an order from outside (${ids}); they are left out of the prompt.`,
    );
    return { ...file, text: maskText(file.text, findings) };
  });
}
