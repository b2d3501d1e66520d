import type { JSX } from "preact";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { useSession } from "./session-context.ts";

const texts = strings.chat.header;

/** The model that is asked next. */
export function ModelChoice(): JSX.Element | null {
  const session = useSession();
  const loaded = useCall(async (signal) => await client.listModels({ signal }), []);
  const models = loaded.data?.items ?? [];
  const now =
    session.model.value ?? session.info.value?.model ?? models.find(({ isChosen }) => isChosen)?.model ?? "";
  if (models.length === 0) return now === "" ? null : <span class="soft">{now}</span>;
  const isKnown = models.some(({ model }) => model === now);
  return (
    <label class="model-choice">
      <span class="unseen">{texts.model}</span>
      <select
        value={now}
        onChange={({ currentTarget }) => {
          session.model.value = currentTarget.value;
        }}
      >
        {!isKnown && <option value={now}>{now}</option>}
        {models.map(({ model, provider, isChosen }) => (
          <option key={`${provider} ${model}`} value={model}>
            {isChosen ? texts.modelDefault(model) : model}
          </option>
        ))}
      </select>
    </label>
  );
}
