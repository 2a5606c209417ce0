import { createHmac, timingSafeEqual } from 'node:crypto';
import { orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { CodeKeys } from '../identity/emailLinkCodes.ts';

// Tokens in the links of emails. A token contains an organisation and the hash of an address. It is signed by this
// installation, is not stored and never expires. It only allows its holder to choose whether this address gets
// summaries.

export interface NamedAddress {
  readonly orgId: OrgId;
  readonly hash: string;
}

const shape = /^([0-9A-HJKMNP-TV-Z]{26})\.([0-9a-f]{32})\.([\w-]{43})$/;

const signature = (key: Uint8Array, { orgId, hash }: NamedAddress): string =>
  createHmac('sha256', key).update(`summary-address|${orgId}|${hash}`).digest('base64url');

export const addressToken = ([key]: CodeKeys, named: NamedAddress): string => {
  if (key === undefined) throw new Error('SESSION_SECRET holds no secret.');
  return `${named.orgId}.${named.hash}.${signature(key, named)}`;
};

/**
 * Returns the organisation and the address hash of a token. Undefined for a token that this installation did not sign.
 */
export const readAddressToken = (keys: CodeKeys, token: string): NamedAddress | undefined => {
  const [, org = '', hash = '', sig = ''] = shape.exec(token) ?? [];
  const orgId = orgIdSchema.safeParse(org);
  if (!orgId.success) return undefined;
  const named = { orgId: orgId.data, hash };
  const input = Buffer.from(sig);
  const isRight = keys.some((key) => timingSafeEqual(Buffer.from(signature(key, named)), input));
  return isRight ? named : undefined;
};
