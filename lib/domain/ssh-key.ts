export type SshKeyProblem =
  "ssh-key-empty" | "ssh-key-private" | "ssh-key-malformed" | "ssh-key-type" | "ssh-key-weak";

export type SshKeyAnswer =
  | {
      readonly ok: true;
      readonly type: string;
      readonly comment: string;
      /** `type base64 comment`, as an authorized_keys line without options. */
      readonly line: string;
      /** What a fingerprint is the SHA-256 of. */
      readonly fingerprintInput: Uint8Array;
    }
  | { readonly ok: false; readonly code: SshKeyProblem };

const TYPES = [
  "ssh-ed25519",
  "ssh-rsa",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ssh-ed25519@openssh.com",
  "sk-ecdsa-sha2-nistp256@openssh.com",
];
const MIN_RSA_BITS = 2048;
const LONGEST = 16_384;

/**
 * Reads one public key as OpenSSH writes it. Options before the type are refused, since they would be obeyed by the
 * guest's sshd; so is anything over one line.
 */
export function parseSshPublicKey(text: string): SshKeyAnswer {
  const line = text.trim();
  if (line === "") return no("ssh-key-empty");
  if (/PRIVATE KEY/.test(line)) return no("ssh-key-private");
  // Control characters would end the authorized_keys line and begin another.
  if (line.length > LONGEST || hasControl(line)) return no("ssh-key-malformed");
  const [type = "", base64 = "", ...words] = line.split(/\s+/);
  if (!TYPES.includes(type)) return no("ssh-key-type");
  const blob = decodeBase64(base64);
  const fields = blob && readFields(blob);
  if (!fields || asciiOf(fields[0]) !== type || fields.length < 2) return no("ssh-key-malformed");
  if (type === "ssh-rsa" && bitLength(fields[2]) < MIN_RSA_BITS) return no("ssh-key-weak");
  if (type === "ssh-ed25519" && fields[1]?.length !== 32) return no("ssh-key-malformed");
  const comment = words.join(" ");
  return { ok: true, type, comment, line: [type, base64, comment].join(" ").trim(), fingerprintInput: blob };
}

function no(code: SshKeyProblem): SshKeyAnswer {
  return { ok: false, code };
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character !== "\t" && character < " ");
}

function decodeBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The length-prefixed fields of the blob, or null where they do not fill it exactly. */
function readFields(blob: Uint8Array): Uint8Array[] | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const fields: Uint8Array[] = [];
  let at = 0;
  while (at + 4 <= blob.length) {
    const end = at + 4 + view.getUint32(at);
    if (end > blob.length) return null;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return at === blob.length ? fields : null;
}

function asciiOf(field: Uint8Array | undefined): string {
  return String.fromCharCode(...(field ?? []));
}

function bitLength(field: Uint8Array | undefined): number {
  const significant = [...(field ?? [])].findIndex((byte) => byte !== 0);
  if (!field || significant < 0) return 0;
  return (field.length - significant - 1) * 8 + (32 - Math.clz32(field[significant] ?? 0));
}
