import { timingSafeEqual } from 'node:crypto';
import { isLocalRequest } from './demoGuard.ts';
import type { Exchange } from './exchange.ts';

const sameText = (text: string, other: string): boolean => {
  const [a, b] = [Buffer.from(text), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** True if the caller may look inside: a program on this machine without a proxy, or a caller with the token. */
export const mayLookInside = ({ req, url }: Exchange, token: string | null): boolean => {
  if (isLocalRequest(req, url)) return true;
  const [scheme = '', said = ''] = (req.headers.authorization ?? '').split(' ');
  return token !== null && scheme.toLowerCase() === 'bearer' && sameText(said, token);
};
