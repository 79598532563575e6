import { badRequest, invalid, type ApiError } from "../api-error";
import type { Resource } from "../resources";
import type { Draft } from "../world";
import { shapeOf } from "./kind-shapes";
import { decoded, goText, objectOf, schemaText, type Mismatch, type Shape } from "./shape";

/**
 * An object as a typed decoder reads it: of a built-in kind the whole of it, of a custom resource its metadata. Throws
 * the 400 for what is not of its type.
 */
export function decodeTyped(resource: Resource, sent: object): Draft {
  const { kind, version } = resource;
  const shape = resource.isCustom ? metadataOf(shapeOf(kind)) : shapeOf(kind);
  return decoded(shape, sent, (mismatch) => {
    throw badRequest(
      `${kind} in version "${version}" cannot be handled as a ${kind}: ${goText(kind, mismatch)}`,
    );
  }) as Draft;
}

/** A custom resource as its schema reads it. Throws what `refuse` makes of what does not fit. */
export function decodeBySchema(resource: Resource, sent: Draft, refuse: (text: string) => ApiError): Draft {
  const name = sent.metadata.name ?? "";
  return decoded(shapeOf(resource.kind), sent, (mismatch) => {
    throw resource.kind === "VirtualMachine"
      ? refuse(schemaText(mismatch))
      : invalid(resource, name, [errorOf(mismatch)]);
  }) as Draft;
}

function errorOf(mismatch: Mismatch) {
  const { path: field, found } = mismatch;
  if (found === undefined) return { reason: "FieldValueRequired", field, message: "Required value" } as const;
  const message = `Invalid value: ${JSON.stringify(found)}: ${schemaText(mismatch)}`;
  return { reason: "FieldValueInvalid", field, message } as const;
}

function metadataOf(shape: Shape): Shape {
  const { metadata } = shape.is === "object" ? shape.of : {};
  return objectOf(metadata ? { metadata } : {});
}
