import { HermesError } from "@hermes/registry";
import type { z } from "zod";

/** @param of Which part gave it: `the command "weather"`. */
export function wrongAnswer(plugin: string, of: string, error: z.ZodError): HermesError {
  const problems = error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  return new HermesError(
    `The plug-in "${plugin}" gave an answer for ${of} that can't be used: ${problems.slice(0, 3).join("; ")}.`,
    { code: "PLUGIN_FAILED", hint: "Its author can correct that." },
  );
}
