import { getInstallation } from '#contracts/operations/operatorInfo.ts';
import type { Installation } from '#contracts/operations/operatorInfo.ts';
import type { Clock } from '../../../domain/core/clockPort.ts';
import { bindOpen, raw } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../server/bindEndpointsAndRawRoutes.ts';

export interface InstallationRouteDeps {
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly installation: Installation;
  /** URL of the support page; null = the page of the web app that shows the contact. */
  readonly supportUrl: string | null;
  /** Contact for security reports, an email address or a URL; null = the support page. */
  readonly securityContact: string | null;
}

const dayMs = 86_400_000;
/**
 * Days until the file expires; RFC 9116 advises less than a year. The period starts on the day of the request, because
 * the running installation confirms the contact on that day.
 */
const validDays = 180;

const uriOf = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`);

/** Returns the text of /.well-known/security.txt in the form of RFC 9116. */
export const securityText = ({ clock, publicUrl, supportUrl, securityContact }: InstallationRouteDeps): string => {
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const expires = new Date(today + validDays * dayMs).toISOString().replace('.000Z', 'Z');
  return [
    `Contact: ${uriOf(securityContact ?? supportUrl ?? `${publicUrl}/help`)}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
};

export const installationRoutes = (deps: InstallationRouteDeps): readonly Route[] => [
  bindOpen(getInstallation, () => deps.installation),
  raw('GET', '/.well-known/security.txt', (_req, res) => {
    const text = securityText(deps);
    res.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': String(Buffer.byteLength(text)),
    });
    res.end(text);
    return Promise.resolve();
  }),
  // Pages and cards link to /support, so that the target can be changed in the settings alone.
  raw('GET', '/support', (_req, res) => {
    res.writeHead(302, { Location: deps.supportUrl ?? '/help', 'Cache-Control': 'no-store' });
    res.end();
    return Promise.resolve();
  }),
];
