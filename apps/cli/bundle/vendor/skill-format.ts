export * from "@hermes/skills/format";
