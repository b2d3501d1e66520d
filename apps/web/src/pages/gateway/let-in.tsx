import type { PairingsInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { sayError } from "../../ui/toast.tsx";

export interface LetInProps {
  /** That of somebody who was chosen; empty: of nobody. */
  readonly platform: string;
  readonly onDone: (now: PairingsInfo) => void;
}

const texts = strings.pages.gateway;

/** Takes the code that somebody has told the person. A wrong one stays in the field. */
export function LetIn({ platform: chosen, onDone }: LetInProps): JSX.Element {
  const [platform, setPlatform] = useState(chosen);
  const [code, setCode] = useState("");
  const [owner, setOwner] = useState(false);
  const action = useAction();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosen === "") return;
    setPlatform(chosen);
    field.current?.focus();
  }, [chosen]);
  const letIn = async (): Promise<void> => {
    const body = { platform: platform.trim(), code: code.trim(), owner };
    const isDone = await action.run(
      async () => onDone(await client.approvePairing({ body })),
      texts.letInDone,
    );
    if (isDone) setCode("");
  };
  return (
    <form
      class="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        letIn().catch(sayError);
      }}
    >
      <Field label={texts.platform}>
        <input required value={platform} onInput={({ currentTarget }) => setPlatform(currentTarget.value)} />
      </Field>
      <Field label={texts.code}>
        <input
          required
          ref={field}
          autocomplete="off"
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={owner}
          onChange={({ currentTarget }) => setOwner(currentTarget.checked)}
        />
        <span>{texts.owner}</span>
      </label>
      <Button
        type="submit"
        kind="primary"
        isBusy={action.isBusy}
        isOff={platform.trim() === "" || code.trim() === ""}
      >
        {texts.letIn}
      </Button>
      <ActionError of={action} />
    </form>
  );
}
