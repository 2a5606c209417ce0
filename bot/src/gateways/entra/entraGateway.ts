import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { Entra } from '../entraPort.ts';
import { createOpenIdProvider } from '../openid/openIdMetadataAndKeys.ts';
import { isForOurTab, personIn, verifyEntraToken } from './verifyEntraToken.ts';
import { createEntraWeb } from './entraWebSignIn.ts';
import type { EntraWatch } from './entraWebSignIn.ts';

export interface EntraSettings {
  readonly clientId: string;
  /** Secret for sign-in on the web; null = this sign-in is off. Silent sign-in in Teams needs no secret. */
  readonly clientSecret: string | null;
  /**
   * URL that ends with the tenant: `https://login.microsoftonline.com/organizations`, or a tenant id instead of
   * `organizations` to admit only that tenant.
   */
  readonly authority: string;
  /** URL of this installation without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Is notified when Microsoft accepts or refuses the credentials of this installation, and gets the Date header of
   * replies.
   */
  readonly watch?: EntraWatch;
}

/** Scope of the token that Teams requests for the tab of this app. */
const tabScope = 'access_as_user';

export const createEntra = (settings: EntraSettings, clock: Clock): Entra => {
  const { clientId, clientSecret, authority, publicUrl } = settings;
  const onDate = settings.watch?.onDate;
  const providers = {
    v1: createOpenIdProvider(`${authority}/.well-known/openid-configuration`, clock, onDate),
    v2: createOpenIdProvider(`${authority}/v2.0/.well-known/openid-configuration`, clock, onDate),
  };
  // Accepted audiences of tokens: the client id in tokens of format 2, the application URI in tokens of format 1.
  const audiences = [clientId, `api://${new URL(publicUrl).host}/${clientId}`];
  return {
    personOf: async (ssoToken) => {
      const payload = await verifyEntraToken(ssoToken, { providers, audiences, clock });
      if (!isForOurTab(payload, tabScope)) throw new AppError('UNAUTHENTICATED');
      return personIn(payload);
    },
    web: clientSecret === null ? null : createEntraWeb({ ...settings, clientSecret }, providers, clock),
  };
};
