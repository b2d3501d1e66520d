import { acceptedContent, inputRequired, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { pngPixel } from "./content-tools.ts";

const plain = { mimeType: "text/plain" };
const said = (text: string) => ({ role: "user" as const, content: { type: "text" as const, text } });

export function addResources(server: McpServer): void {
  for (const name of ["static-text", "watched-resource"]) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, plain, () => ({
      contents: [{ uri, ...plain, text: "This is the content of the static text resource." }],
    }));
  }
  const binary = { uri: "test://static-binary", mimeType: "image/png" };
  server.registerResource("static-binary", binary.uri, { mimeType: binary.mimeType }, () => ({
    contents: [{ ...binary, blob: pngPixel }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    ({ href: uri }, { id }) => ({
      contents: [
        { uri, mimeType: "application/json", text: JSON.stringify({ id, data: `Data for ID: ${id}` }) },
      ],
    }),
  );
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

export function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "Has no arguments" }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }));
  const argsSchema = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Has two", argsSchema },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Embeds a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        { role: "user", content: { type: "resource", resource: { uri, ...plain, text: "The resource." } } },
        said("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "Has an image" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: pngPixel, mimeType: "image/png" } },
      said("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", { description: "Asks first" }, ({ mcpReq }) => {
    const schema = z.object({ context: z.string() });
    const given = acceptedContent(mcpReq.inputResponses, "user_context", schema);
    const message = "What context should the prompt use?";
    return given === undefined
      ? inputRequired({
          inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: schema }) },
        })
      : { messages: [said(`The context is: ${given.context}`)] };
  });
}
