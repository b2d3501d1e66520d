export * from "@hermes/permissions";
