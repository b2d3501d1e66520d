import type { Command } from "commander";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes doctor`. */
export function addDoctor(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("doctor")
    .description("check what works here and what does not; reads every page of the store")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes doctor", "hermes doctor --json"]))
    .addHelpText("after", "\nExit code 1 when something failed, such as a damaged store.\n")
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/doctor.ts")).doctor(flags, host));
    });
}
