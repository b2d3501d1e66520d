export * from "@hermes/terminal-backends/docker";
