import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import { getOrg, orgAudit, updateOrg } from '#contracts/organisations/organisationCalls.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import * as invitations from '#contracts/registration/memberInvitationCalls.ts';
import { getProfile, saveUser, updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { decodedMail } from '../../support/apps/attackApp.ts';
import type { AttackApp, AttackReply } from '../../support/apps/attackApp.ts';
import type { Attack } from '../../support/apps/runAndTabulateAttacks.ts';
import { attackTexts as awkward } from '../../support/data/attackTexts.ts';
import { aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aGoal, aPerson, anAsk, aReader, aSummary, optionQuestion } from '../../support/data/cardModelBuilders.ts';
import { faultsOf, partsOf } from '../../support/data/readAndCheckCards.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { emailOf, passwordOf } from '../../support/apps/testApp.ts';
import { readable } from '../../support/data/messagesWithReadableCards.ts';

// Tests texts of users: unusual addresses, markup in names, and secrets that must never appear in the log, in an error
// reply or in an email to another person.

const password = 'copper meadow violin';
const kept = (value: string): string => value.normalize('NFC').trim();
/** True if the product rejected the text as invalid input, with a sentence for the user. */
const isRefused = ({ status, json }: AttackReply): boolean =>
  status === 400 && json['errorCode'] === 'INVALID_INPUT' && String(json['message']).length > 10;

const accepted = [
  'a@b.co',
  'A2@B.CO',
  'a@sub.b.co.uk',
  'a@xn--exmple-cua.de',
  '1@b.co',
  "o'neil+tag@b.co",
  'trim@b.co  ',
];
const refused = [
  ...[
    '"a b"@b.co',
    'a..b@b.co',
    'a@b',
    'a@b.co\r\nBcc: x@y.z',
    'a@b.co\nBcc: x@y.z',
    'a@b.co\n',
    '<a@b.co>',
    '"x@evil.com x"@b.co',
  ],
  ...['a@b_c.co', 'mrs.\u03bf@b.co', '%0aa@b.co', 'a@b.co;c@d.co', 'a@b.co,c@d.co', 'x (a@evil.co) <a@b.co>'],
  ...[`a@${'b'.repeat(250)}.co`, `${'a'.repeat(65)}@b.co`, 'a@good.com(.evil.com)', 'user@ex\u00e4mple.de'],
];
const same = [
  ['Twin@B.CO', 'twin@b.co'],
  ['twin2@b.co ', 'twin2@b.co'],
] as const;
const different = [
  ['a+1@b.co', 'a1@b.co'],
  ['a.b@gmail.com', 'ab@gmail.com'],
  ['i2@b.co', '\u01302@b.co'],
] as const;

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'Org<a href="https://evil.com">s</a>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '[x](https://evil.com)',
  '=?utf-8?B?PHNjcmlwdD4=?=',
  '\u202egro.elpmaxe//:sptth',
  'a\u2069\u202egro.live',
  '{product} {0} {name, plural, other {x}}',
  'x\r\nBcc: v@evil.com',
];

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&${entities[sign] ?? ''};`);
const visible = (text: string): string => text.replace(/[\u2066-\u2069\u202a-\u202e]/g, '');

/**
 * Returns the rules that a sent email breaks, for example: one recipient, and the text unchanged in both parts; empty =
 * none.
 */
const faultsIn = (raw: string, to: readonly string[], value: string): string[] => {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/));
  const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(head)?.[1] ?? '';
  const whole = decodedMail(raw);
  const parts = visible(whole);
  const index = parts.indexOf('<!doctype');
  const [text, html] = [parts.slice(0, index), parts.slice(index)];
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
  return [
    ...(to.length === 1 ? [] : ['several recipients']),
    ...(/^bcc:/im.test(head) || subject.length > 400 ? ['headers'] : []),
    ...(text.includes(visible(value)) ? [] : ['not said in text']),
    ...(html.includes(escaped(visible(value))) ? [] : ['not said in HTML']),
    ...(hrefs.length > 0 && hrefs.every((href) => href.startsWith('https://app.example/')) ? [] : ['a link elsewhere']),
    ...(/[\u202a-\u202e\u2066-\u2069]/.test(whole.replace(/\u2068[^\u2069]*\u2069/g, '')) ? ['turned text'] : []),
    ...(/<(?:script|img|a href="https:\/\/evil)/i.test(html) ? ['an element of theirs'] : []),
  ];
};

interface Field {
  readonly name: string;
  readonly write: (value: string) => Promise<AttackReply>;
  /** Reads the stored value back; undefined if no call returns it. */
  readonly read: (() => Promise<unknown>) | undefined;
}

const fieldsOf = ({ call }: AttackApp, token: string): readonly Field[] => {
  const profile = async (field: string): Promise<unknown> =>
    ((await call(getProfile, { fields: [field] }, { token })).json['data'] as Record<string, unknown>)[field];
  let index = 0;
  const registering = (field: string) => (value: string) => {
    index += 1;
    const person = { firstName: 'Ida', lastName: 'Berg', organizationName: 'Nordwind', password };
    return call(registration.register, { ...person, email: `name${index}@example.test`, [field]: value });
  };
  return [
    ...['firstName', 'lastName', 'organizationName'].map((field) => ({
      ...{ name: `register ${field}`, write: registering(field), read: undefined },
    })),
    ...['firstName', 'lastName'].map((field) => ({
      name: `profile ${field}`,
      write: (value: string) =>
        call(updateProfile as Endpoint, { firstName: 'Eve', lastName: 'Lee', [field]: value }, { token }),
      read: () => profile(field),
    })),
    {
      name: 'user firstName',
      write: (value) => call(saveUser, { id: aUserId('eve'), firstName: value, lastName: 'Lee' }, { token }),
      read: () => profile('firstName'),
    },
    {
      name: 'organisation',
      write: (value) => call(updateOrg, { name: value }, { token }),
      read: async () => ((await call(getOrg, {}, { token })).json['data'] as { name: string }).name,
    },
  ];
};

const presenter = createPresenter({ translateFor: translateFor, publicUrl: 'https://app.example' });
/** True if Markdown in any client would turn a user's text into a link, tag, mention or emphasis. */
const isLive = (message: Parameters<typeof partsOf>[0]): boolean =>
  partsOf(message)
    .flatMap((part) => (part['type'] === 'TextBlock' ? [part['text']] : [part['title']]))
    .some((text) => typeof text === 'string' && /\]\(|!\[|<[a-z/!]|\u202e/i.test(text));

export const textAttacks = (world: () => AttackApp): readonly Attack[] => [
  {
    name: 'addresses: unusual ones, two in one, headers in them',
    endpoints: 'register, validateemail',
    expected: 'valid ones taken, one account each; others refused in words',
    run: async (tried) => {
      const { call } = world();
      const person = { firstName: 'Ida', lastName: 'Berg', organizationName: 'Nordwind', password };
      const register = (email: unknown) => call(registration.register, { ...person, email });
      for (const email of accepted) tried(email, (await register(email)).status === 200);
      for (const email of [...refused, ['a@b.co', 'c@d.co'], { address: 'a@b.co' }])
        tried(JSON.stringify(email), isRefused(await register(email)));
      for (const [first, other] of same) {
        tried(first, (await register(first)).status === 200);
        tried(other, (await register(other)).json['errorCode'] === 'EMAIL_EXISTS');
      }
      for (const [first, other] of different) {
        tried(first, (await register(first)).status === 200);
        const reply = await register(other);
        tried(other, reply.status === 200 || isRefused(reply));
      }
    },
  },
  {
    name: 'awkward names in every field of accounts',
    endpoints: 'register, profileupdate, user/save, org/update',
    expected: 'kept as written or refused in words; never 500',
    run: async (tried) => {
      const { token } = await world().signIn('eve');
      for (const { name, write, read } of fieldsOf(world(), token))
        for (const value of [...awkward, ...scripts]) {
          const reply = await write(value);
          const isKept = reply.status === 200 && (read === undefined || (await read()) === kept(value));
          tried(`${name}: ${JSON.stringify(value).slice(0, 40)}`, isKept || isRefused(reply));
        }
    },
  },
  {
    name: 'script and markup in names: emails',
    endpoints: 'mail of invitation and reset, over SMTP',
    expected: 'shown as words, one recipient, our links only',
    run: async (tried) => {
      const { call, signIn, smtp, uninvited, app, beat: tick } = world();
      const { token } = await signIn('eve');
      for (const [index, value] of scripts.entries()) {
        app.clock.advance({ minutes: 16 });
        const memberId = await uninvited(`guest${index}`);
        const name = { firstName: value, lastName: 'Lee' };
        const renamed = await call(updateProfile, name, { token: (await signIn('eve')).token });
        const org = await call(updateOrg, { name: value }, { token: (await signIn('eve')).token });
        if (renamed.status !== 200 || org.status !== 200) {
          tried(`refused ${index}`, isRefused(renamed) && isRefused(org));
          continue;
        }
        await tick();
        const before = smtp.received.length;
        const invitation = { teamId: aTeamId(), memberId };
        await call(invitations.inviteMember, invitation, { token: (await signIn('ann')).token });
        await call(registration.forgotPassword, { email: emailOf('eve') });
        await tick();
        const emails = smtp.received.slice(before);
        tried(`two emails ${index}`, emails.length === 2);
        for (const { raw, to } of emails) {
          const faults = faultsIn(raw, to, kept(value));
          tried([value, ...faults].join(', '), faults.length === 0);
        }
      }
      await call(updateProfile, { firstName: 'Eve', lastName: 'Lee' }, { token });
    },
  },
  {
    name: 'script and markup in names: chat cards',
    endpoints: 'question card, summary card',
    expected: 'no link, tag, mention or turned text; a valid card',
    run: (tried) => {
      for (const value of [...scripts, ...awkward]) {
        const people = {
          blocked: [],
          answered: [aPerson(value)],
          open: [],
          away: [],
          missing: [aPerson(`${value} 2`)],
        };
        const summary = presenter.summary(aSummary({ people }), aReader(), 'https://app.example/');
        const questions = [optionQuestion([value || 'a', 'b'], value || 'a')];
        const ask = presenter.ask(anAsk({ meetingName: value, questions, goals: [aGoal(value)] }), aReader());
        for (const message of [summary, ask])
          tried(JSON.stringify(value).slice(0, 40), !isLive(readable(message).card) && faultsOf(message).length === 0);
      }
      return Promise.resolve();
    },
  },
  {
    name: 'script and markup in names: audit',
    endpoints: 'org/audit',
    expected: 'the words as they stand, as JSON that no browser sniffs',
    run: async (tried) => {
      const { call, signIn } = world();
      for (const value of scripts) {
        const { token } = await signIn('eve');
        if ((await call(updateOrg, { name: value }, { token })).status !== 200) continue;
        const reply = await call(orgAudit, {}, { token });
        const { items } = reply.json['data'] as { readonly items: readonly { readonly text: string }[] };
        const isTyped = (reply.headers['content-type'] ?? '').startsWith('application/json');
        const isShown = items.some(({ text }) => visible(text).includes(visible(kept(value))));
        tried(value, isShown && isTyped && reply.headers['x-content-type-options'] === 'nosniff');
      }
    },
  },
  {
    name: 'canaries: password, token, code, address, name',
    endpoints: 'log, error replies, emails to others',
    expected: 'never repeated',
    run: async (tried) => {
      const { call, letterTo, signIn, app, beat: tick, smtp, send } = world();
      const canary = { password: 'otter-copper-violin-77', email: 'canary@example.test', firstName: 'Canaryname' };
      const person = { ...canary, lastName: 'Lee', organizationName: 'Canaryhouse' };
      const [logged, mailed] = [app.lines.length, smtp.received.length];
      const replies: AttackReply[] = [];
      const keep = async (reply: Promise<AttackReply>): Promise<AttackReply> => {
        replies.push(await reply);
        return reply;
      };
      await keep(call(registration.register, person));
      const confirm = /\/confirm\/([\w-]{43})/.exec(await letterTo(canary.email))?.[1] ?? '';
      await keep(call(registration.register, person));
      await keep(call(registration.confirmRegisterEmail, { code: `${confirm.slice(0, 42)}x` }));
      await keep(call(login, { email: canary.email, password: canary.password }));
      await keep(call(registration.confirmRegisterEmail, { code: confirm }));
      await keep(call(registration.confirmRegisterEmail, { code: confirm, password: `${canary.password} not` }));
      await keep(call(registration.confirmRegisterEmail, { code: confirm, password: canary.password }));
      await keep(call(login, { email: canary.email, password: `${canary.password} not` }));
      await keep(call(registration.forgotPassword, { email: canary.email }));
      const reset = /\/reset-password\/([\w-]{43})/.exec(await letterTo(canary.email))?.[1] ?? '';
      await keep(call(registration.resetPassword, { code: reset, newPassword: 'x', passwordConfirmation: 'x' }));
      const signedIn = await call(login, { email: canary.email, password: canary.password });
      const { token, refreshToken } = signedIn.json['data'] as { token: string; refreshToken: string };
      for (const target of [`/api/team/get/${token}`, `/api/${reset}?token=${token}`, `/${canary.email}`])
        await keep(send({ target, headers: { ...bearer(`${token}x`), Cookie: token, 'User-Agent': canary.password } }));
      for (const body of [`{"password":"${canary.password}"`, `"${token}"`, `{"${canary.email}":1}`])
        await keep(
          send({ method: 'POST', target: '/api/account/login', headers: { 'Content-Type': 'application/json' }, body }),
        );
      await signIn('ann');
      await tick();
      const secrets = Object.entries({ ...canary, confirm, reset, token, refreshToken });
      if (secrets.some(([, value]) => value === '')) throw new Error('Every canary must live.');
      const log = app.lines.slice(logged).join('\n');
      const others = smtp.received
        .slice(mailed)
        .filter(({ to }) => !to.includes(canary.email))
        .map(({ raw }) => decodedMail(raw));
      const errors = replies.filter(({ status }) => status >= 400);
      if (log === '' || errors.length < 8)
        throw new Error('The log must have entries, and the replies at least eight errors.');
      for (const [what, value] of secrets) {
        tried(`${what} in the log`, !log.includes(value));
        tried(`${what} in an email to somebody else`, !others.some((text) => text.includes(value)));
        for (const { text } of errors) tried(`${what} in an error reply`, !text.includes(value));
      }
      if (passwordOf('ann') !== '')
        tried('a password that was right, in the log', !app.lines.join('').includes(passwordOf('ann')));
    },
  },
];
