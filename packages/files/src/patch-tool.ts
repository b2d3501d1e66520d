import { patchPaths } from "@hermes/patch";
import type { NamedPath, Tool } from "@hermes/registry";
import { defineTool, toolError, withShown } from "@hermes/registry";
import { z } from "zod";
import { applyChanges, describeChanges } from "./apply-changes.ts";
import { deleteAction, writeAction } from "./file-actions.ts";
import { changesOfPatch, changesOfReplace } from "./patch-changes.ts";
import { describeProblem, planChanges } from "./plan-changes.ts";
import { replaceInFile } from "./replace-in-file.ts";
import type { FileServices } from "./file-services.ts";

const input = z.object({
  mode: z.enum(["replace", "patch"]).default("replace"),
  path: z
    .string()
    .min(1)
    .optional()
    .describe("replace: file, absolute or relative to the working directory."),
  old_string: z
    .string()
    .optional()
    .describe("replace: what to replace, without line numbers. Line ends of either kind match."),
  new_string: z.string().optional().describe("replace: what to put there; empty to remove it."),
  replace_all: z.boolean().default(false).describe("replace: every place instead of the only one."),
  patch: z.string().optional().describe("patch: the text of the patch."),
});

/** Changes files: one text in one file, or a whole patch. */
export function createPatchTool(services: FileServices): Tool {
  return defineTool({
    name: "patch",
    toolset: "file",
    description: [
      "Change files. Nothing is written unless all of it fits; the result shows the change as a diff.",
      "mode replace: put new_string where old_string is in path. It must be there once; add lines around it until it is, or set replace_all. Drifted blanks, indentation, quotes and escapes are recognised where only one place can be meant.",
      "mode patch: several changes at once, as *** Begin Patch … *** End Patch with sections *** Add File: path (lines with +), *** Update File: path (optionally *** Move to: path; hunks of @@ line above, then lines with blank, - or +; *** End of File) and *** Delete File: path.",
      "A file that something else changed since you read it is left alone: read it again first. syntax_errors in the result are new ones; the change is made all the same.",
    ].join("\n"),
    emoji: "🔧",
    input,
    // What is done to each path says whether it is written or deleted.
    action: { of: [writeAction, deleteAction], choose: () => writeAction.name },
    argument: (given) => ({
      kind: "path",
      paths: pathsOf(given),
      changes: async (read) =>
        given.patch === undefined
          ? await changesOfReplace(given, read)
          : await changesOfPatch(given.patch, read),
    }),
    detail: ({ path, patch }) =>
      path ?? [...new Set(patchPaths(patch ?? "").map((each) => each.path))].join(", "),
    async execute(
      { mode, path, old_string: old, new_string: replacement, replace_all: all, patch },
      context,
    ) {
      // A model that gives a patch and no path means the patch, whatever it says of the mode.
      if (mode === "patch" || (patch !== undefined && path === undefined)) {
        if (patch === undefined) return toolError("mode patch needs patch, the text of the patch.");
        const plan = await planChanges(services, patch, context);
        if (!plan.ok)
          return toolError(
            `The patch does not fit; nothing was changed.\n${plan.problems.map(describeProblem).join("\n")}`,
          );
        const applied = await applyChanges(services, plan.changes, context);
        if (!applied.ok) return applied.error;
        const summary = describeChanges(plan.changes);
        return withShown({ ...summary, ...applied.notes }, { diff: summary.diff });
      }
      const missing = Object.entries({ path, old_string: old, new_string: replacement }).filter(
        ([, value]) => value === undefined,
      );
      if (path === undefined || old === undefined || replacement === undefined)
        return toolError(`mode replace needs ${missing.map(([name]) => name).join(" and ")}.`);
      return replaceInFile(services, { path, old, new: replacement, all }, context);
    },
  });
}

/** What does not fit is answered with the lines that are nearest, so that a file to be changed is read, too. */
function pathsOf({ path, patch }: z.output<typeof input>): readonly NamedPath[] {
  const replaced: readonly NamedPath[] =
    path === undefined && patch !== undefined
      ? []
      : [
          { path: path ?? ".", access: "read" },
          { path: path ?? ".", access: "write" },
        ];
  return patch === undefined ? replaced : [...replaced, ...patchPaths(patch)];
}
