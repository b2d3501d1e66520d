export * from "@hermes/models/logins";
