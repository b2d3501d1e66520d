export { NodeHtmlMarkdown } from "node-html-markdown";
