/** A kind of command that needs a person's word, or that nobody may give it for. */
export interface CommandRule {
  readonly id: string;
  /** What is at stake, as one plain sentence. */
  readonly reason: string;
  /** Matched against one command: its program, then its arguments, joined by blanks, quotes and wrappers taken off. */
  readonly pattern: RegExp;
}

/** Refused always, also with yolo. Deleting the home or a system folder is a limit too; it needs paths, not patterns. */
// oxfmt-ignore
export const hardLimits: readonly CommandRule[] = [
  { id: "power-off", reason: "It would shut down or restart the machine.", pattern: /^((shutdown|reboot|halt|poweroff)\b|(tel)?init [06]\b|systemctl (.* )?(poweroff|reboot|halt|kexec|soft-reboot)\b)/ },
  { id: "make-file-system", reason: "It would erase a disk by making a file system on it.", pattern: /^(mkfs(\.\w+)?|mke2fs|mkswap|newfs(_\w+)?|wipefs|blkdiscard) (?!.*--help)/ },
  { id: "write-disk", reason: "It would overwrite a disk.", pattern: /^((dd) .*\bof=|(cp|tee|shred|cat) .*)\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|dm-|md|mapper\/)/ },
  { id: "partition-disk", reason: "It would change the partitions of a disk.", pattern: /^(parted|sgdisk|fdisk|sfdisk|cfdisk|gdisk) (?!.*(-l\b|--list|print)).*\/dev\/|^diskutil (eraseDisk|eraseVolume|partitionDisk|zeroDisk)/i },
  { id: "kill-everything", reason: "It would end every process of the user.", pattern: /^kill (.* )?-1$|^kill -1( |$)(?!\d)/ },
];

/** A function that starts itself twice. It is looked for in the raw text, because it has no program's name. */
export const forkBomb: RegExp = /([:\w.]+)\s*\(\s*\)\s*\{[^}]*\1\s*\|\s*\1\s*&[^}]*\}/;

/** Devices that hold file systems: writing to one is a hard limit. */
export const diskDevice: RegExp = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|dm-|md|mapper\/)/;

