import type { JSX } from "preact";

/** A text in which what was found stands in `>>> <<<`. */
export function Marked({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/>>>|<<</);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
      )}
    </>
  );
}
