export * from "@hermes/sandbox";
