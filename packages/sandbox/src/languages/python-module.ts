import type { SandboxTool } from "../sandbox-tool.ts";
import { firstSentence, identifier, jsonTypes, parametersOf } from "./signatures.ts";
import type { Parameter } from "./signatures.ts";

/** The module `hermes_tools` of a run: one function a tool, in threads and in asyncio. */
export function pythonModule(tools: readonly SandboxTool[]): string {
  return [runtime, ...tools.map((tool) => functionOf(tool)), asyncRuntime(tools)].join("\n");
}

function functionOf(tool: SandboxTool): string {
  const parameters = parametersOf(tool);
  const fits = parameters.every(({ name }) => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name));
  const name = pythonName(tool);
  const doc = JSON.stringify(firstSentence(tool.description));
  if (!fits)
    return `def ${name}(**arguments) -> dict:\n    ${doc}\n    return _call(${JSON.stringify(tool.name)}, arguments)\n`;
  // Other names of arguments go along: the tool knows them.
  const others = tool.hasAliases === true ? ["**_others"] : [];
  const values = [...parameters.map((each) => `${JSON.stringify(each.name)}: ${each.name}`), ...others];
  return [
    `def ${name}(${[...parameters.map(parameterOf), ...others].join(", ")}) -> dict:`,
    `    ${doc}`,
    `    return _call(${JSON.stringify(tool.name)}, {${values.join(", ")}})`,
    ``,
  ].join("\n");
}

/** The function of a tool: its own name, unless Python keeps it for itself. */
function pythonName(tool: SandboxTool): string {
  const name = identifier(tool.name);
  return keywords.has(name) ? `${name}_` : name;
}

/** How the function of a tool is called, in one line. */
export function pythonSignature(tool: SandboxTool): string {
  return `${pythonName(tool)}(${parametersOf(tool).map(parameterOf).join(", ")})`;
}

function parameterOf({ name, schema, required }: Parameter): string {
  const types = jsonTypes(schema).map((type) => pythonTypes[type] ?? "object");
  const annotation = [...new Set(types)].join(" | ");
  // Left out of the call unless it is given: `...` is what a caller never means.
  return required ? `${name}: "${annotation}"` : `${name}: "${annotation}" = ...`;
}

const pythonTypes: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  array: "list",
  object: "dict",
  null: "None",
};

const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Memory for texts of up to this size is kept for the next one. */
const keptTextBytes = 16 * 1024 * 1024;

/** A connection a thread: `_thread` is built in, where `threading` would be loaded first. */
const runtime = `"""Tools of Hermes. Each call returns what the tool returned; a failure raises ToolError."""
import json as _json
import os as _os
import socket as _socket
from _thread import _local

class ToolError(Exception):
    """A tool could not do what was asked."""

#: Set it to True to get {"error": ...} back instead of a ToolError.
return_errors = False

_threads = _local()
_path = _os.environ["HERMES_TOOLS_SOCKET"]
_token = _os.environ["HERMES_TOOLS_TOKEN"]
_encode = _json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = _json.JSONDecoder().decode

class _Connection:
    def __init__(self):
        self.pid = _os.getpid()
        self.socket = _socket.socket(_socket.AF_UNIX)
        self.socket.connect(_path)
        self.socket.sendall(('{"token":"%s"}\\n' % _token).encode())
        self.file = self.socket.makefile("rb", 65536)
        self.id = 0
        self.kept = bytearray()

    # Fresh memory costs more than all the rest of a large text, so it is used again.
    def text(self, size):
        buffer = self.kept
        if size > len(buffer):
            buffer = bytearray(size)
            if size <= ${keptTextBytes}:
                self.kept = buffer
        with memoryview(buffer) as whole, whole[:size] as part:
            if self.file.readinto(part) < size:
                raise ConnectionError
            return str(part, "utf-8")

def _connection():
    connection = getattr(_threads, "connection", None)
    if connection is None or connection.pid != _os.getpid():
        connection = _threads.connection = _Connection()
    return connection

def _request(id, tool, arguments):
    given = {key: value for key, value in arguments.items() if value is not ...}
    return ('{"id":%d,"tool":%s,"args":%s}\\n' % (id, _encode(tool), _encode(given))).encode("utf-8", "replace")

def _place(answer, texts):
    for (path, _), text in zip(answer["blobs"], texts):
        if not path:
            answer["result"] = text
            continue
        holder = answer["result"]
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = text

def _value(answer):
    if "result" in answer:
        return answer["result"]
    if return_errors:
        return {"error": answer["error"]}
    raise ToolError(answer["error"])

def _lost():
    _threads.connection = None
    return ToolError("The connection to Hermes is closed.")

def _call(tool, arguments):
    try:
        connection = _connection()
        connection.id += 1
        connection.socket.sendall(_request(connection.id, tool, arguments))
    except OSError:
        raise _lost() from None
    while True:
        try:
            line = connection.file.readline()
            if not line:
                raise _lost()
            answer = _decode(line.decode())
            if "blobs" in answer:
                _place(answer, [connection.text(size) for _, size in answer["blobs"]])
        except OSError:
            raise _lost() from None
        # An answer to a call that an exception broke off is passed over.
        if answer["id"] == connection.id or answer["id"] == 0:
            return _value(answer)

def parallel(*calls, return_errors=False):
    """Runs functions at the same time and returns their results in order: parallel(lambda: read_file("a"), ...)."""
    from concurrent.futures import ThreadPoolExecutor
    if len(calls) == 1 and not callable(calls[0]):
        calls = tuple(calls[0])
    if not calls:
        return []
    with ThreadPoolExecutor(min(16, len(calls))) as pool:
        futures = [pool.submit(call) for call in calls]
    failures = [future.exception() for future in futures]
    if not return_errors:
        for failure in failures:
            if failure is not None:
                raise failure
    return [future.result() if failure is None else {"error": str(failure)} for future, failure in zip(futures, failures)]
`;

/** `from hermes_tools import aio`: the same functions to await, all over one connection. */
function asyncRuntime(tools: readonly SandboxTool[]): string {
  const names = tools.map((tool) => `    ${pythonName(tool)} = _awaitable(${pythonName(tool)})`);
  return `
def _awaitable(function):
    async def run(*args, **kwargs):
        import asyncio
        return await asyncio.get_running_loop().run_in_executor(_pool(), lambda: function(*args, **kwargs))
    run.__name__ = function.__name__
    run.__doc__ = function.__doc__
    return run

_executor = None

def _pool():
    global _executor
    if _executor is None:
        from concurrent.futures import ThreadPoolExecutor
        _executor = ThreadPoolExecutor(16)
    return _executor

class aio:
    """The same tools for asyncio: await aio.read_file("a")."""
${names.length === 0 ? "    pass" : names.map((line) => line.replace("= _awaitable", "= staticmethod(_awaitable").concat(")")).join("\n")}
`;
}
