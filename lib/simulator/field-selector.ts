import { badRequest } from "./api-error";
import { own } from "./decoding/json";
import type { EventObject, KubeObject, Pod } from "./objects";
import type { Resource } from "./resources";

export interface FieldTerm {
  field: string;
  isEqual: boolean;
  value: string;
}

type Reader = (object: KubeObject) => string;

const COMMON: Record<string, Reader> = {
  "metadata.name": (object) => object.metadata.name,
  "metadata.namespace": (object) => object.metadata.namespace ?? "",
};
const PODS: Record<string, Reader> = {
  "spec.nodeName": (object) => (object as Pod).spec.nodeName ?? "",
  "status.phase": (object) => (object as Pod).status.phase,
};
const EVENTS: Record<string, Reader> = {
  "involvedObject.kind": (object) => (object as EventObject).involvedObject.kind,
  "involvedObject.namespace": (object) => (object as EventObject).involvedObject.namespace ?? "",
  "involvedObject.name": (object) => (object as EventObject).involvedObject.name,
  "involvedObject.uid": (object) => (object as EventObject).involvedObject.uid ?? "",
  "involvedObject.apiVersion": (object) => (object as EventObject).involvedObject.apiVersion ?? "",
  reason: (object) => (object as EventObject).reason,
  type: (object) => (object as EventObject).type,
  source: (object) => (object as EventObject).source.component ?? "",
};

/** Parses a field selector; throws 400 for a field that the kind cannot be selected by. */
export function parseFieldSelector(resource: Resource, text: string): FieldTerm[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(part);
      if (!match) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`);
      const [, field = "", operator, value = ""] = match;
      if (!readerOf(resource, field)) throw badRequest(`field label not supported: ${field}`);
      return { field, isEqual: operator !== "!=", value };
    });
}

export function matchesFields(resource: Resource, terms: FieldTerm[], object: KubeObject): boolean {
  return terms.every((term) => {
    const read = readerOf(resource, term.field);
    return read !== undefined && (read(object) === term.value) === term.isEqual;
  });
}

function readerOf(resource: Resource, field: string): Reader | undefined {
  const special = resource.key === "pods" ? PODS : resource.key === "events" ? EVENTS : {};
  return (own(COMMON, field) ?? own(special, field)) as Reader | undefined;
}
