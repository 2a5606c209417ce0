import { z } from 'zod';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { EntraWeb, Redemption } from '../entraPort.ts';
import { personIn, verifyEntraToken } from './verifyEntraToken.ts';
import type { Providers } from './verifyEntraToken.ts';

export interface EntraWebSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicUrl: string;
  readonly watch?: EntraWatch;
}

export interface EntraWatch {
  /** Called if Microsoft refused the credentials of this installation. `hasExpired`: the credentials have expired. */
  readonly onRefused: (hasExpired: boolean) => void;
  /** Called if Microsoft accepted the credentials of this installation. */
  readonly onTaken: () => void;
  readonly onDate: (dateMs: number) => void;
}

const callbackPath = '/api/v1/userlogin/callback';
const deadlineMs = 10_000;
/** The scope `profile` is needed, because it adds the object id to the token. */
const scopes = 'openid profile';

const unreachable = (cause?: unknown): AppError => new AppError('UNAVAILABLE', { cause });
const refused = (cause?: unknown): AppError => new AppError('UNAUTHENTICATED', { cause });

const tokens = z.object({ id_token: z.string() });

const addressOf = (endpoint: string | undefined): string => {
  if (endpoint === undefined) throw unreachable();
  return endpoint;
};

const withQuery = (address: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};

const post = async (url: string, form: Readonly<Record<string, string>>): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    // The form contains the client secret, so the request must not follow a redirect to another URL.
    return await fetch(url, { method: 'POST', body: new URLSearchParams(form), signal, redirect: 'error' });
  } catch (error) {
    throw unreachable(error);
  }
};

const refusal = z.object({ error: z.string(), error_codes: z.array(z.number()).optional() });
/**
 * Entra's error numbers for expired credentials. 7000222: the client secret has expired. 700027: Entra rejected a
 * signature, for example of an expired certificate.
 */
const expiredCodes: ReadonlySet<number> = new Set([7_000_222, 700_027]);

/**
 * Reports that Microsoft refused the credentials of this installation. If Microsoft refused only the authorization code
 * of the person, nothing is reported.
 */
const reportRefusal = async (response: Response, watch: EntraWatch | undefined): Promise<void> => {
  const content = refusal.safeParse(await response.json().catch(() => undefined)).data;
  if (content?.error !== 'invalid_client' && content?.error !== 'unauthorized_client') return;
  watch?.onRefused(content.error_codes?.some((code) => expiredCodes.has(code)) ?? false);
};

const idTokenOf = async (response: Response, watch: EntraWatch | undefined): Promise<string> => {
  if (response.status >= 500 || response.status === 429) throw unreachable();
  if (!response.ok) {
    await reportRefusal(response, watch);
    throw refused();
  }
  watch?.onTaken();
  try {
    return tokens.parse(await response.json()).id_token;
  } catch (error) {
    throw unreachable(error);
  }
};

/** Signs people in on the web by authorization code with PKCE and a client secret. */
export const createEntraWeb = (settings: EntraWebSettings, providers: Providers, clock: Clock): EntraWeb => {
  const { clientId, clientSecret, publicUrl, watch } = settings;
  const redirectUri = `${publicUrl}${callbackPath}`;
  const redeem = async ({ code, verifier, nonce }: Redemption) => {
    const { token_endpoint: endpoint } = await providers.v2.metadata();
    const response = await post(addressOf(endpoint), {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      scope: scopes,
      code,
      code_verifier: verifier,
    });
    const payload = await verifyEntraToken(await idTokenOf(response, watch), {
      providers,
      audiences: [clientId],
      clock,
    });
    if (payload['nonce'] !== nonce) throw refused();
    return personIn(payload);
  };
  return {
    authorizeUrl: async ({ state, nonce, challenge }) => {
      const { authorization_endpoint: endpoint } = await providers.v2.metadata();
      return withQuery(addressOf(endpoint), {
        client_id: clientId,
        response_type: 'code',
        // `form_post` is not possible: the cookie that binds the reply to this browser is SameSite=Lax
        // (cookiesAndOriginCheck.ts), so browsers do not send it with a POST request from another site.
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
    },
    redeem,
    logoutUrl: async (returnTo) => {
      const { end_session_endpoint: endpoint } = await providers.v2.metadata();
      return withQuery(addressOf(endpoint), { post_logout_redirect_uri: returnTo });
    },
  };
};
