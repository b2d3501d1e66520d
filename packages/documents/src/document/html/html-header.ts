import { contentsTitle } from "../contents-title.ts";
import type { DocumentModel } from "../document-model.ts";
import { letterParts } from "../letter-parts.ts";
import type { HtmlHeading } from "./html-blocks.ts";
import { escapeHtml } from "./html-runs.ts";

export function headerHtml({ title, author, date }: DocumentModel): string {
  const byline = [author, date].filter((each) => each !== undefined).join(" · ");
  if (title === undefined && byline === "") return "";
  const heading = title === undefined ? "" : `<h1>${escapeHtml(title)}</h1>`;
  // Both stand on the side of what is first.
  return `<header dir="auto">${heading}${byline === "" ? "" : `<p>${escapeHtml(byline)}</p>`}</header>\n`;
}

export function letterHeaderHtml(document: DocumentModel): string {
  const { sender, recipient, date, subject } = letterParts(document);
  return `<header>${address("sender", sender)}${address("recipient", recipient)}${address("date", date)}${address("subject", subject)}</header>\n`;
}

export function signatureHtml(document: DocumentModel): string {
  return address("signature", letterParts(document).signature);
}

function address(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<p class="${name}">${lines.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join("<br>")}</p>`;
}

export function contentsHtml(headings: readonly HtmlHeading[], lang: string): string {
  if (headings.length === 0) return "";
  const lines = headings
    .filter(({ level }) => level <= 3)
    .map(
      ({ id, level, text }) =>
        `<li style="padding-inline-start:${(level - 1) * 1.2}em"><a href="#${id}">${escapeHtml(text)}</a></li>`,
    );
  return `<nav><p>${contentsTitle(lang)}</p><ul>${lines.join("")}</ul></nav>\n`;
}
