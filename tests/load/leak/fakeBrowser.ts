import { Agent, request as send } from 'node:http';
import type { Endpoint, Envelope, InputOf } from '#contracts/core/endpoint.ts';
import { refreshToken as refresh } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { requestOf } from '../../support/apps/testApp.ts';
import { jsonOf } from '../../support/http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../../support/http/rawHttpClient.ts';
import type { Browser } from './memoryLeakServerMessages.ts';

/** Sends a request over the agent's connection. Rejects if the reply is an error. */
export const sendOver = (port: number, agent: Agent, request: RawRequest): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', target, headers, body = '' } = request;
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = send(
      { host: '127.0.0.1', port, agent, method, path: target, headers: { ...headers, ...length } },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const read = Buffer.concat(parts);
          const status = reply.statusCode ?? 0;
          if (status >= 400) reject(new Error(`${method} ${target}: ${status} ${read.toString().slice(0, 300)}`));
          else resolve({ status, headers: {}, body: read });
        });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection while the request was on its way, so the request repeats as in a browser.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(sendOver(port, agent, request));
      else reject(error);
    });
    sent.end(body);
  });

/** A browser that stays signed in and keeps one connection open. */
export const openBrowser = (port: number, browser: Browser) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let session = { refreshToken: browser.refreshToken, token: '' };
  const bearer = (request: RawRequest): RawRequest => ({
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${session.token}` },
  });
  const ask = async <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>>): Promise<unknown> => {
    const reply = await sendOver(port, agent, bearer(requestOf(endpoint, input)));
    return (jsonOf(reply) as unknown as Envelope<unknown>).data;
  };
  return {
    ...browser,
    ask,
    download: (target: string): Promise<RawReply> => sendOver(port, agent, bearer({ target })),
    /** Renews the session, because an access token is valid for half an hour. */
    renew: async (): Promise<void> => {
      session = (await ask(refresh, { refreshtoken: session.refreshToken })) as Session;
    },
    close: (): void => {
      agent.destroy();
    },
  };
};
export type OpenBrowser = ReturnType<typeof openBrowser>;
