export * from "@hermes/memory/honcho";
