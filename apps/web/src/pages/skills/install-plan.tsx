import { ApiError } from "@hermes/client";
import type { HubPlan } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { PlanFacts } from "./plan-facts.tsx";

export interface InstallPlanProps {
  readonly reference: string;
  readonly onClose: () => void;
}

const texts = strings.pages.skills;

/** What would be installed, all of it; then the yes to just that. */
export function InstallPlan({ reference, onClose }: InstallPlanProps): JSX.Element {
  const loaded = useCall(
    async (signal) => await client.inspectHub({ body: { reference }, signal }),
    [reference],
  );
  const [isAgreed, setAgreed] = useState(false);
  const action = useAction();
  const install = async ({ digest, skill: { name } }: HubPlan): Promise<void> => {
    const body = { reference, digest };
    if (await action.run(async () => await client.installHub({ body }), texts.installedNow(name))) onClose();
  };
  const plan = loaded.data;
  const isChanged = action.error instanceof ApiError && action.error.code === "HUB_CHANGED";
  return (
    <Dialog
      title={plan === undefined ? texts.fetching : texts.plan(plan.skill.name)}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{strings.shell.cancel}</Button>
          {isChanged && (
            <Button
              onClick={() => {
                action.clear();
                setAgreed(false);
                loaded.reload();
              }}
            >
              {texts.lookAgain}
            </Button>
          )}
          {plan !== undefined && plan.decision !== "block" && (
            <Button
              kind="primary"
              isBusy={action.isBusy}
              isOff={isChanged || (plan.decision === "review" && !isAgreed)}
              onClick={() => void install(plan)}
            >
              {plan.diff === undefined ? texts.install : texts.update}
            </Button>
          )}
        </>
      }
    >
      <LoadedView of={loaded}>
        {(found) => (
          <>
            <PlanFacts plan={found} />
            {found.decision === "review" && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={isAgreed}
                  onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
                />
                <span>{texts.agree}</span>
              </label>
            )}
          </>
        )}
      </LoadedView>
      {isChanged ? (
        <p class="note error" role="alert">
          {texts.changed}
        </p>
      ) : (
        <ActionError of={action} />
      )}
    </Dialog>
  );
}
