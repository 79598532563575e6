import type { Answer, Upstream } from "./test-upstream";

/** Objects by the path of their collection, as `/apis/kyverno.io/v2/clustercleanuppolicies`. */
export type Collections = Readonly<Record<string, readonly object[]>>;

const GROUPS = ["kyverno.io", "policies.kyverno.io"];

/**
 * The same API server with Kyverno's API installed, in place of the one that it may have. It asks the server first all the same: what the account may not list
 * stays forbidden, and what is in no collection here is not served.
 */
export function withKyverno(upstream: Upstream, collections: Collections): Upstream {
  return {
    async send(sent) {
      const answer = await upstream.send(sent);
      const path = sent.path.split("?")[0] ?? "";
      if (path === "/apis") return withGroups(answer);
      const items = collections[path];
      const isOurs = GROUPS.some((group) => path.startsWith(`/apis/${group}/`));
      if (!isOurs || ![200, 404].includes(answer.status)) return answer;
      if (items === undefined) return said(answer, { kind: "Status", code: 404, reason: "NotFound" }, 404);
      return said(answer, { kind: "List", apiVersion: "v1", metadata: { resourceVersion: "1" }, items }, 200);
    },
  };
}

function withGroups(answer: Answer): Answer {
  const list = JSON.parse(answer.body.toString()) as { groups: { name: string }[] };
  const others = list.groups.filter(({ name }) => !GROUPS.includes(name));
  return said(answer, { ...list, groups: [...others, ...GROUPS.map((name) => ({ name }))] });
}

function said(answer: Answer, body: object, status = answer.status): Answer {
  const headers = { ...answer.headers, "content-type": "application/json" };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
