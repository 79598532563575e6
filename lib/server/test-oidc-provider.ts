import { createPublicKey, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OidcProvider {
  readonly issuer: string;
  /** Whom it vouches for next. */
  claims: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  isForging: boolean;
  close(): void;
}

/** A small OpenID Connect provider on loopback: discovery, authorisation without a question, tokens, keys. */
export async function startOidcProvider(clientId: string): Promise<OidcProvider> {
  const keys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { privateKey, publicKey } = keys();
  const other = keys();
  const nonces = new Map<string, string | null>();
  const provider = { issuer: "", claims: {}, isForging: false, close: () => void server.close() };
  const token = (nonce: string | null): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const times = { iat: seconds, exp: seconds + 300, ...(nonce === null ? {} : { nonce }) };
    const body = { iss: provider.issuer, aud: clientId, ...times, ...provider.claims };
    const text = `${part({ alg: "RS256", kid: "k1", typ: "JWT" })}.${part(body)}`;
    const key = provider.isForging ? other.privateKey : privateKey;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`;
  };
  const answer = (url: URL, code: string | null): object | URL => {
    const { issuer } = provider;
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ["RS256"],
        };
      case "/jwks":
        return {
          keys: [
            {
              ...createPublicKey(publicKey.export({ type: "spki", format: "pem" })).export({ format: "jwk" }),
              kid: "k1",
              alg: "RS256",
              use: "sig",
            },
          ],
        };
      case "/auth": {
        const given = randomUUID();
        nonces.set(given, url.searchParams.get("nonce"));
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", given);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return back;
      }
      default:
        return {
          access_token: "an access token",
          token_type: "Bearer",
          expires_in: 300,
          id_token: token(nonces.get(code ?? "") ?? null),
        };
    }
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", provider.issuer);
      const said = answer(url, new URLSearchParams(body).get("code"));
      if (said instanceof URL) response.writeHead(302, { location: said.href }).end();
      else response.setHeader("content-type", "application/json").end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}
