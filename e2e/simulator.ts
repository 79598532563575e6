const NAMESPACE = "curfew-vms";
const MACHINES = `/apis/kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachines`;
const HOUR_MS = 3_600_000;

export interface Fault {
  match: { method?: string; path?: string; namePattern?: string };
  act: { status: number; message?: string } | { waitMs: number };
}

/** The simulated cluster, as a test upsets it. */
export class Simulator {
  readonly #seeded: string[] = [];
  readonly #nodes: string[] = [];

  constructor(private readonly access: { url: string; token: string }) {}

  async fault(order: Fault): Promise<void> {
    await this.#send("POST", "/simulator/faults", order);
  }

  async clearFaults(): Promise<void> {
    await this.#send("DELETE", "/simulator/faults");
  }

  async powerOff(name: string): Promise<void> {
    await this.#send("POST", `/simulator/machines/${NAMESPACE}/${name}`, { powerOff: true });
  }

  /** Puts the cluster into one of the simulator's scenarios. */
  async play(scenario: string): Promise<void> {
    await this.#send("POST", `/simulator/scenarios/${scenario}?namespace=${NAMESPACE}`);
  }

  /** The same, where `namespace`, which the scenario brings, is not there yet: it stays from test to test. */
  async playOnce(scenario: string, namespace: string): Promise<void> {
    if (!(await this.#ask("GET", `/api/v1/namespaces/${namespace}`)).ok) await this.play(scenario);
  }

  /** Puts a machine there that is an hour old. */
  async seedMachine(name: string, labels: Record<string, string>): Promise<void> {
    const creationTimestamp = new Date(Date.now() - HOUR_MS).toISOString().replace(/\.\d+Z$/, "Z");
    const metadata = { name, namespace: NAMESPACE, labels, creationTimestamp };
    const domain = { devices: {}, resources: { requests: { memory: "64Mi" } } };
    const spec = { runStrategy: "Halted", template: { metadata: { labels }, spec: { domain } } };
    const object = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", metadata, spec };
    await this.#send("POST", "/simulator/objects", [object]);
    this.#seeded.push(name);
  }

  /** As somebody with a shell would. */
  async suspendJob(name: string): Promise<void> {
    const body = JSON.stringify({ spec: { suspend: true } });
    const path = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs/${name}`;
    const answer = await this.#ask("PATCH", path, body, "application/merge-patch+json");
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }

  /** Puts a node there, with nothing on it. */
  async seedNode(name: string, spec: object = {}): Promise<void> {
    const amounts = { cpu: "8", memory: "32Gi", pods: "110", "devices.kubevirt.io/kvm": "1k" };
    const conditions = [{ type: "Ready", status: "True", reason: "KubeletReady", message: "" }];
    const metadata = { name, labels: { "kubevirt.io/schedulable": "true" } };
    const status = { capacity: amounts, allocatable: amounts, conditions };
    await this.#send("POST", "/simulator/objects", [
      { apiVersion: "v1", kind: "Node", metadata, spec, status },
    ]);
    this.#nodes.push(name);
  }

  async hasMachine(name: string): Promise<boolean> {
    return (await this.#ask("GET", `${MACHINES}/${name}`)).status === 200;
  }

  /** As it was before the test. */
  async reset(): Promise<void> {
    await this.clearFaults();
    for (const name of this.#seeded) await this.#ask("DELETE", `${MACHINES}/${name}`);
    for (const name of this.#nodes) await this.#ask("DELETE", `/api/v1/nodes/${name}`);
  }

  async #send(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await this.#ask(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  #ask(method: string, path: string, body?: unknown, contentType = "application/json"): Promise<Response> {
    const headers = { authorization: `Bearer ${this.access.token}`, "content-type": contentType };
    return fetch(this.access.url + path, {
      method,
      headers,
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
  }
}
