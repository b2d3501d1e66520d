/** What a person asks of the jobs at set times. `name`: that of a job, its id, or the beginning of it. */
export type CronRequest =
  | { readonly type: "list" }
  | { readonly type: "add"; readonly schedule: string; readonly prompt: string }
  | { readonly type: "next"; readonly schedule: string }
  | { readonly type: "history"; readonly name?: string | undefined }
  | { readonly type: "pause" | "resume" | "run" | "remove"; readonly name: string };

/** What can stand behind `/cron`. */
export const cronVerbs = ["list", "add", "next", "history", "pause", "resume", "run", "remove"] as const;

/** Telephones write the curly ones. */
const quoted = /^["“”„']([^"“”„']*)["“”']\s*([^]*)$/u;

/** Reads what stands behind `/cron`. */
export function parseCronWords(rest: string): CronRequest | { readonly problem: string } {
  const [, typed = "list", words = ""] = /^(\S+)\s*([^]*)$/u.exec(rest.trim()) ?? [];
  const text = words.trim();
  const verb = cronVerbs.find((each) => each === typed.toLowerCase());
  switch (verb) {
    case "list":
      return { type: "list" };
    case "add": {
      const [, schedule = "", prompt = ""] = quoted.exec(text) ?? [];
      if (schedule.trim() === "" || prompt === "")
        return {
          problem: 'Put the schedule in quotes: /cron add "every weekday at 9" What is new?',
        };
      return { type: "add", schedule, prompt };
    }
    case "next": {
      const [, schedule = text] = quoted.exec(text) ?? [];
      return schedule === ""
        ? { problem: "Say a schedule: /cron next every weekday at 9" }
        : { type: "next", schedule };
    }
    case "history":
      return { type: "history", name: unquoted(text) || undefined };
    case "pause":
    case "resume":
    case "run":
    case "remove": {
      const name = unquoted(text);
      return name === "" ? { problem: `Say which job: /cron ${verb} NAME` } : { type: verb, name };
    }
    case undefined:
      return { problem: `/cron does not know ${typed}; it knows ${cronVerbs.join(", ")}.` };
  }
}

function unquoted(text: string): string {
  return quoted.exec(text)?.[1] ?? text;
}
