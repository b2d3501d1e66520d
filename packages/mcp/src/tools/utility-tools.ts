import { toolError } from "@hermes/registry";
import type { JsonSchema } from "@hermes/registry";
import type { McpCallOptions, McpCatalogue, McpServer } from "../client/mcp-server.ts";
import { contentValue, resultValue } from "./tool-result.ts";
import type { ResultOptions } from "./tool-result.ts";

/** A tool of ours that reads what a server offers beside its tools. */
export interface UtilityTool {
  readonly name: "list_resources" | "read_resource" | "list_prompts" | "get_prompt";
  readonly description: string;
  readonly parameters: JsonSchema;
  run(args: Readonly<Record<string, unknown>>, options: McpCallOptions & ResultOptions): Promise<unknown>;
}

const mostListed = 200;

/** Those that the server can serve and its entry does not switch off. */
export function utilityTools(server: McpServer, { has }: McpCatalogue): readonly UtilityTool[] {
  const { tools } = server.entry;
  return [
    ...(has.resources && tools.resources ? resourceTools(server) : []),
    ...(has.prompts && tools.prompts ? promptTools(server) : []),
  ];
}

function resourceTools(server: McpServer): readonly UtilityTool[] {
  const { name } = server.entry;
  return [
    {
      name: "list_resources",
      description: `Lists the resources of the MCP server "${name}": what can be read there, by address.`,
      parameters: { type: "object", properties: {} },
      async run(_args, { signal }) {
        const { resources, templates } = await server.list({ signal });
        return {
          resources: limited(resources),
          ...(templates.length === 0 ? {} : { templates: limited(templates) }),
        };
      },
    },
    {
      name: "read_resource",
      description: `Reads a resource of the MCP server "${name}".`,
      parameters: {
        type: "object",
        properties: { uri: { type: "string", description: "Its address, as the list names it." } },
        required: ["uri"],
      },
      run: async ({ uri }, options) =>
        await contentValue(await server.readResource(String(uri), options), options),
    },
  ];
}

function promptTools(server: McpServer): readonly UtilityTool[] {
  const { name } = server.entry;
  return [
    {
      name: "list_prompts",
      description: `Lists the prompts of the MCP server "${name}": texts that it writes for a task.`,
      parameters: { type: "object", properties: {} },
      run: async (_args, { signal }) => ({ prompts: limited((await server.list({ signal })).prompts) }),
    },
    {
      name: "get_prompt",
      description: `Gets a prompt of the MCP server "${name}".`,
      parameters: {
        type: "object",
        properties: {
          name: { type: "string" },
          arguments: { type: "object", additionalProperties: { type: "string" } },
        },
        required: ["name"],
      },
      async run({ name: prompt, arguments: args = {} }, options) {
        if (typeof args !== "object" || args === null) return toolError("The arguments must be an object.");
        const texts = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, String(value)]));
        const { description, messages } = await server.getPrompt(String(prompt), texts, options);
        const said = await Promise.all(
          messages.map(async ({ role, content }) => ({
            role,
            content: await resultValue(
              { content: [content], isError: false },
              { ...options, seesImages: async () => false },
            ),
          })),
        );
        return { ...(description === undefined ? {} : { description }), messages: said };
      },
    },
  ];
}

function limited(items: readonly object[]): readonly object[] {
  const left = items.length - mostListed;
  return left > 0 ? [...items.slice(0, mostListed), { more: left }] : items;
}
