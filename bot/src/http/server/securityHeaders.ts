import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Hosts that may show the tab pages in a frame: Teams, Outlook and Microsoft 365, under their old and new names. */
const teamsHosts = [
  'https://teams.microsoft.com',
  'https://*.teams.microsoft.com',
  'https://*.cloud.microsoft',
  'https://*.microsoft365.com',
  'https://*.office.com',
  'https://outlook.office365.com',
  'https://*.skype.com',
  'https://*.teams.microsoft.us',
] as const;

/** teams-js loads the list of valid hosts from this URL before it trusts a host. */
const hostList = 'https://res.cdn.office.net';

const policy = (frameAncestors: readonly string[], ...connects: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // Fluent's styling engine inserts its rules as style elements, so inline styles must be allowed.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connects],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': frameAncestors,
  },
});

/**
 * True for pages that Teams opens as documents. Later navigation by the router of the client stays in the same
 * document.
 */
const isTabPage = (pathname: string): boolean => /^\/(?:teamslanding|TeamsConfig|teams(?:\/.*)?)\/?$/.test(pathname);

export type SecurityHeaders = (pathname: string, res: ServerResponse) => void;

/** Returns the headers that helmet sets. They are the same for every request, so they are computed once. */
const headersOf = (settings: Parameters<typeof helmet>[0]): readonly (readonly [string, string])[] => {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  helmet(settings)(req, res, (fault) => {
    if (fault !== undefined) throw new Error('helmet refuses its settings', { cause: fault });
  });
  return res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]);
};

/**
 * Returns the function that sets the security headers of a page. X-Frame-Options is left out because it cannot list
 * hosts; frame-ancestors replaces it.
 */
export const securityHeaders = (isHttps: boolean): SecurityHeaders => {
  const common = {
    xFrameOptions: false,
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  } as const;
  const framed = headersOf({
    ...common,
    contentSecurityPolicy: policy(["'self'", ...teamsHosts], hostList),
    // A page that Teams opened as a sign-in window must keep the reference to its opener.
    crossOriginOpenerPolicy: false,
  });
  const unframed = headersOf({
    ...common,
    contentSecurityPolicy: policy(["'none'"]),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  return (pathname, res) => {
    for (const [name, value] of isTabPage(pathname) ? framed : unframed) res.setHeader(name, value);
  };
};
