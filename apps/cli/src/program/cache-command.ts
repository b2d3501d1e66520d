import type { Command } from "commander";
import type { CacheWhyOptions } from "../commands/cache-why.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes cache`. */
export function addCache(program: Command, host: Host, end: (code: number) => void): void {
  const cache = program
    .command("cache")
    .description("see what the provider's cache spared, and what broke it")
    .helpCommand(false);
  cache
    .command("why")
    .description("what a conversation read from the cache, and why not more")
    .argument("[id...]", "its id, the beginning of it, its title; without it the latest")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes cache why", "hermes cache why latest --json"]))
    .action(async (wanted: readonly string[], flags: CacheWhyOptions) => {
      end(await (await import("../commands/cache-why.ts")).cacheWhy(wanted, flags, host));
    });
}
