/** The bytes of Base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** How many bytes there are in Base64. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

export function isBase64(data: string): boolean {
  return data !== "" && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** The first bytes, one character each. */
export function beginningOf(base64: string, bytes: number): string {
  return atob(base64.slice(0, Math.ceil(bytes / 3) * 4)).slice(0, bytes);
}
