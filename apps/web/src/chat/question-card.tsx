import type { QuestionInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { refreshActivity } from "../home/activity.ts";
import { theSocket } from "../home/client.ts";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { sayError } from "../ui/toast.tsx";
import { markAnswered, markOpen } from "./waiting-things.ts";

const texts = strings.chat.question;

/** What the agent asks, with its choices: arrows move among them, digits choose. */
export function QuestionCard({ question: asked }: { readonly question: QuestionInfo }): JSX.Element {
  const { id, question, choices, allowFreetext } = asked;
  const [own, setOwn] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const answer = (given: string | undefined): void => {
    markAnswered(id);
    theSocket()
      .answer(id, given)
      .then(refreshActivity, (error: unknown) => {
        markOpen(id);
        refreshActivity();
        sayError(error);
      });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((each) => each === document.activeElement);
    const chosen = choices[Number(event.key) - 1];
    if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp") buttons[(at + buttons.length - 1) % buttons.length]?.focus();
    else if (chosen !== undefined) answer(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <section class="card asks" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="plain-text">{question}</p>
      {rights.value.has("speak") && (
        <>
          {choices.length > 0 && (
            <ul class="choices" aria-label={texts.choices} ref={list} onKeyDown={onKeyDown}>
              {choices.map((choice, index) => (
                <li key={choice}>
                  <button type="button" class="choice" onClick={() => answer(choice)}>
                    <kbd aria-hidden="true">{index + 1}</kbd> <span>{choice}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <form
            class="line-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (own.trim() !== "") answer(own.trim());
            }}
          >
            {allowFreetext && (
              <Field label={texts.own}>
                <input value={own} onInput={({ currentTarget }) => setOwn(currentTarget.value)} />
              </Field>
            )}
            {allowFreetext && (
              <Button type="submit" kind="primary" isOff={own.trim() === ""}>
                {texts.answer}
              </Button>
            )}
            <Button onClick={() => answer(undefined)}>{texts.skip}</Button>
          </form>
        </>
      )}
    </section>
  );
}
