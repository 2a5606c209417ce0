import { getInstallation } from '#contracts/installation.ts';
import type { Installation } from '#contracts/installation.ts';
import type { Clock } from '../domain/clock.ts';
import { bindOpen, raw } from './bind.ts';
import type { Route } from './bind.ts';

export interface InstallationRouteDeps {
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly installation: Installation;
  /** Where people are helped; null = the page of the web app that says whom to ask. */
  readonly supportUrl: string | null;
  /** Where holes are reported: an address of mail or of the web; null = where people are helped. */
  readonly securityContact: string | null;
}

const dayMs = 86_400_000;
/** RFC 9116 advises less than a year. Counted from the day it is read: whoever runs the server stands behind it that day. */
const validDays = 180;

const uriOf = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`);

/** /.well-known/security.txt as RFC 9116 has it. */
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

/** Who runs this, and where they can be reached: open to anyone. */
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
  // Pages and cards link here, so that the address itself stands in the settings alone.
  raw('GET', '/support', (_req, res) => {
    res.writeHead(302, { Location: deps.supportUrl ?? '/help', 'Cache-Control': 'no-store' });
    res.end();
    return Promise.resolve();
  }),
];
