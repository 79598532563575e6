import net from "node:net";

/** The first of `wanted` that nobody listens on at 127.0.0.1, else one that the system chooses. */
export async function freePort(...wanted: number[]): Promise<number> {
  for (const port of wanted) if ((await tryPort(port)) !== null) return port;
  const chosen = await tryPort(0);
  if (chosen === null) throw new Error("no free port on 127.0.0.1");
  return chosen;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}
