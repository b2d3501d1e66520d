export * from "@hermes/permissions/scan-text";
