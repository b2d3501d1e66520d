import { HermesError } from "@hermes/registry";

/** Undefined: the variable is taken away. */
export type VariableChanges = Readonly<Record<string, string | undefined>>;

/**
 * The text of a `.env` with other variables; every other line stays as it is, comments too. Writes nothing.
 *
 * @throws {HermesError} `CONFIG_INVALID` for a name that is none or that steers programs, and for a value of several lines.
 */
export function changeVariables(text: string, variables: VariableChanges): string {
  for (const [name, value] of Object.entries(variables)) checkVariable(name, value);
  const lines = text.split("\n");
  while (lines.at(-1) === "") lines.pop();
  const written = new Set<string>();
  const kept = lines.flatMap((line) => {
    const [, name = ""] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    if (!Object.hasOwn(variables, name)) return [line];
    const value = variables[name];
    if (value === undefined || written.has(name)) return [];
    written.add(name);
    return [lineOf(name, value)];
  });
  const added = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined || written.has(name) ? [] : [lineOf(name, value)],
  );
  const all = [...kept, ...added];
  return all.length === 0 ? "" : `${all.join("\n")}\n`;
}

/** What decides which code runs is never taken from a file that programs write into. */
const steering =
  /^(?:LD_|DYLD_|PYTHON|NODE_OPTIONS$|NODE_PATH$|PATH$|SHELL$|EDITOR$|VISUAL$|BASH_ENV$|ENV$|IFS$|HOME$|HERMES_HOME$)/;

function checkVariable(name: string, value: string | undefined): void {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw refused(`"${name}" is no name of a variable.`, "One is made of letters, digits and _.");
  if (value === undefined) return;
  if (steering.test(name))
    throw refused(
      `${name} is not written into .env: it decides which programs run.`,
      "Set it in the shell that starts Hermes.",
    );
  if (/[\n\r\0]/.test(value))
    throw refused(`The value of ${name} has more than one line.`, "Give it as one line.");
  if (quoteFor(value) === undefined)
    throw refused(`The value of ${name} has all three kinds of quotes.`, "Leave one of them out.");
}

function refused(message: string, hint: string): HermesError {
  return new HermesError(message, { code: "CONFIG_INVALID", hint });
}

function lineOf(name: string, value: string): string {
  const quote = quoteFor(value) ?? "";
  return `${name}=${quote}${value}${quote}`;
}

/** What stands for itself is left as it is. Undefined: no quotes can hold it. */
function quoteFor(value: string): string | undefined {
  if (/^[\w.:/@%+,*=?&;~^()[\]{}|<>!-]*$/.test(value)) return "";
  return ["'", '"', "`"].find((sign) => !value.includes(sign));
}
