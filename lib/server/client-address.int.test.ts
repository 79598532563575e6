import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_ADDRESS, markClientAddresses } from "./client-address";

const server = createServer((request, response) => response.end(String(request.headers[CLIENT_ADDRESS])));
beforeAll(async () => {
  markClientAddresses(["127.0.0.0/8"]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

it.each([
  ["the socket's address, not one that the client wrote", { [CLIENT_ADDRESS]: "6.6.6.6" }, "127.0.0.1"],
  ["whom the trusted proxy saw", { "X-Forwarded-For": "6.6.6.6, 198.51.100.1" }, "198.51.100.1"],
])("marks a request with %s", async (_what, headers, address) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
  expect(await response.text()).toBe(address);
});
