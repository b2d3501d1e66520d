import { InvalidArgumentError, Option } from "commander";

// Written out, so that nothing is loaded for the help.
const builtin = ["local", "docker", "ssh", "singularity", "modal", "daytona", "vercel-sandbox"];

/** Where commands run in this one start; the setting is `terminal.backend`. Plug-ins give others, which are known once it is opened. */
export function backendOption(): Option {
  return new Option("--backend <kind>", "where commands run and files live; or one of a plug-in")
    .choices(builtin)
    .argParser((kind: string) => {
      if (/^[a-z][a-z0-9-]{0,39}$/.test(kind)) return kind;
      throw new InvalidArgumentError(`Allowed choices are ${builtin.join(", ")}, or a backend of a plug-in.`);
    });
}
