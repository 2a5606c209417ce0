import { memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { translateFor } from '../../translate.ts';
import type { Email } from '../mailPort.ts';
import { subjectLine } from './emailLayout.ts';
import { renderEmail } from './renderEmail.ts';

const publicUrl = 'https://rollcall.test';
const render = (email: Email) => renderEmail(email, { t: translateFor('en'), locale: 'en', publicUrl });
const member = memberId.parse('01M7W9GCBFN31JBV69MC9JMK2Y');
const code = 'c'.repeat(43);
const letters: readonly Email[] = [
  { kind: 'CONFIRM', code },
  { kind: 'RESET', code, firstName: 'Ann' },
  { kind: 'INVITE', code, memberId: member, inviter: 'Bob', organization: 'Contoso' },
  { kind: 'IN_USE' },
  { kind: 'REGISTER_AGAIN', code },
  { kind: 'PASSWORD_CHANGED', firstName: 'Ann', removed: 2 },
  { kind: 'ACCESS_CHANGED', firstName: 'Ann', change: 'JOINED', organization: 'Contoso' },
  { kind: 'FACTOR_RESET', firstName: 'Bob', admin: 'Ann', organization: 'Contoso' },
  { kind: 'CONNECTED', organization: 'Contoso', admin: 'Ann', installer: 'Bob' },
  { kind: 'ORG_DELETED', code, organization: 'Contoso', admin: 'Ann', until: 'November 27, 2026' },
  { kind: 'CONSENT', organization: 'Contoso', sender: 'Ann', url: `${publicUrl}/email/summaries/x` },
];
const hrefs = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');

describe('an email', () => {
  it.each([
    ['CONFIRM', `${publicUrl}/confirm/${code}`],
    ['RESET', `${publicUrl}/reset-password/${code}`],
    ['INVITE', `${publicUrl}/register/${member}?code=${code}`],
    ['REGISTER_AGAIN', `${publicUrl}/register?code=${code}`],
    ['IN_USE', `${publicUrl}/login`],
    ['PASSWORD_CHANGED', `${publicUrl}/forgot-password`],
    ['ACCESS_CHANGED', `${publicUrl}/forgot-password`],
    ['FACTOR_RESET', `${publicUrl}/login`],
    ['CONNECTED', `${publicUrl}/`],
    ['ORG_DELETED', `${publicUrl}/organization/restore/${code}`],
    ['CONSENT', `${publicUrl}/email/summaries/x`],
  ])('%s leads to %s, in both parts', (kind, url) => {
    const email = letters.find((item) => item.kind === kind);
    if (email === undefined) throw new Error('no such email');
    const { text, html } = render(email);
    expect(hrefs(html)).toEqual([url]);
    expect(text).toContain(`\n${url}\n`);
  });

  it.each(letters.map((email) => [email.kind, email] as const))('%s leaves no text unfilled', (_kind, email) => {
    const { subject, text, html } = render(email);
    for (const part of [subject, text, html.replace(/<style>.*<\/style>/s, '')])
      expect(part).not.toMatch(/[{}]|undefined|mail\.\w/);
    expect(subject).toContain('Rollcall');
  });

  const values = [
    'Org<a href="https://evil.com">s</a>',
    '&lt;img src=x onerror=alert(1)&gt;',
    'x\r\nBcc: v@evil.com',
    '=?utf-8?B?PHNjcmlwdD4=?=',
    '\u202egro.elpmaxe//:sptth',
    '{product} {0} {name, plural, other {x}}',
    'O\'Neill & "Sons"',
  ];
  it.each(values)('shows %j as text and nothing else', (value) => {
    for (const email of [
      { kind: 'INVITE', code, memberId: member, inviter: value, organization: value },
      { kind: 'RESET', code, firstName: value },
      { kind: 'PASSWORD_CHANGED', firstName: value, removed: 0 },
      { kind: 'ACCESS_CHANGED', firstName: value, change: 'JOINED', organization: value },
      { kind: 'FACTOR_RESET', firstName: value, admin: value, organization: value },
      { kind: 'CONNECTED', organization: value, admin: value, installer: value },
      { kind: 'ORG_DELETED', code, organization: value, admin: value, until: 'later' },
    ] as const) {
      const { subject, text, html } = render(email);
      const asWords = value.replace(/[\r\n]/g, ' ');
      expect(text).toContain(asWords);
      expect(html).not.toContain('<a href="https://evil');
      expect(hrefs(html).every((href) => href.startsWith(`${publicUrl}/`))).toBe(true);
      const escaped = asWords.replace(
        /[&<>"']/g,
        (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[sign] ?? ''};`,
      );
      expect(html).toContain(escaped);
      expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false);
      expect(subject).not.toContain(value);
    }
  });

  it('keeps characters that turn the reading direction inside the name', () => {
    const { text } = render({ kind: 'RESET', code, firstName: '\u202egro.live' });
    expect(text).toContain('Hello \u2068\u202egro.live\u2069,');
    const escaping = render({ kind: 'RESET', code, firstName: 'Ann\u2069\u202egro.live' });
    expect(escaping.text).toContain('Hello \u2068Ann\u202egro.live\u2069,');
  });

  it('shows none of the typed text to the owner of an unproven address', () => {
    // If the email contained user-written text, a registration could send such text to any address.
    expect(Object.keys(letters[0] ?? {})).toEqual(['kind', 'code']);
    expect(Object.keys(letters[3] ?? {})).toEqual(['kind']);
    expect(Object.keys(letters[4] ?? {})).toEqual(['kind', 'code']);
  });
});

describe('a subject', () => {
  it('is one line of at most 200 characters without signs that turn the direction', () => {
    expect(subjectLine('a\r\nBcc: x@y.z')).toBe('a  Bcc: x@y.z');
    expect(subjectLine('\u202eabc\u2066\u2028d')).toBe('abc d');
    expect(Array.from(subjectLine('😀'.repeat(300)))).toHaveLength(200);
  });
});
