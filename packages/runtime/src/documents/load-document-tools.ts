import type { PathPolicy } from "@hermes/permissions";
import type { Tool } from "@hermes/registry";
import type { ToolParts } from "../session-tools.ts";

/** Documents and diagrams are written where files are, under the policy of `write_file`. */
export async function loadDocumentTools({
  backend,
  permissions,
  drawing,
}: Pick<ToolParts, "backend" | "permissions" | "drawing">): Promise<readonly Tool[]> {
  const [{ createDocumentTool }, { createDiagramTool, renderDiagram }, files] = await Promise.all([
    import("@hermes/documents"),
    import("@hermes/documents/diagrams"),
    backend(),
  ]);
  const policy = {
    check: async (request: Parameters<PathPolicy["check"]>[0]) =>
      await (await permissions()).pathPolicy.check(request),
  };
  return [
    createDocumentTool({
      ...{ files, policy },
      drawDiagram: async (format, source, { signal }) =>
        (await renderDiagram(format, source, { ...drawing, signal })).svg,
    }),
    createDiagramTool({ files, policy, ...drawing }),
  ];
}
