import type { TextFinding } from "@hermes/scanner";
import type { ContextFile } from "./context-files.ts";
import { openScanCache } from "./scan-cache.ts";

/**
 * Context files without the lines that the scanner flags: whoever can write to a workspace could
 * otherwise speak in its name. The file stays; each line that is left out has a note in its place, and the person is told.
 */
export async function maskFlagged(
  files: readonly ContextFile[],
  { home, warn }: { readonly home: string; readonly warn: (message: string) => void },
): Promise<readonly ContextFile[]> {
  const remembered = await openScanCache(home);
  const masked: ContextFile[] = [];
  for (const file of files) {
    const findings = remembered.find(file.text) ?? (await scan(file.text));
    remembered.note(file.text, findings);
    masked.push(findings.length === 0 ? file : await withoutFlagged(file, findings, warn));
  }
  await remembered.save();
  return masked;
}

async function scan(text: string): Promise<readonly TextFinding[]> {
  const { scanText } = await import("@hermes/scanner");
  return scanText(text, { surface: "context-file" }).findings;
}

async function withoutFlagged(
  file: ContextFile,
  findings: readonly TextFinding[],
  warn: (message: string) => void,
): Promise<ContextFile> {
  const { maskText } = await import("@hermes/scanner");
  const ids = [...new Set(findings.map(({ id }) => id))].join(", ");
  warn(`${file.name} holds lines that may be a prompt injection (${ids}); they are left out of the prompt.`);
  return { ...file, text: maskText(file.text, findings) };
}
