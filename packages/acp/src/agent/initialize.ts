import type {
  AuthMethod,
  ClientCapabilities,
  InitializeRequest,
  InitializeResponse,
} from "@agentclientprotocol/sdk";

/** The one version that is spoken. */
const protocolVersion = 1;

/** The way in that needs nothing but a home that is set up. */
export const homeMethod = "home";

/** What this agent can do. */
export function initializeResponse(
  { clientCapabilities = {} }: InitializeRequest,
  version: string,
): InitializeResponse {
  return {
    protocolVersion,
    agentInfo: { name: "hermes", title: "Hermes", version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {} },
    },
    authMethods: authMethods(clientCapabilities),
  };
}

function authMethods({ auth }: ClientCapabilities): AuthMethod[] {
  const home: AuthMethod = {
    id: homeMethod,
    name: "Model of your home",
    description: "Uses the provider and the key that Hermes is set up with.",
  };
  const terminal: AuthMethod = {
    type: "terminal",
    id: "setup",
    name: "Set Hermes up",
    description: "Asks for a provider, a key and a model, in a terminal.",
    args: ["--setup"],
  };
  return auth?.terminal === true ? [home, terminal] : [home];
}
