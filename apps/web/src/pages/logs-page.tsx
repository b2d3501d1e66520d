import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../home/client.ts";
import { saveFile } from "../home/save-file.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { FollowedText } from "./followed-text.tsx";
import { copyText } from "../ui/copy-text.ts";

const texts = strings.admin.logs;

/** The last lines of the gateway's log, as they come. */
export function LogsPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.logs} about={texts.about} needs="inspect">
      <Log />
    </Page>
  );
}

function Log(): JSX.Element {
  const [words, setWords] = useState("");
  const [isFollowing, setFollowing] = useState(true);
  const loaded = useCall(
    async (signal) => await client.getGatewayLog({ query: { limit: 500 }, signal }),
    [],
    {
      everyMs: 2_000,
    },
  );
  return (
    <LoadedView of={loaded}>
      {({ lines }) => {
        if (lines.length === 0)
          return (
            <>
              <Empty>{texts.none}</Empty>
              <pre class="command" tabIndex={0}>
                {texts.noneHow}
              </pre>
            </>
          );
        const wanted = words.trim().toLowerCase();
        const text = lines.filter((line) => line.toLowerCase().includes(wanted)).join("\n");
        return (
          <>
            <div class="line-form">
              <Field label={texts.filter}>
                <input
                  type="search"
                  value={words}
                  onInput={({ currentTarget }) => setWords(currentTarget.value)}
                />
              </Field>
              <label class="check">
                <input
                  type="checkbox"
                  checked={isFollowing}
                  onChange={({ currentTarget }) => setFollowing(currentTarget.checked)}
                />
                <span>{texts.follow}</span>
              </label>
              <Button icon="copy" onClick={() => void copyText(text)}>
                {texts.copy}
              </Button>
              <Button icon="down" onClick={() => saveFile(texts.file, text, "text/plain")}>
                {texts.download}
              </Button>
            </div>
            <FollowedText text={text} label={texts.label} isFollowing={isFollowing} />
          </>
        );
      }}
    </LoadedView>
  );
}
