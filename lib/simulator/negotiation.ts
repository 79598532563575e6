import type { IncomingHttpHeaders } from "node:http";
import { ApiError, badRequest, unsupportedMediaType } from "./api-error";
import { isMap, parseJson, UnreadableJson } from "./decoding/json";
import { mediaTypeOf } from "./reply";

/** What a real server speaks, as its refusals tell; of it, this one speaks JSON alone. */
const MEDIA_TYPES = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];

/** Throws the 406 for a client that takes no JSON. */
export function checkAccept({ accept }: IncomingHttpHeaders): void {
  if (accept === undefined || accept === "" || /\*\/\*|application\/(\*|json)/i.test(accept)) return;
  const text = `only the following media types are accepted: ${allBut(accept.toLowerCase())}`;
  throw new ApiError(406, "NotAcceptable", text);
}

/** Throws the 415 for a body that is no JSON by its Content-Type; without one it is taken for JSON. */
export function checkContentType(headers: IncomingHttpHeaders): void {
  const type = mediaTypeOf(headers);
  if (type !== "" && type !== "application/json") throw unsupportedMediaType(allBut(type));
}

/** Reads JSON. Throws what `refuse` makes of why it cannot be read. */
export function readJson(body: string, refuse: (text: string) => ApiError): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof UnreadableJson) throw refuse(error.message);
    throw error;
  }
}

/** Reads a body that ought to hold an object of the kind. Throws the 400 of the decoder. */
export function readJsonObject(body: string, kind: string): Record<string, unknown> {
  const prefix = `the object provided is unrecognized (must be of type ${kind}): `;
  const sent = readJson(body, (text) =>
    badRequest(`${prefix}couldn't get version/kind; json parse error: ${text} (${body.slice(0, 100)})`),
  );
  if (isMap(sent)) return { ...sent };
  throw badRequest(`${prefix}not an object`);
}

/** Nobody is told to send what was just refused. */
function allBut(refused: string): string {
  return MEDIA_TYPES.filter((type) => !refused.includes(type)).join(", ");
}
