export { createDiagramTool, renderDiagram } from "@hermes/documents/diagrams";
