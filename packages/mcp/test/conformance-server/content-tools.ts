import { setTimeout as pause } from "node:timers/promises";
import { fromJsonSchema } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";

/** One pixel. */
export const pngPixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const emptyWav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: pngPixel, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});

/** Tools that answer with fixed content, report while they run, or fail. */
export function addContentTools(server: McpServer): void {
  const fixed = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio" as const, data: emptyWav, mimeType: "audio/wav" }],
    test_embedded_resource: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(fixed))
    server.registerTool(name, { description: `Answers as ${name} says` }, () => ({ content }));

  server.registerTool("test_error_handling", { description: "Always fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });

  server.registerTool("test_tool_with_logging", { description: "Logs three lines" }, async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    }
    return { content: [text("Logged.")] };
  });

  server.registerTool(
    "test_tool_with_progress",
    { description: "Reports 0, 50, 100" },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 };
        // oxlint-disable-next-line no-await-in-loop -- one after another
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      return { content: [text(String(progressToken))] };
    },
  );

  server.registerTool(
    "test_reconnection",
    { description: "Closes its stream, and answers once the client is back" },
    async ({ http }) => {
      http?.closeSSE?.();
      await pause(100);
      return { content: [text("Answered after the stream was closed.")] };
    },
  );

  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Tool with JSON Schema 2020-12 features", inputSchema: fromJsonSchema(schema2020) },
    () => ({ content: [text("called")] }),
  );

  const region = { type: "string", "x-mcp-header": "Region" };
  server.registerTool(
    "test_headers",
    {
      description: "Takes a parameter that is told in a header too",
      inputSchema: fromJsonSchema({ type: "object", properties: { region } }),
    },
    () => ({ content: [text("called")] }),
  );

  server.registerTool("test_logging_tool", { description: "Logs where it may" }, async ({ mcpReq }) => {
    await mcpReq.log("info", "Only for clients that asked for it.");
    return { content: [text("Done.")] };
  });
}

const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
