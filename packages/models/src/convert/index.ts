/** Conversations in the forms of other libraries, as messages of this one. */
export { fromAiSdk } from "./ai-sdk.ts";
export { fromAnthropicMessages } from "./anthropic-messages.ts";
export type { FromAnthropicOptions } from "./anthropic-messages.ts";
export { fromChatCompletions } from "./chat-completions.ts";
export type { Converted, LeftOut } from "./conversion.ts";
