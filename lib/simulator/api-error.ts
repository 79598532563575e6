import type { Resource } from "./resources";
import { qualifiedKind } from "./resources";

export interface Cause {
  reason?: string;
  message: string;
  field?: string;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: Cause[];
  retryAfterSeconds?: number;
}

/** A refusal that the API answers as a Status body. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly details?: StatusDetails,
    readonly metadata: Record<string, unknown> = {},
  ) {
    super(message);
  }

  toStatus(): Record<string, unknown> {
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: this.metadata,
      status: "Failure",
      message: this.message,
      ...(this.reason === "" ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

/** A refusal that a real server answers in plain text, such as an unknown path. */
export class PlainError extends Error {
  constructor(
    readonly code: number,
    readonly body: string,
  ) {
    super(body);
  }
}

export function detailsOf(resource: { group: string; plural: string }, name?: string): StatusDetails {
  return {
    ...(name === undefined || name === "" ? {} : { name }),
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.plural,
  };
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, "BadRequest", message);
}

export function tooLarge(text: string): ApiError {
  return new ApiError(413, "RequestEntityTooLarge", `Request entity too large: ${text}`);
}

export function notFound(resource: Resource, name: string): ApiError {
  return new ApiError(404, "NotFound", `${resource.key} "${name}" not found`, detailsOf(resource, name));
}

export function alreadyExists(resource: Resource, name: string, isDeleting: boolean): ApiError {
  const prefix = isDeleting ? "object is being deleted: " : "";
  const message = `${prefix}${resource.key} "${name}" already exists`;
  return new ApiError(409, "AlreadyExists", message, detailsOf(resource, name));
}

export function staleUpdate(resource: Resource, name: string): ApiError {
  const text = "the object has been modified; please apply your changes to the latest version and try again";
  return conflict(resource.key, name, text, detailsOf(resource, name));
}

export function preconditionFailed(resource: Resource, name: string, text: string): ApiError {
  const details = { ...detailsOf(resource, name), kind: resource.kind };
  return conflict(qualifiedKind(resource), name, text, details);
}

export function conflict(what: string, name: string, text: string, details: StatusDetails): ApiError {
  return new ApiError(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${what} "${name}": ${text}`,
    details,
  );
}

export function forbidden(resource: Resource, name: string, text: string): ApiError {
  const message = `${resource.key} "${name}" is forbidden: ${text}`;
  return new ApiError(403, "Forbidden", message, detailsOf(resource, name));
}

export interface FieldError {
  reason:
    | "FieldValueInvalid"
    | "FieldValueRequired"
    | "FieldValueForbidden"
    | "FieldValueNotSupported"
    | "FieldValueDuplicate"
    | "FieldValueTooLong";
  field: string;
  message: string;
}

/** 422 with one cause per field error, worded as the API server words a list of them; `again` are causes named twice. */
export function invalid(
  resource: Resource,
  name: string,
  errors: FieldError[],
  again: FieldError[] = [],
): ApiError {
  const texts = errors.map((error) => `${error.field}: ${error.message}`);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  return new ApiError(422, "Invalid", `${qualifiedKind(resource)} "${name}" is invalid: ${text}`, {
    name,
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.kind,
    causes: [...again, ...errors].map(causeOf),
  });
}

/** 422 about the options of a call rather than about an object. */
export function invalidOptions(kind: string, error: FieldError): ApiError {
  const message = `${kind}.meta.k8s.io "" is invalid: ${error.field}: ${error.message}`;
  return new ApiError(422, "Invalid", message, { group: "meta.k8s.io", kind, causes: [causeOf(error)] });
}

export function methodNotAllowed(): ApiError {
  const text = "the server does not allow this method on the requested resource";
  return new ApiError(405, "MethodNotAllowed", text, {});
}

/** In the order in which the API server prints a cause. */
function causeOf({ reason, message, field }: FieldError): Cause {
  return { reason, message, field };
}

export function unsupportedMediaType(accepted: string): ApiError {
  const text = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
  return new ApiError(415, "UnsupportedMediaType", text);
}
