export { createWebReader, createWebSearch } from "@hermes/web";
