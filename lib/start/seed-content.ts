import type { LabInput } from "@/lib/contracts/labs";
import type { CourseRole, GlobalRole } from "@/lib/domain/person";

interface SeedPerson {
  email: string;
  name: string;
  role: GlobalRole;
  courseRole: CourseRole | null;
  /** The slug of a lab of which a session is opened at the first start. */
  opens: string | null;
}

/** Who is there when a newcomer looks. The addresses can never be real ones (RFC 2606). */
export const SEED_PEOPLE: readonly SeedPerson[] = [
  { email: "ada@curfew.test", name: "Ada Lindqvist", role: "admin", courseRole: null, opens: null },
  { email: "noor@curfew.test", name: "Noor Haddad", role: "member", courseRole: "instructor", opens: null },
  { email: "mina@curfew.test", name: "박미나", role: "member", courseRole: "student", opens: null },
  { email: "tomas@curfew.test", name: "Tomás Vidal", role: "member", courseRole: "student", opens: "ubuntu" },
  { email: "jun@curfew.test", name: "Jun Seo", role: "member", courseRole: "student", opens: "web-and-db" },
  { email: "lea@curfew.test", name: "Léa Martin", role: "member", courseRole: "student", opens: "shell" },
];

export const SEED_COURSE = {
  name: "Systems administration",
  description: "Root on a machine of one's own, for an hour at a time.",
};

const INTERNET: LabInput["spec"]["egress"] = [
  {
    cidr: "0.0.0.0/0",
    except: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
    ports: [
      { protocol: "TCP", port: 80 },
      { protocol: "TCP", port: 443 },
    ],
  },
];

const UBUNTU: LabInput["spec"] = {
  kind: "vm",
  image: "quay.io/containerdisks/ubuntu:24.04",
  cpus: 1,
  memoryMiB: 2048,
  machineCount: 1,
  disk: { type: "none" },
  ephemeralMiB: 1024,
  cloudInit: {},
  access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address} -p {port}" },
  egress: INTERNET,
  capabilities: [],
  graceSeconds: 30,
};

export const SEED_LABS: readonly LabInput[] = [
  {
    slug: "ubuntu",
    name: "Ubuntu with root",
    description: "One Ubuntu machine and its root account.",
    isEnabled: true,
    sessionMinutes: null,
    maxMinutes: null,
    spec: UBUNTU,
  },
  {
    slug: "web-and-db",
    name: "Web server and database",
    description: "Three machines that see each other: set up a service across them.",
    isEnabled: true,
    sessionMinutes: 90,
    maxMinutes: 240,
    spec: { ...UBUNTU, machineCount: 3, memoryMiB: 1024, cloudInit: { packages: ["nginx", "postgresql"] } },
  },
  {
    slug: "shell",
    name: "Shell in a container",
    description: "A pod for exercises that need no machine of their own.",
    isEnabled: true,
    sessionMinutes: 30,
    maxMinutes: 60,
    spec: {
      ...UBUNTU,
      kind: "pod",
      image: "quay.io/curfew-labs/shell:1",
      cpus: 0.5,
      memoryMiB: 256,
      egress: [],
    },
  },
];
