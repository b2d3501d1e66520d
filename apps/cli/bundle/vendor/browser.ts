export { browserTools, openBrowsers } from "@hermes/browser";
