import { isIP } from 'node:net';

/**
 * Returns the IP address without port and brackets, for `1.2.3.4`, `1.2.3.4:5678` (the form of Azure), `[::1]:80` or
 * `::ffff:1.2.3.4`. Undefined if the text contains no address.
 */
const bareAddress = (text: string): string | undefined => {
  const trimmed = text.trim();
  const inner = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
};

/**
 * Returns the IP address of the caller. Each trusted proxy appends the address that it saw, so with n proxies the n-th
 * address from the right is reliable. The caller may have invented the addresses to the left of it.
 */
export const clientAddress = (peer: string | undefined, forwardedFor: string | undefined, hops: number): string => {
  const known = bareAddress(peer ?? '') ?? 'unknown';
  if (hops === 0 || forwardedFor === undefined) return known;
  const claimed = forwardedFor.split(',');
  return bareAddress(claimed[Math.max(0, claimed.length - hops)] ?? '') ?? known;
};

export const isLoopbackAddress = (peer: string | undefined): boolean => {
  const address = bareAddress(peer ?? '');
  return address === '::1' || (address?.startsWith('127.') ?? false);
};

/**
 * True if a hostname from `URL` means this machine: 127.0.0.0/8, ::1 or localhost. Other names are false even if they
 * resolve to this machine.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
