import { python } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** Anything that answers from outside. */
export const network: readonly Attempt[] = [
  python(
    "succeeds",
    "servers on this machine",
    `
socket.create_connection(("127.0.0.1", facts["port"]), 2); escaped("connected")`,
  ),
  python(
    "varies",
    "servers of the network",
    `
socket.create_connection(("1.1.1.1", 443), 1); escaped("connected")`,
  ),
  python(
    "varies",
    "the metadata service of a cloud",
    `
socket.create_connection(("169.254.169.254", 80), 1); escaped("connected")`,
  ),
  python(
    "varies",
    "names on the network",
    `
socket.getaddrinfo("example.com", 80); escaped("resolved")`,
  ),
  python(
    "succeeds",
    "datagrams on this machine",
    `
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(("127.0.0.1", facts["datagramPort"])); s.send(b"x")
try: s.send(b"x"); s.recv(1, socket.MSG_DONTWAIT)
except BlockingIOError: escaped("sent")`,
  ),
  python(
    "succeeds",
    "the docker socket",
    `
socket.socket(socket.AF_UNIX).connect(facts["docker"]); escaped("connected")`,
  ),
  python(
    "succeeds",
    "the tools of another run",
    `
socket.socket(socket.AF_UNIX).connect(facts["otherTools"]); escaped("connected")`,
  ),
  python(
    "succeeds",
    "abstract sockets",
    `
socket.socket(socket.AF_UNIX).connect(facts["abstract"]); escaped("connected")`,
  ),
  python(
    "root",
    "packets of the network card",
    `
socket.socket(socket.AF_PACKET, socket.SOCK_RAW); escaped("opened")`,
  ),
  python(
    "varies",
    "the host of a virtual machine (vsock)",
    `
socket.socket(40, socket.SOCK_STREAM); escaped("opened")`,
  ),
  python(
    "varies",
    "the rules of the firewall (netlink)",
    `
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12); escaped("opened")`,
  ),
  python(
    "varies",
    "the cryptography of the kernel",
    `
socket.socket(38, socket.SOCK_SEQPACKET); escaped("opened")`,
  ),
  python(
    "untried",
    "network cards of its own",
    `
import fcntl, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 0)); escaped("switched off")`,
  ),
];
