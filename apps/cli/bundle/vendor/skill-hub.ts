export * from "@hermes/skills/hub";
