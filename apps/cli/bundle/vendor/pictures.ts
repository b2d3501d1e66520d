export * from "@hermes/media/images";