/** Asked about. Any of these with `--help`, `--version` or `--dry-run` does nothing and is let through. */
// oxfmt-ignore
export const askedCommands: readonly CommandRule[] = [
  { id: "delete-tree", reason: "It deletes folders with everything in them.", pattern: /^rm (.* )?(-\w*[rR]|--recursive)|^(rimraf|srm|trash-empty) |^gio trash --empty/ },
  { id: "delete-found", reason: "It deletes whatever a search or a list brings up.", pattern: /^find .* -(delete|fprintf?|(exec|ok)(dir)? (\S*\/)?(rm|unlink|shred))\b|^xargs (.* )?(rm|unlink|shred)\b|^rsync .*--(delete|remove-source)/ },
  { id: "shred", reason: "It destroys the content of files.", pattern: /^(shred|wipe) |^truncate (.* )?(-s|--size)[ =]?0\b/ },
  { id: "git-discard", reason: "It throws away work that git has no copy of.", pattern: /^git (reset .*--(hard|merge)|clean (.* )?(-\w*f|--force)|checkout (.* )?(-f|--force|--|\.)( |$)|restore (?!(.* )?(-S|--staged)\b)|stash (drop|clear)|branch (.* )?(-D|--delete --force)|worktree remove .*-f)/ },
  { id: "git-force-push", reason: "It rewrites or deletes what others may have fetched.", pattern: /^git push (.* )?(-\w*[fd]\b|--force|--delete|--mirror|--prune|\+\S|:\S)/ },
  { id: "git-rewrite", reason: "It rewrites the history of the repository.", pattern: /^git (filter-branch|filter-repo|reflog (expire|delete)|gc .*--prune|update-ref -d|replace|remote set-url|bisect run)/ },
  { id: "git-program", reason: "It makes git run a program.", pattern: /^git .*(-c|--config-env)[ =](core\.(pager|editor|sshcommand|fsmonitor|hookspath)|alias\.|diff\.external|credential\.helper)|^git config .*\b(credential\.helper|core\.sshcommand|core\.fsmonitor)/i },
  { id: "open-permissions", reason: "It changes who may read, write or run files.", pattern: /^chmod (.* )?(-\w*R|--recursive|[0-7]?[0-7]?[2367][2367]\b|[2467][0-7]{3}\b|[0-7]{0,3}777\b|[augo]*[oa]\+\w*w|\+w|\w*[ug]?\+s)|^setfacl |^chattr |^xattr -\w*d/ },
  { id: "change-owner", reason: "It changes the owner of files.", pattern: /^(chown|chgrp) (.* )?(-\w*R|--recursive|root)/ },
  { id: "copy-raw", reason: "It copies raw bytes over a file or a device.", pattern: /^dd .*\bof=/ },
  { id: "user-accounts", reason: "It changes users, passwords or their rights.", pattern: /^(useradd|usermod|userdel|adduser|deluser|groupadd|gpasswd|passwd|chpasswd|visudo|vipw|dscl|sysadminctl)\b/ },
  { id: "stop-processes", reason: "It ends processes that were not named one by one.", pattern: /^(pkill|killall|xkill|skill|fuser -\w*k|xargs (.* )?kill)\b|^kill .*(\u{FFFD}| -\d)/u },
  { id: "services", reason: "It stops or changes a service of the machine.", pattern: /^systemctl (.* )?(stop|restart|disable|mask|kill|isolate|enable|edit|set-default)\b|^service \S+ (stop|restart)|^launchctl (unload|bootout|kickstart|remove|disable|load|bootstrap)|^rc-service .* stop|^(hostnamectl|timedatectl) set|^date (-s|--set)/ },
  { id: "network-settings", reason: "It changes the machine's network or firewall.", pattern: /^(iptables|ip6tables) .*(-[FXDPIA]\b|--flush)|^nft (flush|delete|add)|^ufw (disable|reset|allow|delete)|^ip (link|route|addr|address) (.* )?(set|del|delete|flush|add)\b|^ifconfig \S+ (down|up)|^networksetup -set/ },
  { id: "kernel-and-disks", reason: "It changes the kernel, mounts or disks.", pattern: /^(modprobe|insmod|rmmod|mount|umount|swapoff|losetup|cryptsetup)( .|$)(?!.*--help)|^sysctl (-w|.*=)|^(lv|vg|pv)(remove|reduce)\b|^(zpool|zfs) destroy|^btrfs subvolume delete|^(setenforce|aa-teardown|spctl|csrutil|tccutil)\b/ },
  { id: "system-packages", reason: "It removes software from the machine.", pattern: /^(apt|apt-get|aptitude|dnf|yum|zypper) (.* )?(remove|purge|autoremove|erase)\b|^dpkg .*-(i|r|P|-purge|-remove|-install)\b|^pacman -R|^(brew|snap|flatpak) (uninstall|remove|zap)/ },
  { id: "containers", reason: "It ends or deletes containers, images or volumes.", pattern: /^(docker|podman) (.* )?(prune|kill|rm -\w*f|rmi -\w*f|volume rm|system reset)\b|^(docker|podman)([ -]compose).* (down|kill|rm)\b|^(docker|podman) run .*(--privileged|-v \/:|docker\.sock)/ },
  { id: "clusters", reason: "It deletes or changes what runs in a cluster or in the cloud.", pattern: /^kubectl (.* )?(delete|drain|cordon|patch|replace --force|scale .*=0)\b|^helm (.* )?(uninstall|delete|rollback)\b|^(terraform|tofu|pulumi|cdk|serverless|sls) (.* )?(destroy|apply|up|remove|deploy)\b|^(vercel|netlify|fly|flyctl|heroku|railway|wrangler) .*(\brm\b|remove|destroy|delete|--prod\b|deploy)/ },
  { id: "cloud-accounts", reason: "It changes or deletes something in a cloud account.", pattern: /^aws \S+ (rb|rm|delete-\S+|terminate-\S+|remove-\S+|put-\S+|attach-\S+|authorize-\S+|schedule-\S+|send-\S+|create-access-key|publish)\b|^(gcloud|az|doctl|hcloud|gsutil) (.* )?(delete|rm|rb|remove|destroy|set-iam-policy|add-iam-policy-binding|purge)\b/ },
  { id: "database-programs", reason: "It deletes or overwrites a database.", pattern: /^(dropdb|dropuser|pg_restore .*--clean|redis-cli .*flush(db|all)|mongo(sh)? .*(dropDatabase|\.drop\()|influx delete|(\S*python\S* )?\S*manage\.py (flush|reset_db)|(rails|rake) db:(drop|reset|purge)|prisma (migrate reset|db push .*--force)|xargs dropdb)/i },
  { id: "database-statements", reason: "It changes or deletes rows or tables for good.", pattern: /^(psql|mysql|mariadb|sqlite3|sqlcmd|clickhouse-client|cqlsh|bq|duckdb|snowsql)\b.*(\b(drop|truncate)\s+\w|\bdelete\s+from\b(?!.*\bwhere\b)|\bupdate\s+\w+\s+set\b(?!.*\bwhere\b)|\bsystem\s)/is },
  { id: "schedules", reason: "It changes what the machine runs by itself.", pattern: /^crontab (?!-l\b).|^(at|batch)( |$)|^defaults write .*(LoginHook|loginwindow)/ },
  { id: "publish", reason: "It publishes something that others can see at once.", pattern: /^(npm|pnpm|yarn|bun|cargo|gem|poetry|uv|hatch|vsce|lerna) (.* )?(publish|unpublish|yank|dist-tag (add|rm)|deprecate|push|owner)\b|^(npm|yarn) (access|owner|token)\b|^twine upload|^(docker|podman) push|^fastlane |^gh (release (create(?!.*--draft)|delete|edit)|repo (delete|edit|archive)|workflow run|secret (set|delete)|pr merge)/ },
  { id: "send", reason: "It sends a message or money.", pattern: /^(mail|mailx|sendmail|mutt|twilio|swaks) |^curl .*(api\.stripe|\/v1\/charges)|^stripe .*\b(create|capture|refund)\b/ },
  { id: "remote-shell", reason: "It gives a shell or a port of this machine to another one.", pattern: /^(nc|ncat|netcat|socat) .*(-\w*[ec]\b|--(sh-)?exec|exec:)|\/dev\/(tcp|udp)\/|^ssh .*(-\w*R\b|LocalCommand|ProxyCommand)|^(ngrok|cloudflared|localtunnel) |^httpd .*-h \/|^ssh-copy-id/i },
  { id: "code-on-the-line", reason: "It runs code that deletes files, starts programs or hides what it does.", pattern: /^(python[\d.]*|node|bun|deno|ruby|perl|php|lua|emacs|vim?|nvim|[gm]?awk|osascript)\b.*\b(rmtree|unlink|rmSync|rm_rf|rmdir|remove_tree|delete-directory|os\.(remove|system|fork|popen)|subprocess|child_process|execSync|spawnSync|fork\s*\(|b64decode|urlopen|exec\(|eval\(|system\s*\(?|Bun\.\$|sh")/s },
  { id: "runs-a-program", reason: "It makes a harmless-looking program run another one.", pattern: /^tar .*(--to-command|--checkpoint-action|-I |--use-compress-program)|^man .*(-P|--pager)|^rg .*--pre[ =]|^(enable -f|source \/dev\/stdin|\. \/dev\/stdin)|^git .*--(upload|receive)-pack|^(pip|npm|uvx|npx|pipx) .*git\+https?:/ },
  { id: "credentials", reason: "It shows or exports keys, passwords or tokens.", pattern: /^gpg .*--export-secret|^security (dump-keychain|find-(generic|internet)-password|export)|^(aws sts get-session-token|gcloud auth print-|az account get-access-token|gh auth token|vault (kv get|read|token))|^(cat|less|more|head|tail|grep) .*_history\b/ },
  { id: "hide-traces", reason: "It removes the traces of what was done.", pattern: /^journalctl .*--vacuum|^(history -[cw]d?|unset HISTFILE|touch .*(-r|-t|-d) )|^auditctl /},
  { id: "hermes-itself", reason: "It changes Hermes' own settings or ends it.", pattern: /^hermes (config set|gateway (stop|restart)|update)\b|^(yq|sed|perl|ruby) .*-\w*i.*\.hermes\// },
];
