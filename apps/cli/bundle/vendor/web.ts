export { createWebReader, createWebSearch, searchProviders } from "@hermes/web";
