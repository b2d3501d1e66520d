import { Option } from "commander";

/** Where commands run in this one start; the setting is `terminal.backend`. */
export function backendOption(): Option {
  // Written out, so that nothing is loaded for the help.
  return new Option("--backend <kind>", "where commands run and files live").choices([
    "local",
    "docker",
    "ssh",
    "singularity",
    "modal",
    "daytona",
    "vercel-sandbox",
  ]);
}
