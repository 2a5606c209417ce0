import https from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { WebhookError } from '../webhookPort.ts';
import type { WebhookFault, WebhookGateway } from '../webhookPort.ts';
import { addressOfHost, checkedLookup, PrivateAddress, publicCheck } from '../privateAddressGuard.ts';
import type { AddressCheck } from '../privateAddressGuard.ts';

/** The parts that a test replaces, to reach a recording server on its own machine. */
export interface WebhookPort extends AddressCheck {
  readonly request: (url: URL, options: RequestOptions, onReply: (reply: IncomingMessage) => void) => ClientRequest;
}

const publicPort: WebhookPort = { ...publicCheck, request: https.request };

const retried: ReadonlySet<number> = new Set([408, 425, 429]);

const faultOf = (status: number): WebhookFault | undefined => {
  if (status >= 200 && status < 300) return undefined;
  // A redirect is refused, because its target was not checked.
  if (status < 500 && !retried.has(status)) return { kind: 'REFUSED', status };
  return { kind: 'LATER', mayHaveArrived: status >= 500 };
};

interface Call {
  readonly url: URL;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
}

const post = (port: WebhookPort, { url, body, headers, deadlineMs }: Call): Promise<void> =>
  new Promise((done, fail) => {
    let isConnected = false;
    const request = port.request(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: checkedLookup(port),
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
      },
      (reply) => {
        const fault = faultOf(reply.statusCode ?? 0);
        let bytes = 0;
        // The content of the reply is ignored. It is read up to a limit, so that the receiver can send its whole reply.
        reply.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > digestLimits.webhookReplyBytes) request.destroy();
        });
        if (fault === undefined) done();
        else fail(new WebhookError(fault));
        reply.resume();
      },
    );
    const timer = setTimeout(() => request.destroy(new Error('The webhook did not reply in time.')), deadlineMs);
    timer.unref();
    request.on('socket', (socket) => {
      // With TLS, nothing is sent before the certificate was accepted.
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('close', () => {
      clearTimeout(timer);
    });
    request.on('error', (error) => {
      fail(
        new WebhookError(
          error instanceof PrivateAddress ? { kind: 'FORBIDDEN' } : { kind: 'LATER', mayHaveArrived: isConnected },
        ),
      );
    });
    request.end(body);
  });

/** Creates the gateway. Only tests replace the default WebhookPort. */
export const createWebhooks = (port: WebhookPort = publicPort): WebhookGateway => ({
  post: async ({ url, body, headers }, deadlineMs) => {
    const target = new URL(url);
    const address = addressOfHost(target.hostname);
    // A connection to an IP address resolves no name and so skips `checkedLookup`. The address is therefore checked
    // before the call.
    if (address !== undefined && !port.isAllowed(address)) throw new WebhookError({ kind: 'FORBIDDEN' });
    if (Buffer.byteLength(body) > digestLimits.webhookBytes) throw new WebhookError({ kind: 'REFUSED', status: 413 });
    await post(port, { url: target, body, headers, deadlineMs });
  },
});
