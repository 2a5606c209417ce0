import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import { firstSupportedLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Actor } from '../../services/core/actor.ts';
import type { Exchange } from './httpExchange.ts';

const bearer = /^Bearer +([A-Za-z0-9._~+/=-]{1,8192})$/i;

const readToken = (exchange: Exchange): string | undefined =>
  bearer.exec(exchange.req.headers.authorization ?? '')?.[1];

/**
 * Returns the caller whom the token of the request identifies; undefined without a valid token. After this call,
 * replies are in the caller's language.
 */
export const findActor = async (exchange: Exchange): Promise<Actor | undefined> => {
  const token = readToken(exchange);
  if (token === undefined) return undefined;
  const actor = await exchange.ports.authenticate(token, exchange.locale);
  if (actor !== undefined) exchange.locale = actor.locale;
  return actor;
};

/** Throws FORBIDDEN if the role does not have this permission for any object, not even for the caller's own. */
export const requireRole = ({ role }: Actor, access: Permission): void => {
  if (!hasPermission(access, { role, belongsToTeam: true, isOwner: true })) throw new AppError('FORBIDDEN');
};

/**
 * Returns the caller, who must be signed in and have a role with this permission. Access to the single object is
 * checked later by the service function, because it reads the row. The service function must treat the row of another
 * person like a missing row.
 */
export const requireActor = async (exchange: Exchange, access: Permission): Promise<Actor> => {
  const actor = await findActor(exchange);
  if (actor === undefined) throw new AppError('UNAUTHENTICATED');
  requireRole(actor, access);
  return actor;
};

/**
 * Returns the best supported language of an Accept-Language header. If no language is supported, returns the best valid
 * tag; without a valid tag or header, English.
 */
export const preferredLocale = (header: string | undefined): string => {
  if (header === undefined) return 'en';
  const choices = header
    .slice(0, 200)
    .split(',')
    .map((choice) => {
      const [tag = '', quality] = choice.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) && quality > 0);
  const best = choices.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag);
  return firstSupportedLocale(best) ?? best[0] ?? 'en';
};
