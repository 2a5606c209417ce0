import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from './clientAndLoopbackAddress.ts';

/** Headers that a proxy, a tunnel or a content delivery network adds to a request that it forwards. */
const passedOn: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'fastly-client-ip'],
  ...['cf-connecting-ip', 'cf-ray', 'cdn-loop', 'x-arr-log-id', 'x-azure-clientip', 'x-appengine-user-ip'],
]);

const isForwarded = (header: string): boolean =>
  passedOn.has(header) || header.startsWith('x-forwarded-') || header.startsWith('x-original-');

/**
 * True if a program on this machine sent the request. Demo mode replies only to such requests, because its password is
 * known and its bot endpoint unsigned. The peer address is not enough: a tunnel on this machine has a local address
 * too, and a page of another site may send any Host.
 */
export const isLocalRequest = (req: IncomingMessage, url: URL): boolean =>
  isLoopbackAddress(req.socket.remoteAddress) &&
  isLoopbackHost(url.hostname) &&
  !Object.keys(req.headers).some(isForwarded);
