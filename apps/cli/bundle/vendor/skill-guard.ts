export * from "@hermes/skills/guard";
