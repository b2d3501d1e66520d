export * from "@hermes/mcp";
