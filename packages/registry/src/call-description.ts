/** A kind of thing that a tool does, as the rules of a person name it. */
export interface ToolAction {
  /** `<group>.<verb>`, such as `file.write`. */
  readonly name: string;
  /** For people, one phrase: "make or change a file". */
  readonly summary: string;
  /** Whether nothing is changed by it. @default false */
  readonly readOnly?: boolean | undefined;
}

/** Reads a file as it is now, by the path that the call names it with; undefined where there is no text to be had. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** What a file would become. */
export interface FileChange {
  /** As the call names it. */
  readonly path: string;
  /** Where it would be moved to. */
  readonly to?: string | undefined;
  /** Its text now; empty for a file that would be made. */
  readonly before: string;
  /** Its text then; empty for a file that would be deleted. */
  readonly after: string;
}

/** One path that a call touches. */
export interface NamedPath {
  /** Absolute, or as the call names it. */
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  /** Whether everything below the path is read, too. @default false */
  readonly searches?: boolean | undefined;
}

/** A shell text. */
export interface CommandArgument {
  readonly kind: "command";
  /** What would be run, or typed. */
  readonly text: string;
  /** Folder that it starts in, absolute or as the call names it. @default the folder of the task */
  readonly cwd?: string | undefined;
  /** The running process that the text is typed into: it is read together with what was typed before. */
  readonly typedInto?: string | undefined;
  /** Whether it goes on when the call has ended. @default false */
  readonly background?: boolean | undefined;
  /**
   * Whether to run the text in a plain shell is all that the call does, and `{ output, exit_code }` what it gives: then a
   * trial on a copy can stand for it. @default false
   */
  readonly canBeTried?: boolean | undefined;
  /**
   * Whether its processes are held by what the guard says in `context.wall`. Of a tool that does not say so everything
   * is asked about that a wall would hold. @default false
   */
  readonly behindWall?: boolean | undefined;
  /** Asks to run beyond the wall around commands. @default false */
  readonly outside?: boolean | undefined;
  /** Asks to reach hosts that are not open to all commands, `name` or `name:port`. @default none */
  readonly hosts?: readonly string[] | undefined;
  /** What the model says it needs `outside` or `hosts` for. Shown as its words; no decision reads it. */
  readonly why?: string | undefined;
  /** The longest it may run, in milliseconds. @default what the tool says */
  readonly timeoutMs?: number | undefined;
}

/** Files. Rules for `file.read`, `file.write` and `file.delete` match each path, beside those for the tool. */
export interface PathArgument {
  readonly kind: "path";
  readonly paths: readonly NamedPath[];
}

/** Addresses that would be fetched. */
export interface UrlArgument {
  readonly kind: "url";
  readonly urls: readonly string[];
  /**
   * Whether the tool itself connects only to what may be reached, and answers for each address: then one of several that may not be
   * keeps it from none of the others. @default false
   */
  readonly eachGuarded?: boolean | undefined;
}

/** Anything else, as rules compare it. */
export interface TextArgument {
  readonly kind: "text";
  readonly text: string;
  /** What a person is shown in its place, behind the name of the tool. @default the text */
  readonly shown?: string | undefined;
  /** What an answer holds for that is to hold for longer than this call. @default this very call */
  readonly kept?: KeptAnswer | undefined;
}

/** Calls that a person can agree to together. What untrusted content may have asked for is agreed to one by one all the same. */
export interface KeptAnswer {
  /** As a person reads it, in the form of a rule. */
  readonly rule: string;
  /** What it is bound to: with another text it is asked anew. */
  readonly of: string;
}

/** What a call is made with, in a form that can be judged without knowing its tool. */
export type CallArgument = (CommandArgument | PathArgument | UrlArgument | TextArgument) & {
  /**
   * What files would become, to be shown to a person, and judged where something runs them. A text is shown as it is. Asked
   * only where it is needed; undefined where it can't be determined.
   */
  readonly changes?: ((read: ReadText) => Promise<readonly FileChange[] | string | undefined>) | undefined;
};

/** What one call does, and with what. */
export interface CallDescription {
  readonly action: ToolAction;
  readonly argument: CallArgument;
}

/** What says what a call does: a part of `Tool`. */
export interface DescribedTool {
  readonly name: string;
  readonly toolset: string;
  readonly readOnly: boolean;
  /** All that its calls can do. @default `<toolset>.<name>` */
  readonly actions?: readonly ToolAction[] | undefined;
  /** What a call with these arguments does. Absent: the one action, with the arguments as JSON. */
  readonly describeCall?: ((value: unknown) => CallDescription) | undefined;
}

/** All that calls of a tool can do. */
export function actionsOf({ name, toolset, readOnly, actions }: DescribedTool): readonly ToolAction[] {
  return actions ?? [{ name: `${toolset}.${name}`, summary: `call ${name}`, readOnly }];
}

/**
 * What a call does.
 *
 * @param value Arguments that `parse` of the tool has given.
 * @throws what the tool throws where it can't tell.
 */
export function describeCall(tool: DescribedTool, value: unknown): CallDescription {
  if (tool.describeCall !== undefined) return tool.describeCall(value);
  const [action = { name: `${tool.toolset}.${tool.name}`, summary: "" }] = actionsOf(tool);
  return { action, argument: textArgument(value) };
}

/** The arguments as JSON: what a call is made with where its tool says nothing else. */
export function textArgument(value: unknown): TextArgument {
  return { kind: "text", text: JSON.stringify(value) ?? "" };
}
