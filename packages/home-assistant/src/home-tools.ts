import type { Tool } from "@hermes/registry";
import { createCallServiceTool } from "./tools/create-call-service-tool.ts";
import { createGetStateTool } from "./tools/create-get-state-tool.ts";
import { createListEntitiesTool } from "./tools/create-list-entities-tool.ts";
import { createListServicesTool } from "./tools/create-list-services-tool.ts";
import type { HomeToolOptions } from "./tools/home-action.ts";

/** The tools of the toolset `homeassistant`. */
export function homeTools(options: HomeToolOptions): readonly Tool[] {
  return [
    createListEntitiesTool(options),
    createGetStateTool(options),
    createListServicesTool(options),
    createCallServiceTool(options),
  ];
}
