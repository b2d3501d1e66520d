import { expect, test } from "vitest";
import { decide, judge } from "./places.ts";

test.each([
  // reads, lists, copies from a disk
  "ssh-keyscan github.com >> ~/.ssh/known_hosts",
  "ssh-keygen -y -f key > ~/.ssh/key.pub",
  "dd if=/dev/sda of=backup.img bs=4M",
  "dcfldd if=/dev/sda of=backup.img",
  "ddrescue /dev/sda backup.img rescue.log",
  "cat /dev/sda > backup.img",
  "parted -s /dev/sda unit s print free",
  "printf 'unit s\nprint\nquit\n' | parted /dev/sda",
  "fdisk -x /dev/sda",
  "printf 'p\nq\n' | fdisk /dev/sda",
  "sfdisk -d /dev/sda > table.txt",
  "sfdisk --json /dev/sda",
  "sgdisk -b table.bin /dev/sda",
  "sgdisk -p -v /dev/sda",
  "cfdisk --read-only /dev/sda",
  "kpartx -l /dev/sda",
  "hdparm --dco-identify /dev/sda",
  "nvme sanitize-log /dev/nvme0",
  "nvme fw-log /dev/nvme0",
  "cryptsetup luksDump /dev/sda2",
  "systemctl status reboot.target",
  "launchctl print system/com.hermes",
  "dbus-send --system --print-reply --dest=org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager.CanPowerOff",
  "busctl introspect org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager PowerOff",
  // does nothing
  "mkfs.ext4 -n /dev/sdb1",
  "mkfs.xfs -N /dev/sdb1",
  "mkfs -t ext4 -n /dev/sdb1",
  "mkfs.ext4 --dry-run /dev/sdb1",
  "wipefs -n -a /dev/sdb",
  "wipefs --all --no-act /dev/sdb",
  "sfdisk -n /dev/sda < table.txt",
  "sgdisk --pretend -Z /dev/sda",
  "systemctl reboot --dry-run",
  "kill -0 $PPID",
  "kill -s 0 $PPID",
  "kill -0 -1",
  "pkill -f -0 hermes",
  "pkill --signal 0 hermes",
  "killall -s 0 hermes",
  "systemctl kill -s 0 hermes",
  // calls it off
  "shutdown -c",
  "shutdown now -c",
  "systemctl --when=cancel reboot",
  "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CancelScheduledShutdown",
  // is no disk
  "mkfs.ext4 /dev/shm/disk.img",
  "cryptsetup close /dev/mapper/data",
  "nvme reset /dev/nvme0",
  "rm --dir /home",
])("%s is no hard limit", async (command) => {
  expect(await decide(command)).not.toBe("refuse");
});

test.each([
  "cat key.pub >> ~/.ssh/authorized_keys",
  "echo ProxyCommand x >> ~/.ssh/config",
  "cp key ~/.ssh/id_ed25519",
  "dd if=backup.img of=/dev/sda",
  "dcfldd if=backup.img of=/dev/sda",
  "ddrescue backup.img /dev/sda",
  "parted -s /dev/sda print rm 1",
  "parted /dev/sda set 1 boot on print",
  "printf 'print\nrm 1\n' | parted /dev/sda",
  "printf 'd\nw\n' | fdisk /dev/sda",
  "printf 'x\nz\ny\n' | gdisk /dev/sda",
  "cat orders | fdisk /dev/sda",
  "sgdisk -d 1 /dev/sda",
  "sgdisk -l -P /dev/sda",
  "sfdisk -b -O -n /dev/sda",
  "sfdisk --delete /dev/sda",
  "mkfs.vfat -n LABEL /dev/sdb1",
  "mkfs.ext4 -N 1000 /dev/sdb1",
  "mkfs.ext4 -L -n /dev/sdb1",
  "mkfs -t vfat -n DATA /dev/sdb1",
  "mkfs -V /dev/sdb1",
  "wipefs -aq /dev/sdb",
  "wipefs -a -tntfs /dev/sdb",
  "hdparm --security-erase x /dev/sda",
  "nvme format /dev/nvme0n1",
  "badblocks -sw /dev/sda",
  "diskutil eraseDisk JHFS+ X disk2",
  "diskutil apfs deleteContainer disk2",
  "kill -9 -1",
  "kill $PPID",
  "pkill -s 0 hermes",
  "pkill -0 -9 hermes",
  "killall -9 hermes",
  "shutdown -h now -- -c",
  "telinit -t 5 0",
  "systemctl reboot",
  "systemctl reboot --when=+5min",
  "launchctl kickstart -k system/com.hermes",
  "gdbus call --system --dest org.freedesktop.login1 --object-path /org/freedesktop/login1 --method org.freedesktop.login1.Manager.PowerOff true",
])("%s stays a hard limit", async (command) => {
  expect(await decide(command)).toBe("refuse");
});

test.each([
  ["kubectl apply -f x.yaml", "cluster.change"],
  ["kubectl scale deploy/web --replicas 3", "cluster.change"],
  ["kubectl delete pod x", "cluster.delete"],
  ["kubectl apply --prune -f x.yaml", "cluster.delete"],
  ["terraform apply", "infrastructure.change"],
  ["terraform destroy", "infrastructure.delete"],
  ["terraform apply -destroy", "infrastructure.delete"],
  ["helm upgrade web ./web", "cluster.change"],
  ["helm uninstall web", "cluster.delete"],
  ["pulumi up", "infrastructure.change"],
])("%s is told as %s, and only what deletes says so", async (command, id) => {
  const { findings } = await judge(command);

  expect(findings.map((finding) => finding.id)).toEqual([id]);
  expect(findings.map(({ reason }) => /delete/i.test(reason.replace(/\(.*\)$/, "")))).toEqual([
    id.endsWith(".delete"),
  ]);
});
