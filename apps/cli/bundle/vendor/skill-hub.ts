export * from "@hermes/skill-hub";
