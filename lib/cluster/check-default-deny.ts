import { LABEL } from "@/lib/domain/labels";
import { type Json, record, records, textMap, texts } from "./translate/fields";

/** 5353 is where OpenShift's DNS pods listen. */
const DNS_PORTS: readonly unknown[] = [53, 5353];

/**
 * Does this NetworkPolicy keep every session's pods in: nothing in, nothing out but DNS? Somebody may have edited it,
 * so its name alone proves nothing.
 */
export function isDefaultDeny(policy: Json): boolean {
  const spec = record(policy.spec);
  const types = texts(spec.policyTypes);
  return (
    types.includes("Ingress") &&
    types.includes("Egress") &&
    records(spec.ingress).length === 0 &&
    selectsEverySession(record(spec.podSelector)) &&
    records(spec.egress).every(isDnsOnly)
  );
}

/** The empty selector takes every pod; else nothing may be asked but that a session's labels are there. */
function selectsEverySession(selector: Json): boolean {
  const hasOnlyOurs = Object.entries(textMap(selector.matchLabels)).every(
    ([key, value]) => key === LABEL.managedBy && value === "curfew",
  );
  return (
    hasOnlyOurs &&
    records(selector.matchExpressions).every(
      (one) => one.operator === "Exists" && Object.values<unknown>(LABEL).includes(one.key),
    )
  );
}

/** A rule without peers, without ports, or with a range of ports would let out more. */
function isDnsOnly(rule: Json): boolean {
  const ports = records(rule.ports);
  const hasPeers = records(rule.to).length > 0;
  return (
    hasPeers &&
    ports.length > 0 &&
    ports.every((one) => DNS_PORTS.includes(one.port) && one.endPort === undefined)
  );
}
