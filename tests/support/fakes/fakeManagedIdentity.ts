import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

// Fakes the App Service endpoint from which an app gets tokens of its managed identity. The endpoint returns tokens
// only for identities that a test has assigned.

export interface IdentityService {
  /** The environment variables that Azure sets for an app. */
  readonly env: Readonly<Record<string, string>>;
  /** Client ids of the managed identities for which the app requested a token, in order. */
  readonly asked: readonly string[];
  assign(clientId: string): void;
  close(): Promise<void>;
}

export const startIdentityService = async (): Promise<IdentityService> => {
  const [asked, assigned] = [[] as string[], new Set<string>()];
  const server = createServer((req, res) => {
    const clientId = new URL(req.url ?? '/', 'http://identity').searchParams.get('client_id') ?? '';
    asked.push(clientId);
    const isKnown = assigned.has(clientId);
    const seconds = Math.floor((performance.timeOrigin + performance.now()) / 1000) + 3_600;
    const token = { access_token: 'token', expires_on: String(seconds), resource: 'r', token_type: 'Bearer' };
    const refusal = {
      statusCode: 400,
      message: `No User Assigned or Delegated Managed Identity found for ${clientId}`,
    };
    res.writeHead(isKnown ? 200 : 400, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isKnown ? { ...token, client_id: clientId } : refusal));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/msi/token`;
  return {
    env: { IDENTITY_ENDPOINT: url, IDENTITY_HEADER: 'header', AZURE_TOKEN_CREDENTIALS: 'prod' },
    asked,
    assign: (clientId) => void assigned.add(clientId),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
