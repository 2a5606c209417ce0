import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from './clientAddress.ts';

/** Headers by which a proxy, a tunnel or a content network shows that it forwards a request. */
const passedOn: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'fastly-client-ip'],
  ...['cf-connecting-ip', 'cf-ray', 'cdn-loop', 'x-arr-log-id', 'x-azure-clientip', 'x-appengine-user-ip'],
]);

const isForwarded = (header: string): boolean =>
  passedOn.has(header) || header.startsWith('x-forwarded-') || header.startsWith('x-original-');

/**
 * Demo mode has a known password and an unsigned bot endpoint: it answers this machine only. The peer alone does not say so
 * (a tunnel or proxy on this machine is loopback too), the Host alone neither (a page elsewhere may point its own name here).
 */
export const isLocalRequest = (req: IncomingMessage, url: URL): boolean =>
  isLoopbackAddress(req.socket.remoteAddress) &&
  isLoopbackHost(url.hostname) &&
  !Object.keys(req.headers).some(isForwarded);
