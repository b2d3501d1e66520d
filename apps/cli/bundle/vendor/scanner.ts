export * from "@hermes/scanner";
