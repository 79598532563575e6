import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between replicas and their database, as a network or a fail-over does. */
export interface DatabaseWay {
  /** The database's, by this way. */
  readonly url: string;
  /** Every connection is reset, and every new one too, until it is mended. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openDatabaseWay(databaseUrl: string): Promise<DatabaseWay> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const reset = (socket: Socket) => void socket.resetAndDestroy();
  const server = createServer((here) => {
    here.on("error", () => undefined);
    if (isCut) return reset(here);
    const there = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one);
      one
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    open.forEach(reset);
  };
  return {
    ...{ url: url.href, cut },
    mend: () => void (isCut = false),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
