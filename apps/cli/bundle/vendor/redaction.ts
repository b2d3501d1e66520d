export * from "@hermes/redaction";
