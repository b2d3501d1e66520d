import { z } from "zod";
import { names } from "./field.ts";
import type { HookSettings } from "./hook-settings.ts";

/** `hooks:` of the settings. A mistake is a problem: what is to hold something back must not be left out in silence. */
export function hookSettings(): z.ZodType<Readonly<Record<string, readonly HookSettings[]>>> {
  const one = z.object({
    command: z
      .union([z.string().min(1), z.array(z.string()).min(1)])
      .describe("Program and arguments, as a text or a list. No shell."),
    matcher: z
      .string()
      .refine(isPattern, "no regular expression")
      .describe("Regular expression of whole names of tools.")
      .optional(),
    timeout: z.number().positive().max(300).describe("Seconds that it may take. Without it, 60.").optional(),
    hosts: names("Hosts that it may reach: name, *.zone, name:port; * is all. Without any, none.")
      .schema()
      .optional(),
    write: z
      .enum(["workspace", "nothing"])
      .describe("What it may write. Without it, the workspace.")
      .optional(),
    on_failure: z
      .enum(["block", "allow"])
      .describe("What a failure means. Without it: block where the hook can refuse, else allow.")
      .optional(),
  });
  return z
    .record(
      z.string(),
      z.array(one).describe("Hooks of one event: command, matcher, timeout, hosts, write, on_failure."),
    )
    .describe(
      "Programs that are told what happens, by event; docs/hooks.md lists the events and what a program can answer.",
    );
}

function isPattern(matcher: string): boolean {
  try {
    return matcher === "*" || new RegExp(matcher) instanceof RegExp;
  } catch {
    return false;
  }
}
