import { errorInfo, runEvent } from "@hermes/client/contract";
import * as z from "zod";
import type { Endpoint } from "./endpoint.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The document of OpenAPI 3.1, made of the table of routes.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operationOf(endpoint) });
  }
  return {
    openapi: "3.1.1",
    info: { title: "Hermes", version, description: "A Hermes home over HTTP." },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        Error: jsonOf(z.object({ error: errorInfo }), "output"),
        OpenAiError: jsonOf(openAiError, "output"),
        RunEvent: jsonOf(runEvent, "output"),
      },
    },
  };
}

const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string(),
  }),
});

function operationOf(endpoint: Endpoint): Json {
  const { path, name, summary, access, params, query, body, response, stream } = endpoint;
  const parameters = [...parametersOf("path", params), ...parametersOf("query", query)];
  const isOpenAi = path.startsWith("/v1/");
  const content = {
    ...(response === undefined ? {} : { "application/json": { schema: jsonOf(response, "output") } }),
    ...(stream === undefined ? {} : { [stream]: {} }),
  };
  const error = { $ref: `#/components/schemas/${isOpenAi ? "OpenAiError" : "Error"}` };
  return {
    operationId: name,
    summary,
    tags: [isOpenAi ? "openai" : (path.split("/")[2] ?? "server")],
    "x-hermes-access": access,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { "application/json": { schema: jsonOf(body, "input") } } },
        }),
    responses: {
      "200": { description: "It was done.", content },
      default: { description: "It was not done.", content: { "application/json": { schema: error } } },
    },
  };
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonOf(schema, "output") as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
}

function jsonOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
