import { Option, type Command } from "commander";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes tour`. */
export function addTour(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("tour")
    .description("see the agent work in a scratch folder, offline, driven by a script instead of a model")
    // It asked once; scripts may still say so.
    .addOption(new Option("-y, --yes").hideHelp())
    .option("--keep", "keep the scratch folder")
    .addHelpText("after", examples(["hermes tour", "hermes tour --keep"]))
    .action(async (flags: { readonly keep?: boolean }) => {
      end(await (await import("../commands/tour.ts")).tour(flags, host));
    });
}
