import { z } from "zod";
import { names } from "./field.ts";
import type { FieldsOf } from "./fields-of.ts";
import type { Settings } from "./settings.ts";

/** Which plug-ins are never used, and what a person set for the others. */
// oxfmt-ignore
export const pluginFields: FieldsOf<Settings["plugins"]> = {
  disabled: names("Plug-ins that are never used, by name, whatever was agreed to.", []),
  settings: {
    default: {},
    schema: () => z.record(z.string(), z.looseObject({}).describe("What the plugin.yaml of the plug-in lists under settings.")).describe("Settings of plug-ins, by name of the plug-in."),
  },
};
