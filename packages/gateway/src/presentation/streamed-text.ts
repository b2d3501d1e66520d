import { findFences } from "./fences.ts";
import { couldBecomeSilence } from "./split-answer.ts";

/**
 * What can be shown of an answer that is still being written, as Markdown that is complete: an open fence is closed, and what may
 * still become a link, a mark, a row of a table or a directive is held back.
 *
 * @returns Empty while there is nothing to show, as for an answer that may be a silence marker.
 */
export function streamedText(soFar: string): string {
  if (couldBecomeSilence(soFar)) return "";
  const fence = findFences(soFar).at(-1);
  if (fence !== undefined && !fence.isClosed) {
    const hasBody = fence.bodyFrom < soFar.length;
    return hasBody
      ? `${soFar.replace(/\n[ \t>]*[`~]*$/, "")}\n${fence.close}`
      : soFar.slice(0, fence.from).trimEnd();
  }
  const lineFrom = soFar.lastIndexOf("\n") + 1;
  return (soFar.slice(0, lineFrom) + finished(soFar.slice(lineFrom))).trimEnd();
}

/** The part of the last line that means what it seems to mean, whatever comes next. */
function finished(line: string): string {
  if (/^[ \t]*(?:\||[`~]{1,2}$|\[\[|M$|ME$|MED$|MEDI$|MEDIA$|`?MEDIA:)/.test(line)) return "";
  const link = /!?\[[^\]\n]*(?:\](?:\([^)\s]*)?)?$/.exec(line);
  const shown = link === null ? line : line.slice(0, link.index);
  const directive = shown.search(/(?:^|\s)`?MEDIA:\S*$/);
  const text = directive === -1 ? shown : shown.slice(0, directive);
  return ["**", "__", "~~", "`"].reduce(
    (rest, mark) => {
      const count = rest.split(mark).length - 1;
      // Half a pair: what it marks is shown, the mark comes with its other half.
      return count % 2 === 0 ? rest : withoutLast(rest, mark);
    },
    text.replace(/[*_~]+$/, (marks) => (marks.length % 2 === 0 && /\S[*_~]+$/.test(text) ? marks : "")),
  );
}

function withoutLast(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return text.slice(0, at) + text.slice(at + mark.length);
}
