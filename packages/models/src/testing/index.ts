/** For tests: servers of models and of logins on loopback, validators of requests, and a check that a prompt only grows. */
export { assertStablePrefix } from "./assert-stable-prefix.ts";
export { startLoginServer } from "./login-server.ts";
export type { LoginAnswer, LoginRequest, LoginServerOptions, TestLoginServer } from "./login-server.ts";
export { modelContract } from "./model-contract.ts";
export type { ModelContractCase, ModelContractOptions } from "./model-contract.ts";
export type { ModelPlace } from "./model-trial.ts";
export type { RecordedRequest } from "./recorded-request.ts";
export { startScriptedServer } from "./scripted-server.ts";
export type { ScriptedServer, ScriptedServerOptions, ServerFunction, ServerStep } from "./scripted-server.ts";
export type { PlannedAnswer, PlannedCall, ServerAnswer } from "./server-answer.ts";
export { validateChatRequest } from "./validate-chat.ts";
export { validateConverseRequest } from "./validate-converse.ts";
export { validateGeminiRequest } from "./validate-gemini.ts";
export { validateMessagesRequest } from "./validate-messages.ts";
export { validateOllamaRequest } from "./validate-ollama.ts";
export { validateResponsesRequest } from "./validate-responses.ts";
export type { WireEvents } from "./wire-events.ts";
export type { WireProtocol, WireProtocolRow } from "./wire-protocols.ts";
