import { createHash } from "node:crypto";
import type { TextFinding } from "@hermes/scanner";
import { scanVersion } from "@hermes/scanner/scan-version";
import { cacheFile } from "../cache-file.ts";

/** What the scanner found in texts, from one start of the program to the next. */
export interface ScanCache {
  /** Undefined for a text that was not scanned yet. */
  find(text: string): readonly TextFinding[] | undefined;
  note(text: string, findings: readonly TextFinding[]): void;
  /** Keeps what was noted, where the home can be written. */
  save(): Promise<void>;
}

const maxTexts = 200;

/**
 * Context files seldom change, and loading the scanner takes longer than everything else before the first request.
 *
 * @param home Of Hermes; the file lies in its `cache` and is for its owner alone.
 */
export async function openScanCache(home: string): Promise<ScanCache> {
  const file = cacheFile(home, "context-scans.json");
  const scans = scansOf(await file.read());
  let changed = false;
  return {
    find: (text) => scans.get(keyOf(text)),
    note(text, findings) {
      const key = keyOf(text);
      if (scans.has(key)) return;
      scans.set(key, findings);
      changed = true;
    },
    async save() {
      if (changed) await file.write({ version: scanVersion, scans: [...scans].slice(-maxTexts) });
    },
  };
}

/** Those of other rules, or of a damaged file, are none. */
function scansOf(kept: unknown): Map<string, readonly TextFinding[]> {
  if (!isRecord(kept) || kept["version"] !== scanVersion || !Array.isArray(kept["scans"])) return new Map();
  return new Map(kept["scans"].filter(isScan));
}

function isScan(entry: unknown): entry is [string, readonly TextFinding[]] {
  return (
    Array.isArray(entry) &&
    typeof entry[0] === "string" &&
    Array.isArray(entry[1]) &&
    entry[1].every(isFinding)
  );
}

function isFinding(value: unknown): value is TextFinding {
  if (!isRecord(value) || typeof value["id"] !== "string" || typeof value["reason"] !== "string")
    return false;
  if (value["severity"] !== "ask" && value["severity"] !== "block") return false;
  if (typeof value["line"] !== "number" || typeof value["excerpt"] !== "string") return false;
  const span = value["span"];
  return isRecord(span) && typeof span["start"] === "number" && typeof span["end"] === "number";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
