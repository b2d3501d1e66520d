import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

/** For a browser that was not let in. */
export function SignIn(): JSX.Element {
  const [isWrong, setWrong] = useState(false);
  const text = strings.shell.signIn;
  return (
    <main class="sign-in">
      <h1>{text.title}</h1>
      <p>{text.text}</p>
      <pre class="command" tabIndex={0}>
        {text.command}
      </pre>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get("link");
          // What is opened is a path of this server, whatever was pasted.
          const [, code] = /\/link\/([\w-]+)\s*$/.exec(typeof given === "string" ? given : "") ?? [];
          if (code === undefined) setWrong(true);
          else location.assign(`./link/${code}`);
        }}
      >
        <Field label={text.label}>
          <input name="link" type="text" autocomplete="off" placeholder={text.placeholder} />
        </Field>
        {isWrong && (
          <p class="note error" role="alert">
            {text.noLink}
          </p>
        )}
        <Button type="submit" kind="primary">
          {text.action}
        </Button>
      </form>
    </main>
  );
}
