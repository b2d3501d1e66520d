import { exitCodes } from "../../host.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { programCommand } from "../gateway/gateway-command.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { escaped, profileSuffix, quoted } from "../gateway/service-files.ts";

export type TimerKind = "systemd" | "launchd" | "crontab";

interface Timer {
  readonly text: string;
  /** What to do with it. */
  readonly steps: readonly string[];
}

/** `hermes cron timer`: changes nothing. The text is on standard output, and what to do with it on standard error. */
export async function printTimer(
  { as }: { readonly as?: TimerKind | undefined },
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const { home } = await desk.load();
  const timer = timers[as ?? (process.platform === "darwin" ? "launchd" : "systemd")]({
    command: programCommand("cron", "tick"),
    home,
    path: host.env["PATH"] ?? "",
  });
  printLines(host, [timer.text]);
  for (const step of timer.steps) printRemark(host, step);
  return exitCodes.ok;
}

/** Of the timer of a home: each profile has its own. */
function nameOf(home: string): string {
  return `hermes-cron${profileSuffix(home, "-")}`;
}

function labelOf(home: string): string {
  return `com.hermes.cron${profileSuffix(home, ".")}`;
}

interface TimerOptions {
  readonly command: readonly string[];
  readonly home: string;
  /** Of programs. */
  readonly path: string;
}

const timers: Readonly<Record<TimerKind, (options: TimerOptions) => Timer>> = {
  systemd: ({ command, home, path }) => ({
    text: `# ~/.config/systemd/user/${nameOf(home)}.service
[Unit]
Description=Hermes: jobs that are due

[Service]
Type=oneshot
ExecStart=${command.map(quoted).join(" ")}
Environment=${quoted(`HERMES_HOME=${home}`)}
Environment=${quoted(`PATH=${path}`)}

# ~/.config/systemd/user/${nameOf(home)}.timer
[Unit]
Description=Hermes: looks every minute whether a job is due

[Timer]
OnCalendar=minutely
AccuracySec=1s

[Install]
WantedBy=timers.target`,
    steps: [
      `Write both files, then: systemctl --user daemon-reload && systemctl --user enable --now ${nameOf(home)}.timer`,
      "So that it runs while you are not logged in: loginctl enable-linger",
    ],
  }),
  launchd: ({ command, home, path }) => ({
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${labelOf(home)}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>`).join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>HERMES_HOME</key><string>${escaped(home)}</string>
    <key>PATH</key><string>${escaped(path)}</string>
  </dict>
  <key>StartInterval</key><integer>60</integer>
</dict>
</plist>`,
    steps: [
      `Write it to ~/Library/LaunchAgents/${labelOf(home)}.plist, then: launchctl load -w ~/Library/LaunchAgents/${labelOf(home)}.plist`,
    ],
  }),
  crontab: ({ command, home, path }) => ({
    text: ["* * * * *", "env", ...[`HERMES_HOME=${home}`, `PATH=${path}`, ...command].map(crontabWord)].join(
      " ",
    ),
    steps: ["Add the line with: crontab -e"],
  }),
};

/** A word for the shell in a crontab, where `%` ends the line. */
function crontabWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`.replaceAll("%", "\\%");
}
