import type { HeartbeatFile } from "./heartbeat-file.ts";
import type { HeartbeatTrigger } from "./find-triggers.ts";

const maxAskedChars = 8_000;

/**
 * What the model is told.
 *
 * @param token What it answers where nothing needs the person.
 */
export function heartbeatText(
  triggers: readonly HeartbeatTrigger[],
  file: HeartbeatFile,
  token: string,
): string {
  const isNews = triggers.some(({ type }) => type === "file");
  const words = isNews ? file.text : file.always;
  return [
    "This is a heartbeat: nobody wrote to you just now. You look because:",
    ...triggers.map((trigger) => `- ${reasonOf(trigger)}`),
    ...(words === "" ? [] : ["", "HEARTBEAT.md says:", words]),
    ...(isNews && file.tasks.length + file.watches.length > 0
      ? ["", "What has a time or a condition in it comes by itself when it is due: do it then, and not now."]
      : []),
    "",
    `Do what this asks for and no more. If nothing needs the person, answer ${token} and nothing else: then nothing is sent. ` +
      "Otherwise answer with what they should know: it is sent to them.",
  ].join("\n");
}

function reasonOf(trigger: HeartbeatTrigger): string {
  switch (trigger.type) {
    case "file":
      return `HEARTBEAT.md ${trigger.isNew ? "is new" : "was changed"}.`;
    case "due":
      return `It is due (${trigger.task.schedule}): ${trigger.task.words}`;
    case "changed":
      return `${trigger.watch.path} has changed: ${trigger.watch.words}`;
    case "ended":
      return "There is news of work in the background, as you are told next.";
    case "asked":
      return trigger.text === ""
        ? "The person asks you to look now."
        : `The person asks you to look now, and says: ${trigger.text.slice(0, maxAskedChars)}`;
  }
}

/** For people: what a heartbeat was for, in a few words. */
export function describeTrigger(trigger: HeartbeatTrigger): string {
  switch (trigger.type) {
    case "file":
      return `HEARTBEAT.md ${trigger.isNew ? "new" : "changed"}`;
    case "due":
      return trigger.task.schedule;
    case "changed":
      return `${trigger.watch.path} changed`;
    case "ended":
      return "news of background work";
    case "asked":
      return "asked";
  }
}
