import { isDeepStrictEqual } from "node:util";
import { ApiError, badRequest, tooLarge } from "./api-error";
import { isMap, kindOfJson, own, setOwn } from "./decoding/json";

interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: unknown;
}

/** Of one patch (apiserver, maxJSONPatchOperations). */
const MOST_OPERATIONS = 10_000;
/** What the copies of one patch may add up to, in bytes (jsonpatch, AccumulatedCopySizeLimit). */
const MOST_COPIED_BYTES = 3 * 1024 * 1024;
const INDEX = /^(0|[1-9]\d*)$/;

/** RFC 6902, with the API server's leniency: replacing a missing member adds it. Throws 400, 413 and 422 as recorded. */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) {
    const type = "[]handlers.jsonPatchOp";
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${kindOfJson(patch)} into Go value of type ${type}`,
    );
  }
  const operations = patch.map(operationOf);
  if (operations.length > MOST_OPERATIONS) {
    const most = `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}`;
    throw tooLarge(`${most}, got ${operations.length}`);
  }
  const copied = { bytes: 0 };
  return operations.reduce<unknown>(
    (document, operation) => applyOperation(document, operation, copied),
    structuredClone(target),
  );
}

function operationOf(sent: unknown): Operation {
  const isOperation = isMap(sent) && typeof sent.op === "string" && typeof sent.path === "string";
  const hasFrom = isMap(sent) && (sent.from === undefined || typeof sent.from === "string");
  if (isOperation && hasFrom) return sent as unknown as Operation;
  throw badRequest(
    `error decoding patch: json: cannot unmarshal ${kindOfJson(sent)} into Go value of type jsonpatch.Operation`,
  );
}

function applyOperation(document: unknown, operation: Operation, copied: { bytes: number }): unknown {
  const { op, path, from = "", value } = operation;
  const steps = pointer(path);
  switch (op) {
    case "test":
      // What is not there is as good as null.
      if (!isDeepStrictEqual(read(document, steps) ?? null, value ?? null)) throw rejected();
      return document;
    case "add":
    case "replace":
      if (value === undefined) throw rejected();
      return write(document, steps, value, op === "add");
    case "remove":
      return removeAt(document, steps);
    case "move": {
      const moved = found(document, from);
      return write(removeAt(document, pointer(from)), steps, moved, true);
    }
    case "copy": {
      const original = found(document, from);
      copied.bytes += JSON.stringify(original).length;
      if (copied.bytes > MOST_COPIED_BYTES) {
        const grown = `the accumulated size increase of copy is ${copied.bytes}`;
        throw tooLarge(`Unable to complete the copy, ${grown}, exceeding the limit ${MOST_COPIED_BYTES}`);
      }
      return write(document, steps, structuredClone(original), true);
    }
    default:
      throw rejected();
  }
}

function found(document: unknown, from: string): unknown {
  const value = read(document, pointer(from));
  if (value === undefined) throw rejected();
  return value;
}

function read(document: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return INDEX.test(step) ? (at[Number(step)] as unknown) : undefined;
    return isMap(at) ? own(at, step) : undefined;
  }, document);
}

function write(document: unknown, steps: readonly string[], value: unknown, isInsert: boolean): unknown {
  const last = steps.at(-1);
  if (last === undefined) return value;
  const parent = read(document, steps.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : INDEX.test(last) ? Number(last) : Infinity;
    if (index > parent.length) throw rejected();
    parent.splice(index, isInsert ? 0 : 1, value);
  } else if (isMap(parent)) setOwn(parent, last, value);
  else throw rejected();
  return document;
}

function removeAt(document: unknown, steps: readonly string[]): unknown {
  const last = steps.at(-1) ?? "";
  const parent = read(document, steps.slice(0, -1));
  if (Array.isArray(parent) && INDEX.test(last) && Number(last) < parent.length)
    parent.splice(Number(last), 1);
  else if (isMap(parent) && Object.hasOwn(parent, last)) delete parent[last];
  else throw rejected();
  return document;
}

function pointer(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function rejected(): ApiError {
  const text = "the server rejected our request due to an error in our request";
  return new ApiError(422, "Invalid", text, {});
}
