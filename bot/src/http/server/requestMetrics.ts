import { login, logout, refreshToken } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import {
  confirmRegisterEmail,
  forgotPassword,
  register,
  resetPassword,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { totpConfirm, totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import { exchangeCode, teamsSignIn } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { Exchange } from './httpExchange.ts';
import { routeName } from './routeName.ts';

const named = (event: string, endpoint: Pick<Endpoint, 'method' | 'path'>): [string, string] => [
  routeName(endpoint),
  event,
];

/** Calls that sign people in or out, or change their sign-in methods, with the event name of each call. */
const authCalls: ReadonlyMap<string, string> = new Map([
  named('login', login),
  named('refresh', refreshToken),
  named('logout', logout),
  named('second_factor', totpVerify),
  named('second_factor_set_up', totpConfirm),
  named('microsoft', exchangeCode),
  named('teams', teamsSignIn),
  named('register', register),
  named('confirm', confirmRegisterEmail),
  named('forgot', forgotPassword),
  named('reset', resetPassword),
]);

const outcomeOf = (status: number, refused: ErrorCode | undefined): string => {
  if (refused === 'TOO_MANY_REQUESTS') return 'limited';
  if (status >= 500) return 'failed';
  return refused === undefined ? 'ok' : 'refused';
};

/**
 * Routes that monitoring calls every few seconds. They are not counted, because their number would hide the requests of
 * people in the metrics.
 */
const probes: ReadonlySet<string> = new Set(
  ['/livez', '/healthz', '/readyz', '/metrics'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
);

/** Counts a reply that was sent or cut off, and records its duration. */
export const observeReply = ({ route, res, refused, ports }: Exchange, seconds: number): void => {
  if (probes.has(route)) return;
  const { metrics } = ports;
  metrics.count('http_requests_total', { route, status: `${Math.floor(res.statusCode / 100)}xx` });
  metrics.observe('http_request_seconds', seconds, {});
  const event = authCalls.get(route);
  if (event !== undefined)
    metrics.count('auth_events_total', { event: `${event}.${outcomeOf(res.statusCode, refused)}` });
};
