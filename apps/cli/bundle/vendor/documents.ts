export { createDocumentTool } from "@hermes/documents";
