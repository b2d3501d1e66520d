import { mcpTools } from "@hermes/mcp";
import type { McpCatalogue, McpServer, McpTool, McpToolsOptions, ToolNames } from "@hermes/mcp";
import { saveContent } from "./save-content.ts";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

export interface ToolsOfCatalogueOptions extends Pick<McpToolsOptions, "asks" | "seesImages"> {
  /** Names that others have. */
  readonly taken?: ((name: string) => boolean) | undefined;
  /** Those of the session. @default made anew */
  readonly names?: ToolNames | undefined;
  /** Folder for what a model can't read. @default nothing is kept */
  readonly folder?: string | undefined;
}

/** What a server of the folder offers, as tools that are judged by what was agreed to. */
export function toolsOfCatalogue(
  mcp: WorkspaceMcp,
  server: McpServer,
  catalogue: McpCatalogue,
  {
    taken = () => false,
    names = mcp.toolNames(taken),
    folder,
    asks,
    seesImages,
  }: ToolsOfCatalogueOptions = {},
): readonly McpTool[] {
  const { name } = server.entry;
  return mcpTools(server, catalogue, {
    ...{ names, asks, seesImages, save: saveContent(folder) },
    consent(facts) {
      mcp.lookAgain();
      return mcp.consent(name, facts);
    },
  });
}
