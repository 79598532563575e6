import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_ADDRESS, LOCAL_CALLER, markClientAddresses } from "./client-address";

const server = createServer(({ headers }, response) =>
  response.end(`${String(headers[CLIENT_ADDRESS])} ${LOCAL_CALLER in headers ? "local" : "from elsewhere"}`),
);
beforeAll(async () => {
  markClientAddresses(["127.0.0.0/8"]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

it.each([
  ["the socket's address, not one that the client wrote", { [CLIENT_ADDRESS]: "6.6.6.6" }, "127.0.0.1 local"],
  [
    "whom the trusted proxy saw, who is not this host",
    { "X-Forwarded-For": "6.6.6.6, 198.51.100.1" },
    "198.51.100.1 from elsewhere",
  ],
  [
    "what is no caller of this host, since a proxy had it before, whoever it says that called",
    { "X-Forwarded-For": "127.0.0.1", [LOCAL_CALLER]: "1" },
    "127.0.0.1 from elsewhere",
  ],
  [
    "what is no caller of this host, where a proxy tells nothing but its own name",
    { Via: "1.1 proxy", [LOCAL_CALLER]: "1" },
    "127.0.0.1 from elsewhere",
  ],
])("marks a request with %s", async (_what, headers, answer) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
  expect(await response.text()).toBe(answer);
});
