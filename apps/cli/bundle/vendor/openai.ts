export * from "openai";
