import * as z from "zod";
import type { Endpoint } from "../endpoint.ts";
import { refused } from "../errors/refusal.ts";
import { chatEndpoint } from "./chat-endpoint.ts";
import { agentModel } from "./client-request.ts";
import type { OpenAiOptions } from "./openai-options.ts";
import { responseEndpoints } from "./response-endpoints.ts";

const model = z.looseObject({ id: z.string(), object: z.literal("model") });

/** What clients of OpenAI know. */
export function openAiEndpoints(options: OpenAiOptions): readonly Endpoint[] {
  const { home } = options;
  const names = async (): Promise<readonly { readonly id: string; readonly owner: string }[]> => {
    const listed = (await home.models.list()).map(({ model: id, provider: owner }) => ({ id, owner }));
    const unique = new Map(
      [{ id: agentModel, owner: "hermes" }, ...listed].toReversed().map((each) => [each.id, each]),
    );
    return [...unique.values()].toReversed();
  };
  const fields = ({ id, owner }: { readonly id: string; readonly owner: string }): object => ({
    ...{ id, object: "model", created: 0, owned_by: owner },
  });
  return [
    {
      ...{ method: "GET", path: "/v1/models", access: "read", name: "listOpenAiModels" },
      summary: "The names that `model` can be. `hermes` is the agent with the model that it uses anyway.",
      response: z.object({ object: z.literal("list"), data: z.array(model) }),
      handle: async () => Response.json({ object: "list", data: (await names()).map(fields) }),
    },
    {
      ...{ method: "GET", path: "/v1/models/{id}", access: "read", name: "getOpenAiModel" },
      summary: "One of them.",
      ...{ params: z.object({ id: z.string() }), response: model },
      async handle({ params }) {
        const found = (await names()).find(({ id }) => id === params["id"]);
        if (found === undefined)
          throw refused("RUNTIME_UNKNOWN_MODEL", `There is no model "${params["id"]}".`);
        return Response.json(fields(found));
      },
    },
    chatEndpoint(options),
    ...responseEndpoints(options),
  ];
}
