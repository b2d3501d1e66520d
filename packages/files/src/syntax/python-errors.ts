import { z } from "zod";
import type { FileAccess, FileBackend } from "../file-backend.ts";
import type { SyntaxProblem } from "./syntax-problem.ts";

const timeoutMs = 10_000;

const script = [
  "import ast,json,sys",
  "try: ast.parse(sys.stdin.buffer.read())",
  'except SyntaxError as e: print(json.dumps({"line":e.lineno,"message":e.msg}))',
  "else: print(json.dumps({}))",
].join("\n");

const answer: z.ZodType<{ line?: number | null | undefined; message?: string | undefined }> = z.object({
  line: z.number().nullable().optional(),
  message: z.string().optional(),
});

/** Asks the Python that is where the file is, as its version decides what is right. Undefined where there is none. */
export async function pythonErrors(
  backend: FileBackend,
  text: string,
  { taskId, signal }: FileAccess,
): Promise<readonly SyntaxProblem[] | undefined> {
  const { output, exitCode } = await backend.exec(
    `python3 -I -W ignore -c '${script.replaceAll("'", `'\\''`)}'`,
    {
      taskId,
      signal,
      timeoutMs,
      stdin: text,
    },
  );
  if (exitCode !== 0) return undefined;
  const { line, message } = answer.parse(JSON.parse(output.trim().split("\n").at(-1) ?? ""));
  return message === undefined ? [] : [{ line: line ?? undefined, message }];
}
