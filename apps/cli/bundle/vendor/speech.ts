export * from "@hermes/media/speech";
