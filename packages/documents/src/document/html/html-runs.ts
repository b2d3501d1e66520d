import type { Run } from "../document-model.ts";

/** Which footnotes were referred to: a link goes back from each to where that was first. */
export type Referred = Set<number>;

export function runsHtml(runs: readonly Run[], referred: Referred): string {
  return runs
    .map(({ text, bold, italic, strike, code, link, note }) => {
      if (text === "\n") return "<br>";
      if (note !== undefined) {
        const id = referred.has(note) ? "" : ` id="ref${note}"`;
        referred.add(note);
        return `<sup><a${id} href="#note${note}">${note}</a></sup>`;
      }
      let html = escapeHtml(text);
      if (code === true) html = `<code>${html}</code>`;
      if (bold === true) html = `<strong>${html}</strong>`;
      if (italic === true) html = `<em>${html}</em>`;
      if (strike === true) html = `<del>${html}</del>`;
      return link === undefined ? html : `<a href="${escapeHtml(link)}" rel="noreferrer">${html}</a>`;
    })
    .join("");
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
