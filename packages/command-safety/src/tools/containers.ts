import type { Call, Desk, Judge } from "../desk.ts";
import { runInContainer } from "./network.ts";

const runValues =
  "a add-host annotation attach b blkio-weight c cap-add cap-drop cgroup-parent cidfile cpus cpuset-cpus cpu-shares device dns e entrypoint env env-file expose gpus group-add h health-cmd hostname ip ipc isolation l label link log-driver log-opt m mac-address memory memory-swap mount n name net network network-alias p pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal stop-timeout sysctl tmpfs u ulimit user userns uts v volume volumes-from w workdir f file project-name project-directory profile context H log-level index scale";

/** `docker`, `podman`, `nerdctl`, `docker compose`. */
export const docker: Judge = (call, desk) => {
  const { args } = call;
  const at = args.findIndex(
    (word, index) =>
      !word.startsWith("-") &&
      !/^(-H|-c|-l|--host|--context|--log-level|--config)$/.test(args[index - 1] ?? ""),
  );
  const [action = "", ...rest] = at === -1 ? [] : args.slice(at);
  const host = args.slice(0, at).find((word) => /^-H|^--host/.test(word));
  if (host !== undefined) desk.ask("container.host", "It works with the containers of another machine.");
  if (action === "container" || action === "compose") {
    const inner = rest.findIndex(
      (word, index) =>
        !word.startsWith("-") &&
        !/^(-f|--file|-p|--project-name|--profile|--env-file|--project-directory)$/.test(
          rest[index - 1] ?? "",
        ),
    );
    judgeAction(rest[inner] ?? "", rest.slice(inner + 1), call, desk);
  } else judgeAction(action, rest, call, desk);
};

function judgeAction(action: string, args: readonly string[], call: Call, desk: Desk): void {
  if (action === "exec") {
    if (args.some((word) => word === "--privileged"))
      desk.ask("privilege.raised", "It runs in the container with every right.");
    runInContainer(args, runValues, 1, call, desk);
  } else if (action === "run" || action === "create") {
    judgeRun(args, desk);
    runInContainer(args, runValues, 1, call, desk);
  } else if (action === "cp") {
    const [source = "", target = ""] = args.filter((word) => !word.startsWith("-") || word === "-");
    desk.touch("read", source.slice(source.indexOf(":") + 1), { recursive: true });
    if (!target.includes(":") && target !== "-") desk.touch("write", target);
  } else if (action === "build" || action === "buildx") {
    if (
      args.some((word) => /^(https?:|git@|git:|github\.com)/.test(word)) ||
      (args.includes("-") && call.downloaded)
    )
      desk.ask("code.remote", "It builds what it downloads without anybody having read it.");
    if (args.includes("--push")) desk.ask("publish.image", "It publishes an image.");
    for (const word of args) if (/^--secret|^--ssh/.test(word)) desk.effect({ kind: "network" });
  }
}

function judgeRun(args: readonly string[], desk: Desk): void {
  for (const [index, word] of args.entries()) {
    if (!word.startsWith("-")) {
      if (!/^-/.test(args[index - 1] ?? "")) break;
      continue;
    }
    const [option = "", glued] = word.split(/=(.*)/s);
    const value = glued ?? args[index + 1] ?? "";
    if (option === "--privileged" && glued !== "false")
      desk.ask("privilege.raised", "It starts a container with every right on this machine.");
    if (/^(-v|--volume|--mount)$/.test(option)) judgeMount(value, desk);
    if (/^-v./.test(word)) judgeMount(word.slice(2), desk);
    if (option === "--cap-add" && /ALL|SYS_|NET_ADMIN|DAC/.test(value))
      desk.ask("privilege.raised", `It gives a container the right ${value}.`);
    if (/^--(pid|ipc|uts|userns|cgroupns)$/.test(option) && value === "host")
      desk.ask("privilege.raised", `It lets a container into this machine: ${option} host.`);
    if (option === "--device") desk.ask("privilege.raised", `It gives a container the device ${value}.`);
    if (option === "--security-opt" && /unconfined|disable/.test(value))
      desk.ask("privilege.raised", "It takes the protection off a container.");
  }
}

function judgeMount(value: string, desk: Desk): void {
  const source =
    value.includes("source=") || value.includes("src=")
      ? (/(?:source|src)=([^,]+)/.exec(value)?.[1] ?? "")
      : (value.split(":")[0] ?? "");
  if (!/^[/.~]/.test(source)) return;
  const path = desk.resolve(source) ?? source;
  const { workspace, homedir } = desk.places;
  if (/docker\.sock|containerd|\/var\/run$|\/run$/.test(path))
    desk.ask(
      "privilege.raised",
      "It gives a container power over the whole machine through the docker socket.",
    );
  else if (/^\/(etc|root|boot|dev|proc|sys|var|usr|home|bin|lib)?$/.test(path) || path === homedir)
    desk.ask("privilege.raised", `It gives a container the folder ${path}.`);
  else if (!path.startsWith(workspace))
    desk.touch(/:ro\b|readonly/.test(value) ? "read" : "write", path, { recursive: true });
}

/** `kubectl`, `oc`: commands in pods. */
export const kubectl: Judge = (call, desk) => {
  const { args } = call;
  const values =
    "n namespace context cluster user kubeconfig c container s server token as l selector o output f filename image overrides restart";
  const at = args.findIndex(
    (word, index) =>
      !word.startsWith("-") && !values.split(" ").includes((args[index - 1] ?? "").replace(/^--?/, "")),
  );
  const action = args[at];
  if (action === "exec" || action === "debug") runInContainer(args.slice(at + 1), values, 1, call, desk);
  if (action === "run" && args.includes("--")) runInContainer(args.slice(at + 1), values, 99, call, desk);
  if (action === "cp") {
    const [source = "", target = ""] = args.slice(at + 1).filter((word) => !word.startsWith("-"));
    if (!source.includes(":")) desk.touch("read", source, { recursive: true });
    else if (!target.includes(":")) desk.touch("write", target);
  }
};
