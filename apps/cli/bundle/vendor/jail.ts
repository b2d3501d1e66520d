export * from "@hermes/jail";
