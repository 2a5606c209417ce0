import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import {
  removeSignInMethod as removeSignInMethodCall,
  signInMethods as signInMethodsCall,
} from '#contracts/microsoftAccounts/listAndRemoveSignInMethods.ts';
import {
  exchangeCode,
  redirectUrl,
  signInOptions,
  teamsSignIn as teamsSignInCall,
} from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { Limiter } from '../../services/rateLimits/storedRateLimiter.ts';
import { removeSignInMethod, signInMethods } from '../../services/microsoftAccounts/listAndRemoveSignInMethods.ts';
import * as microsoftSignIn from '../../services/microsoftAccounts/microsoftWebSignIn.ts';
import type { Landing } from '../../services/microsoftAccounts/microsoftWebSignIn.ts';
import { teamsSignIn } from '../../services/microsoftAccounts/teamsSignIn.ts';
import type { TeamsSignInDeps } from '../../services/microsoftAccounts/teamsSignIn.ts';
import { bind, bindOpen, raw } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { bindingCookie, readCookie } from '../server/cookiesAndOriginCheck.ts';
import { readQuery } from '../server/readQueryAndPathParts.ts';

const cookieName = '__Host-signin';

/**
 * Returns the path to which the callback redirects: always the sign-in page of the web app, which checks the target in
 * the query before it opens the target.
 */
const landingPath = (landing: Landing): string => {
  const query = landing.target === '' ? '' : `?redirectUrl=${encodeURIComponent(landing.target)}`;
  const hash = 'code' in landing ? `code=${landing.code}` : `error=${landing.fault}`;
  return `/login${query}#${hash}`;
};

export interface MicrosoftAccountRouteDeps extends TeamsSignInDeps {
  readonly limiter: Limiter;
}

const callback = (deps: TeamsSignInDeps): Route =>
  raw('GET', '/api/v1/userlogin/callback', async (req, res, _body, exchange) => {
    const query = readQuery(exchange.url);
    const returned = { state: query.get('state'), code: query.get('code'), error: query.get('error') };
    const landing = await microsoftSignIn.finishMicrosoftSignIn(deps, returned, readCookie(req, cookieName));
    res.writeHead(302, { Location: landingPath(landing), 'Cache-Control': 'no-store' });
    res.end();
  });

export const microsoftAccountRoutes = (deps: MicrosoftAccountRouteDeps): readonly Route[] => [
  bindOpen(signInOptions, () => ({ microsoft: deps.entra?.web != null, teams: deps.entra !== null })),
  bindOpen(teamsSignInCall, (input) => teamsSignIn(deps, input)),
  bindOpen(redirectUrl, async (input, call) => {
    const actor = input.purpose === 'JOIN' ? await call.actor() : undefined;
    const begun = await microsoftSignIn.beginMicrosoftSignIn(deps, input, actor, call);
    call.setCookie(bindingCookie(cookieName, begun.browser, begun.maxAgeSeconds));
    return { url: begun.url };
  }),
  callback(deps),
  bindOpen(exchangeCode, async (input, call) => {
    if (call.isFromElsewhere) throw new AppError('FORBIDDEN');
    const session = await microsoftSignIn.exchangeMicrosoftCode(deps, input, {
      browser: call.cookie(cookieName),
      actor: call.actor,
    });
    call.setCookie(bindingCookie(cookieName, '', 0));
    return session;
  }),
  bind(signInMethodsCall, (actor) => signInMethods(deps, actor)),
  bind(removeSignInMethodCall, (actor, input) => removeSignInMethod(deps, actor, input)),
];
