import type { Tokens } from "marked";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { inlineHtml } from "./inline-html.ts";

/** A table that is scrolled by itself where it is too wide. */
export function Table({ token }: { readonly token: Tokens.Table }): JSX.Element {
  return (
    <div class="table-scroll" role="group" aria-label={strings.canvas.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col" {...contentOf(cell)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} {...contentOf(cell)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellContent {
  readonly class: string | undefined;
  readonly dir: "auto";
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

function contentOf({ align, tokens }: Tokens.TableCell): CellContent {
  return {
    class: align === null ? undefined : `align-${align}`,
    dir: "auto",
    dangerouslySetInnerHTML: { __html: inlineHtml(tokens) },
  };
}
