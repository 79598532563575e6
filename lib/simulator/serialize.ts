import type { KubeObject } from "./objects";
import { apiVersionOf } from "./resources";
import type { Resource } from "./resources";

const items = new WeakMap<KubeObject, string>();

export interface ListMeta {
  resourceVersion: string;
  continue?: string;
  remainingItemCount?: number;
}

/** A list as its kind prints it: items of custom resources carry kind and apiVersion, core items do not. */
export function serializeList(resource: Resource, objects: KubeObject[], meta: ListMeta): string {
  const body = objects.map((object) => serializeItem(resource, object)).join(",");
  const apiVersion = JSON.stringify(apiVersionOf(resource));
  const kind = JSON.stringify(`${resource.kind}List`);
  const token = meta.continue ?? "";
  const metadata = JSON.stringify({
    ...(resource.isCustom ? { continue: token } : {}),
    resourceVersion: meta.resourceVersion,
    ...(token === "" ? {} : { continue: token }),
    ...(meta.remainingItemCount === undefined ? {} : { remainingItemCount: meta.remainingItemCount }),
  });
  if (resource.isCustom)
    return `{"apiVersion":${apiVersion},"items":[${body}],"kind":${kind},"metadata":${metadata}}`;
  return `{"kind":${kind},"apiVersion":${apiVersion},"metadata":${metadata},"items":[${body}]}`;
}

/** Stored objects never change, so their text is made once: long lists are read again and again. */
function serializeItem(resource: Resource, object: KubeObject): string {
  let text = items.get(object);
  if (text === undefined) {
    const { kind, apiVersion, ...rest } = object;
    text = JSON.stringify(resource.isCustom ? { apiVersion, kind, ...rest } : rest);
    items.set(object, text);
  }
  return text;
}
