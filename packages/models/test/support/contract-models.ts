import {
  anthropicMessages,
  azureChat,
  azureResponses,
  bedrock,
  gemini,
  ollama,
  openaiChat,
  openaiResponses,
} from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import type { ModelPlace } from "../../src/testing/index.ts";

/** Every provider of the package before a scripted server. */
export const contractModels: Readonly<Record<string, (place: ModelPlace) => Model>> = {
  chat: ({ url, ...rest }) => openaiChat({ model: "m", baseUrl: `${url}/v1`, ...rest }),
  responses: ({ url, ...rest }) => openaiResponses({ model: "m", baseUrl: `${url}/v1`, ...rest }),
  messages: ({ url, ...rest }) => anthropicMessages({ model: "m", baseUrl: url, ...rest }),
  gemini: ({ url, ...rest }) => gemini({ model: "m", baseUrl: `${url}/v1beta`, ...rest }),
  ollama: ({ url, ...rest }) => ollama({ model: "m", baseUrl: url, ...rest }),
  converse: ({ url, ...rest }) => bedrock({ model: "m", baseUrl: url, ...rest }),
  "azure chat": ({ url, ...rest }) => azureChat({ model: "m", baseUrl: url, ...rest }),
  "azure responses": ({ url, ...rest }) => azureResponses({ model: "m", baseUrl: url, ...rest }),
};
