export * from "@anthropic-ai/sdk";
