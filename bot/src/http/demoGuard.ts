import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from './address.ts';

const isForwarded = (header: string): boolean => header === 'forwarded' || header.startsWith('x-forwarded-');

/**
 * Demo mode has a known password and an unsigned bot endpoint: it answers this machine only. The peer alone does not say so
 * (a tunnel or proxy on this machine is loopback too), the Host alone neither (a page elsewhere may point its own name here).
 */
export const isLocalRequest = (req: IncomingMessage, url: URL): boolean =>
  isLoopbackAddress(req.socket.remoteAddress) &&
  isLoopbackHost(url.hostname) &&
  !Object.keys(req.headers).some(isForwarded);
