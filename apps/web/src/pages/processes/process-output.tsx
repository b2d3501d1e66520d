import type { ProcessInfo } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { strings } from "../../strings/strings.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { FollowedText } from "../followed-text.tsx";

export interface ProcessOutputViewProps {
  readonly process: ProcessInfo;
  readonly onClose: () => void;
}

/** What a process says, as it says it. */
export function ProcessOutputView({ process, onClose }: ProcessOutputViewProps): JSX.Element {
  const { id, sessionId, command } = process;
  const texts = strings.admin.processes;
  const loaded = useCall(
    async (signal) => await client.readProcess({ params: { id: sessionId, process: id }, signal }),
    [sessionId, id],
    { everyMs: 1_000 },
  );
  return (
    <Dialog title={texts.outputOf(command)} isWide onClose={onClose}>
      <LoadedView of={loaded}>
        {({ output }) =>
          output === undefined || output === "" ? (
            <p class="empty">{texts.noOutput}</p>
          ) : (
            <FollowedText text={output} label={texts.outputOf(command)} />
          )
        }
      </LoadedView>
    </Dialog>
  );
}
