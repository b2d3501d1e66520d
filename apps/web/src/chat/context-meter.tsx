import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { count } from "../format.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useSession } from "./session-context.ts";
import { Table } from "../ui/table.tsx";

const texts = strings.chat.header;

/** How full the window of the model is, and of what. */
export function ContextMeter(): JSX.Element | null {
  const session = useSession();
  const id = session.id.value ?? "";
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(
    async (signal) => await client.getContext({ params: { id }, signal }),
    [id, session.turns.value],
  );
  if (data === undefined) return null;
  const { tokens, contextWindow, condenseAt, counted, parts } = data;
  const percent = Math.round((100 * tokens) / Math.max(1, contextWindow));
  return (
    <>
      <button type="button" class="context-meter" title={texts.contextTitle} onClick={() => setOpen(true)}>
        <meter min={0} max={contextWindow} value={tokens} aria-label={texts.contextLabel} />
        <span>{texts.contextOf(percent, count(contextWindow))}</span>
      </button>
      {isOpen && (
        <Dialog title={texts.contextTitle} onClose={() => setOpen(false)}>
          <p>
            {texts.tokens(tokens.toLocaleString("en"))} {!counted && texts.estimated}
          </p>
          {condenseAt !== undefined && (
            <p class="soft">{texts.condenseAt(condenseAt.toLocaleString("en"))}</p>
          )}
          <Table label={texts.contextTitle} head={[texts.part, texts.tokensHead]}>
            {parts.map(({ group, name, tokens: size }, index) => (
              <tr key={index}>
                <th scope="row">
                  <span class="soft">{texts.contextGroups[group] ?? group}</span> {name}
                </th>
                <td>{size.toLocaleString("en")}</td>
              </tr>
            ))}
          </Table>
        </Dialog>
      )}
    </>
  );
}
