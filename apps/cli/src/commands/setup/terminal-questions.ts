import type { Settings } from "@hermes/config";
import type { BackendKind } from "@hermes/terminal-backends";
import type { SetupDesk } from "./setup-desk.ts";

export type Backend = BackendKind;

/** Every place where commands can run, for people. */
export const backends: Readonly<Record<Backend, string>> = {
  local: "On this machine",
  docker: "In a container of Docker or Podman",
  ssh: "On another machine, by ssh",
  singularity: "In an instance of Singularity or Apptainer",
  modal: "In the cloud of Modal",
  daytona: "In the cloud of Daytona",
  "vercel-sandbox": "In a sandbox of Vercel",
};

interface TerminalQuestion {
  readonly setting: keyof Settings["terminal"];
  readonly question: string;
  readonly type: "text" | "port" | "yes-or-no";
  readonly isNeeded?: true;
}

const image = "The image";

const questions: Readonly<Record<Backend, readonly TerminalQuestion[]>> = {
  local: [],
  docker: [
    { setting: "docker_image", question: image, type: "text" },
    {
      setting: "docker_mount_cwd_to_workspace",
      question: "Shall the container have the folder you start in, at /workspace?",
      type: "yes-or-no",
    },
  ],
  ssh: [
    { setting: "ssh_host", question: "The host, such as build.example.com", type: "text", isNeeded: true },
    { setting: "ssh_user", question: "The user there", type: "text" },
    { setting: "ssh_port", question: "The port", type: "port" },
    { setting: "ssh_key", question: "The file of your private key", type: "text" },
  ],
  singularity: [{ setting: "singularity_image", question: image, type: "text" }],
  modal: [{ setting: "modal_image", question: image, type: "text" }],
  daytona: [{ setting: "daytona_image", question: image, type: "text" }],
  "vercel-sandbox": [{ setting: "vercel_image", question: image, type: "text" }],
};

/** The few things that a backend needs. @returns Settings that were answered; undefined: the person goes back. */
export async function questionsOf(
  kind: Backend,
  desk: SetupDesk,
  before: Settings["terminal"],
): Promise<Readonly<Record<string, string | number | boolean>> | undefined> {
  const answers: Record<string, string | number | boolean> = {};
  for (const { setting, question, type, isNeeded } of questions[kind]) {
    const now = before[setting];
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const answer =
      type === "yes-or-no"
        ? await askYesOrNo(desk, question, now === true)
        : await askText(desk, { question, type, now });
    if (answer === undefined) return undefined;
    if (answer === "" && isNeeded && now === undefined) return undefined;
    if (answer !== "") answers[setting] = answer;
  }
  return answers;
}

async function askYesOrNo(desk: SetupDesk, question: string, now: boolean): Promise<boolean | undefined> {
  const choices = [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ];
  const answer = await desk.choose(question, { choices, preset: now ? "yes" : "no" });
  return answer?.type === "choice" ? answer.id === "yes" : undefined;
}

async function askText(
  desk: SetupDesk,
  {
    question,
    type,
    now,
  }: { readonly question: string; readonly type: "text" | "port"; readonly now: unknown },
): Promise<string | number | undefined> {
  const empty = now === undefined ? "as usual" : String(now);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked again after what is no port
    const given = await desk.askLine(`${question}. Empty: ${empty}`);
    if (given === undefined || given === "" || type === "text") return given;
    const port = Number(given);
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
    desk.say(`"${given}" is not a port: one is a number from 1 to 65535.`);
  }
}
