import type { Call, CommandContext, ProgramHandler } from "../command-context.ts";

const runValues =
  "a add-host annotation attach b blkio-weight c cap-add cap-drop cgroup-parent cidfile cpus cpuset-cpus cpu-shares device dns e entrypoint env env-file expose gpus group-add h health-cmd hostname ip ipc isolation l label link log-driver log-opt m mac-address memory memory-swap mount n name net network network-alias p pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal stop-timeout sysctl tmpfs u ulimit user userns uts v volume volumes-from w workdir f file project-name project-directory profile context H log-level index scale";
const podValues =
  "n namespace context cluster user kubeconfig c container s server token as l selector o output f filename image overrides restart";

/** Where the action stands, behind options of the program and their values. */
function actionAt(args: readonly string[], values: string): number {
  const taking = new Set(values.split(" "));
  return args.findIndex(
    (word, index) =>
      !word.startsWith("-") && !taking.has(/^--?([\w-]+)$/.exec(args[index - 1] ?? "")?.[1] ?? ""),
  );
}

/** `docker`, `podman`, `nerdctl`, `docker compose`. */
export const docker: ProgramHandler = (call, context) => {
  let { args } = call;
  let at = actionAt(args, "H c l host context log-level config");
  if (/^(container|compose)$/.test(args[at] ?? "")) {
    args = args.slice(at + 1);
    at = actionAt(args, "f file p project-name profile env-file project-directory");
  }
  const action = args[at];
  const rest = args.slice(at + 1);
  if (action === "exec" || action === "run" || action === "create") {
    judgeRights(rest, context);
    runInContainer(rest, runValues, 1, call, context);
  } else if (action === "cp") copyInto(rest, context);
};

/** `kubectl`, `oc`: commands in pods. */
export const kubectl: ProgramHandler = (call, context) => {
  const at = actionAt(call.args, podValues);
  const action = call.args[at];
  const rest = call.args.slice(at + 1);
  if (action === "exec" || action === "debug") runInContainer(rest, podValues, 1, call, context);
  if (action === "run" && rest.includes("--")) runInContainer(rest, podValues, 99, call, context);
  if (action === "cp") copyInto(rest, context);
};

function copyInto(args: readonly string[], context: CommandContext): void {
  const [source = "", target = ""] = args.filter((word) => !word.startsWith("-") || word === "-");
  if (!source.includes(":")) context.touch("read", source, { recursive: true });
  if (!target.includes(":") && target !== "-") context.touch("write", target);
}

/** What a container gets of this machine. */
function judgeRights(args: readonly string[], context: CommandContext): void {
  const end = actionAt(args, runValues);
  for (const [index, word] of (end === -1 ? args : args.slice(0, end)).entries()) {
    const [, option = "", glued] = /^(-v|--[\w-]+)=?([^]+)?$/.exec(word) ?? [];
    const value = glued ?? args[index + 1] ?? "";
    if (/^(-v|--volume|--mount)$/.test(option)) judgeMount(value, context);
    const raises =
      (option === "--privileged" && glued !== "false") ||
      option === "--device" ||
      (option === "--cap-add" && /ALL|SYS_|NET_ADMIN|DAC/.test(value)) ||
      (/^--(pid|ipc|uts|userns|cgroupns)$/.test(option) && value === "host") ||
      (option === "--security-opt" && /unconfined|disable/.test(value));
    if (raises) context.ask("privilege.raised", `It gives a container rights on this machine: ${word}.`);
  }
}

function judgeMount(value: string, context: CommandContext): void {
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(value)?.[1] ?? value.split(":")[0] ?? "";
  if (!/^[/.~]/.test(source)) return;
  const path = context.resolve(source) ?? source;
  const { workspace, homedir } = context.places;
  if (
    /docker\.sock|containerd|\/run$/.test(path) ||
    /^\/(etc|root|boot|dev|proc|sys|var|usr|home|bin|lib)?$/.test(path) ||
    path === homedir
  )
    context.ask("privilege.raised", `It gives a container power over the machine: ${path}.`);
  else if (!path.startsWith(workspace))
    context.touch(/:ro\b|readonly/.test(value) ? "read" : "write", path, { recursive: true });
}

/** The command inside is judged as one on another machine. */
function runInContainer(
  args: readonly string[],
  values: string,
  skipOperands: number,
  call: Call,
  context: CommandContext,
): void {
  const taking = new Set(values.split(" "));
  const { stdin, downloaded, name } = call;
  let operands = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const isEnd = word === "--";
    if (isEnd || (!word.startsWith("-") && operands++ === skipOperands)) {
      const command = args.slice(isEnd ? at + 1 : at);
      if (command.length > 0) context.run(command, { stdin, downloaded, remote: true, wrapper: name });
      return;
    }
    if (word.startsWith("-") && !word.includes("=") && taking.has(word.replace(/^--?/, ""))) at++;
  }
}
