import type { ProcessInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { duration } from "../format.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { rights } from "../home/who.ts";
import { hrefOf } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { confirm } from "../ui/confirm.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import { attempt } from "../ui/toast.tsx";
import { ProcessOutputView } from "./processes/process-output.tsx";
import { Table } from "../ui/table.tsx";

const texts = strings.admin.processes;

/** Commands in the background of sessions. */
export function ProcessesPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.processes} about={texts.about} needs="inspect">
      <Processes />
    </Page>
  );
}

function Processes(): JSX.Element {
  const [opened, setOpened] = useState<ProcessInfo>();
  const loaded = useCall(async (signal) => await client.listProcesses({ signal }), [], { everyMs: 3_000 });
  return (
    <>
      <LoadedView of={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <Table
              label={strings.shell.names.processes}
              head={[
                texts.command,
                strings.admin.session,
                texts.state,
                texts.started,
                texts.ran,
                texts.actions,
              ]}
            >
              {items.toReversed().map((process) => (
                <ProcessRow
                  key={`${process.sessionId} ${process.id} ${process.startedAt}`}
                  process={process}
                  onOpen={() => setOpened(process)}
                  onChange={loaded.reload}
                />
              ))}
            </Table>
          )
        }
      </LoadedView>
      {opened !== undefined && <ProcessOutputView process={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface ProcessRowProps {
  readonly process: ProcessInfo;
  readonly onOpen: () => void;
  readonly onChange: () => void;
}

function ProcessRow({ process, onOpen, onChange }: ProcessRowProps): JSX.Element {
  const { id, sessionId, command, state, startedAt, endedAt, exitCode } = process;
  const isRunning = state === "running";
  const now = useNow(isRunning);
  const stop = async (): Promise<void> => {
    if (!(await confirm({ title: texts.stopTitle, text: command, action: texts.stop }))) return;
    await attempt(
      async () => await client.stopProcess({ params: { id: sessionId, process: id } }),
      texts.stopped,
    );
    onChange();
  };
  return (
    <tr>
      <td>
        <code class="breaks">{command}</code>
      </td>
      <td>
        <a href={hrefOf("chat", sessionId)}>{sessionId}</a>
      </td>
      <td>
        <Badge kind={isRunning ? "good" : state === "lost" || (exitCode ?? 0) !== 0 ? "bad" : "plain"}>
          {state === "exited" && exitCode !== undefined ? texts.exit(exitCode) : texts.states[state]}
        </Badge>
      </td>
      <td>
        <Time at={startedAt} />
      </td>
      <td>{state === "lost" && endedAt === undefined ? "" : duration((endedAt ?? now) - startedAt)}</td>
      <td>
        <div class="page-actions">
          <Button onClick={onOpen}>{texts.show}</Button>
          {isRunning && rights.value.has("own") && (
            <Button kind="danger" onClick={() => void stop()}>
              {texts.stop}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** The time, which goes on while something runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
