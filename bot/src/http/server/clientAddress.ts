import { isIP } from 'node:net';

/** `1.2.3.4`, `1.2.3.4:5678` (Azure writes it so), `[::1]:80`, `::ffff:1.2.3.4` → the bare address; anything else is none. */
const bareAddress = (text: string): string | undefined => {
  const trimmed = text.trim();
  const inner = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 0 ? undefined : address;
};

/**
 * Address of the caller. Each trusted proxy appends the address that it saw, so with n of them the n-th from the right is true.
 * The addresses left of it are only claims.
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

/** For a hostname as `URL` writes it: 127.0.0.0/8, ::1 and the name localhost; no other name, whatever it resolves to. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
