/**
 * What `kubectl create` and Helm send as protobuf: the numbers and types of fields as the API's generated.proto files
 * declare them (k8s.io/api/core/v1, k8s.io/apimachinery/pkg/apis/meta/v1 and pkg/runtime), of the few kinds that these
 * two send so. All else stays undecoded.
 */
type Type = "text" | "base64" | "integer" | "flag" | "ignored" | Message;
interface Field {
  name: string;
  type: Type;
  isList?: boolean;
  /** A map from text: its entries are messages of a key and a value. */
  isMap?: boolean;
}
type Message = ReadonlyMap<number, Field>;

/** Fields by number; a trailing `[]` is a list, `{}` a map. */
function message(fields: Readonly<Record<number, readonly [name: string, type: Type]>>): Message {
  return new Map(
    Object.entries(fields).map(([number, [name, type]]) => {
      const plain = name.replace(/(\[\]|\{\})$/, "");
      return [Number(number), { name: plain, type, isList: name.endsWith("[]"), isMap: name.endsWith("{}") }];
    }),
  );
}

const ENVELOPE = message({
  1: ["typeMeta", message({ 1: ["apiVersion", "text"], 2: ["kind", "text"] })],
  2: ["raw", "base64"],
  ...{ 3: ["contentEncoding", "ignored"], 4: ["contentType", "ignored"] },
});
const METADATA = message({
  ...{ 1: ["name", "text"], 2: ["generateName", "text"], 3: ["namespace", "text"] },
  ...{ 4: ["selfLink", "ignored"], 5: ["uid", "text"] },
  ...{ 6: ["resourceVersion", "text"], 7: ["generation", "ignored"], 8: ["creationTimestamp", "ignored"] },
  ...{ 11: ["labels{}", "text"], 12: ["annotations{}", "text"], 14: ["finalizers[]", "text"] },
  17: ["managedFields", "ignored"],
});
const KINDS: Readonly<Record<string, Message>> = {
  Secret: message({
    ...{ 1: ["metadata", METADATA], 2: ["data{}", "base64"], 3: ["type", "text"] },
    ...{ 4: ["stringData{}", "text"], 5: ["immutable", "flag"] },
  }),
  Namespace: message({ 1: ["metadata", METADATA], 2: ["spec", "ignored"], 3: ["status", "ignored"] }),
  DeleteOptions: message({
    ...{ 1: ["gracePeriodSeconds", "integer"], 3: ["orphanDependents", "flag"] },
    2: ["preconditions", message({ 1: ["uid", "text"], 2: ["resourceVersion", "text"] })],
    ...{ 4: ["propagationPolicy", "text"], 5: ["dryRun[]", "text"], 6: ["ignoreStoreReadError", "ignored"] },
  }),
};
const MAGIC = Buffer.from("k8s\0");

/** The object of a body in protobuf, as JSON; null where it is none of the kinds above or has a field unknown here. */
export function jsonOfProtobuf(body: Buffer): string | null {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  try {
    const { typeMeta, raw = "" } = decode(body.subarray(MAGIC.length), ENVELOPE);
    const type = (typeMeta ?? {}) as { apiVersion?: string; kind?: string };
    const kind = KINDS[type.kind ?? ""];
    if (!kind || typeof raw !== "string") return null;
    return JSON.stringify({ ...type, ...decode(Buffer.from(raw, "base64"), kind) });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function decode(bytes: Buffer, shape: Message): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const tag = reader.integer();
    const field = shape.get(tag >>> 3);
    if (!field) throw new RangeError(`field ${tag >>> 3} is not known`);
    const { name, type } = field;
    const sent = reader.value(tag & 7);
    if (type === "ignored") continue;
    if (field.isMap) {
      const entry = decode(sent as Buffer, message({ 1: ["key", "text"], 2: ["value", type] }));
      found[name] = { ...(found[name] as object | undefined), [String(entry.key ?? "")]: entry.value ?? "" };
    } else if (field.isList) {
      found[name] = [...((found[name] as unknown[] | undefined) ?? []), valueOf(sent, type)];
    } else {
      found[name] = valueOf(sent, type);
    }
  }
  // Go writes a text that is not set as an empty one.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ""));
}

function valueOf(sent: number | Buffer, type: Exclude<Type, "ignored">): unknown {
  if (typeof sent === "number") {
    if (type !== "integer" && type !== "flag") throw new RangeError("a number where none belongs");
    return type === "flag" ? sent !== 0 : sent;
  }
  if (type === "text") return sent.toString("utf8");
  if (type === "base64") return sent.toString("base64");
  if (type instanceof Map) return decode(sent, type);
  throw new RangeError("bytes where a number belongs");
}

/** Throws RangeError past the end, and for a wire type that is neither a number nor bytes. */
class Reader {
  #at = 0;
  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  integer(): number {
    let value = 0;
    for (let shift = 0; shift < 53; shift += 7) {
      const byte = this.bytes.readUInt8(this.#at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError("the number is too long");
  }

  value(wireType: number): number | Buffer {
    if (wireType === 0) return this.integer();
    if (wireType !== 2) throw new RangeError(`wire type ${wireType} is not known`);
    const end = this.integer() + this.#at;
    if (end > this.bytes.length) throw new RangeError("cut short");
    const start = this.#at;
    this.#at = end;
    return this.bytes.subarray(start, end);
  }
}
