import { homedir } from "node:os";
import { join } from "node:path";
import { defaultProfile, profileOfHome } from "@hermes/config";
import type { Environment } from "@hermes/registry";

/** A file that makes the service manager of a system start the gateway, and what is run around it. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  /** After it was written, and before it is removed: programs with their arguments. */
  readonly enable: readonly (readonly string[])[];
  readonly disable: readonly (readonly string[])[];
  /** What a person may want to run besides. */
  readonly hint?: string | undefined;
}

export interface ServiceOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly env: Environment;
  readonly home: string;
  /** For all of the machine, started without anybody logging in. */
  readonly system: boolean;
  readonly platform: NodeJS.Platform;
  readonly user: string;
}

/** Of the gateway of a home: each profile has its own. */
export function serviceName(home: string): string {
  return `hermes-gateway${profileSuffix(home, "-")}`;
}

/** What the names of services of a profile end with; nothing for the default one. */
export function profileSuffix(home: string, separator: "-" | "."): string {
  const { name } = profileOfHome(home);
  return name === defaultProfile ? "" : `${separator}${name}`;
}

/** What is said of the profile to whoever reads the unit. */
function titleOf(home: string): string {
  const { name } = profileOfHome(home);
  return name === defaultProfile ? "Hermes gateway" : `Hermes gateway of the profile ${name}`;
}

/** Undefined: the system has none that is known here. */
export function serviceFile(options: ServiceOptions): ServiceFile | undefined {
  if (options.platform === "linux") return systemdUnit(options);
  return options.platform === "darwin" ? launchdAgent(options) : undefined;
}

function systemdUnit({ command, env, home, system, user }: ServiceOptions): ServiceFile {
  const service = serviceName(home);
  const folder = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  const path = system
    ? `/etc/systemd/system/${service}.service`
    : join(folder, "systemd", "user", `${service}.service`);
  const control = system ? ["systemctl"] : ["systemctl", "--user"];
  const text = `[Unit]
Description=${titleOf(home)}
Wants=network-online.target
After=network-online.target

[Service]
${system ? `User=${user}\n` : ""}ExecStart=${command.map(quoted).join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
Environment=${quoted(`HERMES_HOME=${home}`)}
Environment=${quoted(`PATH=${env["PATH"] ?? ""}`)}
Restart=on-failure
RestartSec=5
TimeoutStopSec=90
KillMode=mixed

[Install]
WantedBy=${system ? "multi-user.target" : "default.target"}
`;
  return {
    ...{ path, text },
    enable: [
      [...control, "daemon-reload"],
      [...control, "enable", "--now", service],
    ],
    disable: [[...control, "disable", "--now", service]],
    hint: system ? undefined : `So that it runs while you are not logged in: loginctl enable-linger ${user}`,
  };
}

function launchdAgent({ command, env, home, system }: ServiceOptions): ServiceFile {
  const launchdLabel = `com.hermes.gateway${profileSuffix(home, ".")}`;
  const path = system
    ? `/Library/LaunchDaemons/${launchdLabel}.plist`
    : join(env["HOME"] ?? homedir(), "Library", "LaunchAgents", `${launchdLabel}.plist`);
  const words = command.map((word) => `    <string>${escaped(word)}</string>`).join("\n");
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>HERMES_HOME</key><string>${escaped(home)}</string>
    <key>PATH</key><string>${escaped(env["PATH"] ?? "")}</string>
  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`;
  return {
    ...{ path, text },
    enable: [["launchctl", "load", "-w", path]],
    disable: [["launchctl", "unload", "-w", path]],
  };
}

/** A word of a unit: `%` and `$` stand for something there. */
export function quoted(word: string): string {
  return `"${word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
