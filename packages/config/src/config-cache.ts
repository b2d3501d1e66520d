import { replaceFile } from "@hermes/atomic-files";
import { isTree } from "./settings-tree.ts";
import type { SettingsTree } from "./settings-tree.ts";

/** What `config.yaml` was read as at an earlier start. */
export interface ConfigCache {
  /** Undefined for another text than the one that is remembered. */
  find(text: string): SettingsTree | undefined;
  /** Keeps it for the next start. A home that can't be written is no reason to stop: the next start reads again. */
  note(text: string, tree: SettingsTree): void;
}

/** One text, in a file that is for its owner alone. Loading the YAML parser takes longer than everything else here. */
export function openConfigCache(file: string): ConfigCache {
  return {
    find(text) {
      const { readFileSync } = process.getBuiltinModule("node:fs");
      try {
        const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
        if (!isTree(kept) || kept["text"] !== text) return undefined;
        const { tree } = kept;
        return isTree(tree) ? tree : undefined;
      } catch {
        return undefined;
      }
    },
    note(text, tree) {
      // A key has one place, and that is where its owner can remove it.
      if (/key|token|secret|passw/i.test(text)) return;
      // Not everything in YAML has a form in JSON.
      const kept = JSON.stringify({ text, tree });
      const again: unknown = JSON.parse(kept);
      if (!isTree(again) || !process.getBuiltinModule("node:util").isDeepStrictEqual(again["tree"], tree))
        return;
      try {
        replaceFile(file, kept, { durable: false });
      } catch {
        // See above.
      }
    },
  };
}
