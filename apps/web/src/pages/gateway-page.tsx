import type { GatewayInfo } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page, Section } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import { Pairings } from "./gateway/pairings.tsx";
import { Table } from "../ui/table.tsx";

const texts = strings.pages.gateway;
const kinds = { running: "good", starting: "warning", draining: "warning", stopped: "plain" } as const;

/** Whether the gateway runs, and who may speak to it. */
export function GatewayPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.gateway} about={texts.about} needs="inspect">
      <Gateway />
      <Pairings />
    </Page>
  );
}

function Gateway(): JSX.Element {
  const loaded = useCall(async (signal) => await client.getGateway({ signal }), [], { everyMs: 5_000 });
  return <LoadedView of={loaded}>{(info) => <GatewayState info={info} />}</LoadedView>;
}

function GatewayState({
  info: { state, pid, startedAt, platforms },
}: {
  readonly info: GatewayInfo;
}): JSX.Element {
  return (
    <>
      <Section title={texts.title}>
        <p class="record-facts">
          <Badge kind={kinds[state]}>{texts.states[state]}</Badge>
          {pid !== undefined && (
            <span>
              {texts.process} {pid}
            </span>
          )}
          {startedAt !== undefined && (
            <span>
              {texts.since} <Time at={startedAt} />
            </span>
          )}
        </p>
        {state === "stopped" && (
          <>
            <p>{texts.stopped}</p>
            <pre class="command" tabIndex={0}>
              {texts.command}
            </pre>
          </>
        )}
      </Section>
      {state !== "stopped" && (
        <Section title={texts.platforms}>
          {platforms.length === 0 ? (
            <Empty>{texts.noPlatforms}</Empty>
          ) : (
            <Table label={texts.platforms} head={[texts.platform, texts.state, texts.problem]}>
              {platforms.map(({ name, state: now, problem }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <Badge kind={texts.platformStates.get(now) ?? "plain"}>{now}</Badge>
                  </td>
                  <td>{problem}</td>
                </tr>
              ))}
            </Table>
          )}
        </Section>
      )}
    </>
  );
}
