import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM; its own authority. */
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const SEQUENCE = 0x30;
const SET = 0x31;
const COMMON_NAME = "2.5.4.3";
const SUBJECT_ALT_NAME = "2.5.29.17";
const BASIC_CONSTRAINTS = "2.5.29.19";
const ECDSA_SHA256 = "1.2.840.10045.4.3.2";

/**
 * A new key on P-256 and a certificate that it signs for itself, for 127.0.0.1 and localhost, good from a day before
 * `nowMs` to a year after. Node has nothing that makes one; the form is that of RFC 5280, in DER.
 */
export function selfSigned(nowMs: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, oid(ECDSA_SHA256));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, oid(COMMON_NAME), der(0x0c, Buffer.from("curfew-simulator")))),
  );
  const altNames = der(SEQUENCE, der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = der(SEQUENCE, der(0x01, Buffer.from([0xff])));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    der(SEQUENCE, time(nowMs - DAY_MS), time(nowMs + 365 * DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      der(SEQUENCE, extension(BASIC_CONSTRAINTS, isAuthority), extension(SUBJECT_ALT_NAME, altNames)),
    ),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = der(SEQUENCE, content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** A tag, the length of what follows, and that. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function extension(id: string, value: Buffer): Buffer {
  return der(SEQUENCE, oid(id), der(0x04, value));
}

/** GeneralizedTime, in UTC to the second. */
function time(ms: number): Buffer {
  return der(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "")));
}

/** The first two numbers in one byte, each other in groups of seven bits, all but the last with the high bit set. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]));
}

function inSevens(number: number): number[] {
  const groups = [number & 0x7f];
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}
