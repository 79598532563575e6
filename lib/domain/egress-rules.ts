import { containsCidr, overlapsCidr, parseCidr, type Cidr } from "./cidr";
import type { FieldProblem } from "./lab-rules";
import type { EgressRule } from "./lab";

/** Nobody's to reach, in whole or in part: metadata services and what belongs to the node itself (design law 14). */
const FORBIDDEN = ["169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128"];
/** Where nodes, the API server, the app and other sessions live: only a rule that lies inside may name them. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];
/** No destination at all. */
const RESERVED = [
  "0.0.0.0/8",
  "127.0.0.0/8",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/127",
  "::ffff:0:0/96",
  "ff00::/8",
];

/**
 * What is wrong with a lab's allow-listed egress. A wide rule such as 0.0.0.0/0 is allowed where its `except` takes
 * out every forbidden and private block.
 */
export function checkEgress(rules: readonly EgressRule[]): FieldProblem[] {
  return rules.flatMap((rule, i) => checkRule(rule, `spec.egress.${i}`));
}

function checkRule(rule: EgressRule, path: string): FieldProblem[] {
  const cidr = parseCidr(rule.cidr);
  if (!cidr) return [{ path: `${path}.cidr`, code: "cidr-malformed" }];
  const except = (rule.except ?? []).map(parseCidr);
  const badExcept = except.flatMap((each, i): FieldProblem[] => {
    const isInside = each !== null && containsCidr(cidr, each) && each.prefix > cidr.prefix;
    return isInside
      ? []
      : [{ path: `${path}.except.${i}`, code: each ? "except-outside" : "cidr-malformed" }];
  });
  if (badExcept.length > 0) return badExcept;

  const open = openBlocks(
    cidr,
    except.filter((each) => each !== null),
  );
  return open.map((range) => ({ path: `${path}.cidr`, code: "cidr-reserved", params: { range } }));
}

/** Blocks that the rule opens and must not. */
function openBlocks(cidr: Cidr, except: readonly Cidr[]): string[] {
  const isOpen = (range: string) => {
    const block = known(range);
    return overlapsCidr(cidr, block) && !except.some((each) => containsCidr(each, smaller(block, cidr)));
  };
  return [
    ...FORBIDDEN.filter(isOpen),
    ...PRIVATE.filter((range) => isOpen(range) && !containsCidr(known(range), cidr)),
    ...RESERVED.filter((range) => containsCidr(known(range), cidr)),
  ];
}

function smaller(a: Cidr, b: Cidr): Cidr {
  return a.prefix >= b.prefix ? a : b;
}

function known(range: string): Cidr {
  const cidr = parseCidr(range);
  if (!cidr) throw new Error(`${range} is no CIDR`);
  return cidr;
}
