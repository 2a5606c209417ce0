import { timingSafeEqual } from 'node:crypto';
import { isLocalRequest } from './isLocalRequest.ts';
import type { Exchange } from './httpExchange.ts';

const sameText = (text: string, other: string): boolean => {
  const [a, b] = [Buffer.from(text), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * True if the caller may read internal details: a program on this machine without a proxy, or a caller with the token.
 */
export const canReadInternalDetails = ({ req, url }: Exchange, token: string | null): boolean => {
  if (isLocalRequest(req, url)) return true;
  const [scheme = '', text = ''] = (req.headers.authorization ?? '').split(' ');
  return token !== null && scheme.toLowerCase() === 'bearer' && sameText(text, token);
};
