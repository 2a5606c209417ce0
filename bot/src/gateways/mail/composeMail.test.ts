import { createTransport } from 'nodemailer';
import type { Email } from '../mailPort.ts';
import { translateFor } from '../../translate.ts';
import { composeMail } from './composeMail.ts';

const publicUrl = 'https://rollcall.test';
const stopUrl = `${publicUrl}/email/summaries/${'0'.repeat(26)}.${'a'.repeat(32)}.${'b'.repeat(43)}`;

const rawOf = async (email: Email, locale = 'en'): Promise<string> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const settings = { translateFor: translateFor, publicUrl, from: 'no-reply@rollcall.test' };
  const { message } = await transport.sendMail(composeMail(settings, { id: 'x', to: 'a@b.test', locale, email }));
  return (message as Buffer).toString('utf8');
};

const summary = (name: string): Email => ({
  kind: 'SUMMARY',
  url: `${publicUrl}/reports/x`,
  timezone: 'UTC' as never,
  organization: name,
  sender: name,
  stopUrl,
  model: {
    header: { meetingId: 'x', meetingName: name, date: '2026-11-20', state: 'COMPLETED' },
    facts: { answered: 0, asked: 1, goals: 0, goalsTicked: 0, goalsOffered: 0, blockers: 0, newBlockers: 0 },
    attention: [],
    people: { blocked: [], answered: [], open: [], away: [], missing: [] },
    digest: '',
  } as never,
});
const digest: Email = {
  ...{ kind: 'DIGEST', url: `${publicUrl}/digests`, organization: 'Contoso', sender: 'Ann', stopUrl },
  model: {
    ...{ digestName: 'Evening', place: 'Platform', isOrganisation: false, isLate: false, leavesOutEmpty: true },
    ...{ from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z', timezone: 'UTC', sections: [], runs: 0 },
    ...{ attention: [], people: [], missing: [], trends: [], teams: [], stopped: null },
  } as never,
};
const consent = (name: string, url = stopUrl): Email => ({ kind: 'CONSENT', organization: name, sender: name, url });

/** Returns the unfolded header lines of the whole message, but not those of its parts. */
const headersOf = (raw: string): string[] => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
const names = (raw: string): string[] => headersOf(raw).map((line) => (line.split(':')[0] ?? '').toLowerCase());

describe('headers of an email', () => {
  it.each([
    ['a summary', summary('Contoso')],
    ['a digest', digest],
    ['a request for consent', consent('Contoso')],
  ])('offer to unsubscribe with one click in %s', async (_what, email) => {
    const headers = headersOf(await rawOf(email));
    expect(headers).toContain(`List-Unsubscribe: <${stopUrl}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('offer one click over HTTPS only, and nothing in emails about an account', async () => {
    const plain = headersOf(await rawOf(consent('Contoso', stopUrl.replace('https', 'http'))));
    expect(plain.filter((line) => line.startsWith('List-'))).toEqual([
      `List-Unsubscribe: <${stopUrl.replace('https', 'http')}>`,
    ]);
    expect(names(await rawOf({ kind: 'IN_USE' })).filter((name) => name.startsWith('list-'))).toEqual([]);
  });

  it.each([
    'x\r\nBcc: v@evil.test',
    'x\nBcc: v@evil.test',
    'x\r\n\r\n<b>body</b>',
    'x\u2028Bcc: v@evil.test',
    'x\u0000y\u0085Bcc:z',
  ])('cannot be changed by %j in the name of a report, an organisation or a person', async (hostile) => {
    const expected = names(await rawOf(summary('Contoso')));
    expect(names(await rawOf(summary(hostile)))).toEqual(expected);
    expect(names(await rawOf(consent(hostile)))).toEqual(names(await rawOf(consent('Contoso'))));
    expect(headersOf(await rawOf(summary(hostile))).filter((line) => /^(?:bcc|cc):/i.test(line))).toEqual([]);
  });
});

describe('a request for consent', () => {
  it('carries no link and no long message by the person who names the organisation', async () => {
    const hostile = 'Pay at https://evil.example/now or mail pay@evil.example. '.repeat(3);
    const raw = (await rawOf(consent(hostile))).replace(/=\r\n/g, '');
    expect(raw).not.toMatch(/https:\/\/evil|evil\.example|pay@evil/);
    expect(raw).not.toMatch(/^Subject:.*Pay/m);
  });

  it('names the organisation and the person who asks, in every language', () => {
    for (const locale of ['en', 'de', 'es', 'fr', 'ja', 'ar']) {
      const { text } = composeMail(
        { translateFor: translateFor, publicUrl, from: 'a@b.test' },
        {
          id: 'x',
          to: 'a@b.test',
          locale,
          email: { kind: 'CONSENT', organization: 'Contoso', sender: 'Bob', url: stopUrl },
        },
      );
      expect(text).toContain('Contoso');
      expect(text).toContain('Bob');
      expect(text).toContain(stopUrl);
    }
  });
});
