import { timingSafeEqual } from 'node:crypto';
import { isLocalRequest } from './demoGuard.ts';
import type { Exchange } from './exchange.ts';

const sameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether who asks may look inside: a program of this machine itself, behind no proxy, or whoever knows the token. */
export const mayLookInside = ({ req, url }: Exchange, token: string | null): boolean => {
  if (isLocalRequest(req, url)) return true;
  const [scheme = '', said = ''] = (req.headers.authorization ?? '').split(' ');
  return token !== null && scheme.toLowerCase() === 'bearer' && sameText(said, token);
};
