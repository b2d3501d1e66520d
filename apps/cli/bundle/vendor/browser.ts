export { openBrowsers } from "@hermes/browser";
