import type { Page } from 'playwright-core';
import type { DigestView } from '#contracts/digests/digestCalls.ts';
import { aMemberId, anInstant, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aDigestId } from '../../support/data/digestBuilders.ts';
import { fill, gives, press, refuses, state } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';

// Lists the states of the page of digests: the list with every state of a digest, and the form with faults and a
// preview.

const long = 'Wolfeschlegelsteinhausenbergerdorff-Müller';

const aDigest = (name: string, change: Partial<DigestView> = {}): DigestView =>
  ({
    ...{ id: aDigestId(name), teamId: aTeamId(), name, reportIds: [], sections: ['PEOPLE'], people: 'COUNTS' },
    ...{ leavesOutEmpty: true, rev: 3, state: 'ACTIVE', stopReason: null, ownerName: 'Ann Moreau', canChange: true },
    schedule: {
      ...{ cadence: 'WEEKLY', weekday: 'friday', sprintWeeks: 2, sprintAnchor: null, time: 1020 },
      ...{ timezone: 'Europe/Berlin', isWorkingDaysOnly: true, isHolidayAware: true },
    },
    recipients: { memberIds: [], emails: [], inChannel: true, channelId: null, webhookUrl: null },
    ...{ nextAt: anInstant('2026-11-20T16:00:00Z'), last: null, sentToMe: null, addresses: [] },
    ...change,
  }) as DigestView;

const sending = {
  at: anInstant('2026-11-13T16:00:00Z'),
  from: anInstant('2026-11-06T16:00:00Z'),
  to: anInstant('2026-11-13T16:00:00Z'),
};

const all: readonly DigestView[] = [
  aDigest('Week of the platform team', {
    last: {
      ...{ ...sending, sent: 12, waiting: 1 },
      undelivered: [
        { way: 'EMAIL', name: `${'lead.of.platform.'.repeat(3)}engineering@elsewhere.test`, reason: 'NO_CONSENT' },
        { way: 'CHAT', name: long, reason: 'BLOCKED' },
        { way: 'WEBHOOK', name: '', reason: 'NO_SECRET' },
      ],
    },
    sentToMe: { ...sending, at: anInstant('2026-11-18T09:00:00Z'), sent: 1, waiting: 0, undelivered: [] },
    addresses: [
      { email: 'lead@elsewhere.test', state: 'WAITING', askedAt: sending.at, canAsk: false },
      { email: 'board@elsewhere.test', state: 'UNSUBSCRIBED', askedAt: null, canAsk: true },
    ],
  }),
  aDigest(`Sprint of ${long.repeat(3)}`, {
    ...{ state: 'STOPPED', stopReason: 'OWNER_LEFT', nextAt: null, ownerName: long },
    sentToMe: {
      ...{ ...sending, sent: 0, waiting: 0 },
      undelivered: [{ way: 'CHAT', name: '', reason: 'BLOCKED' }],
    },
  }),
  aDigest('Every morning', { state: 'PAUSED', nextAt: null, canChange: false }),
];
const lists = {
  'digest/list/*': gives({ items: all, canUseWebhook: true }),
  'digest/organisation': gives({ items: [], canUseWebhook: true }),
};

/** Opens a digest of the list and saves it without a change. */
const saveAgain = async (page: Page): Promise<void> => {
  await press(page, 'Change Week of the platform team');
  await press(page, 'Save');
};

export const digestScreenStates: readonly Screen[] = [
  state('digests', {
    at: '/digests',
    answers: {
      ...lists,
      'digest/save': gives({ digest: all[0], secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
    },
    then: async (page) => {
      await saveAgain(page);
      await page.getByText('3 messages were not delivered').click();
    },
    shows: 'whsec_',
    who: 'ann',
  }),
  state('digest-form', {
    at: '/digests',
    answers: {
      ...lists,
      'digest/save': refuses(
        409,
        'CONFLICT',
        'This digest was changed elsewhere in the meantime. Please open it again.',
      ),
    },
    then: async (page) => {
      await saveAgain(page);
      await page.getByText('was changed elsewhere').waitFor();
    },
    shows: 'was changed elsewhere',
    who: 'ann',
  }),
  state('embedded-digest-form', {
    at: '/teams/digests',
    then: async (page) => {
      await press(page, 'New digest');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Weekly digest');
      await page.getByRole('radio', { name: 'At the end of a sprint' }).check();
      await page.getByText('Last day of the first sprint').waitFor();
      await press(page, 'Show preview');
      await page.getByText(/^Next: /).waitFor();
      await fill(page, { 'Email addresses': 'lead@contoso.test, board@' });
      await press(page, 'Save');
    },
    shows: '“board@” is not a valid email address.',
    who: 'ann',
  }),
  state('digest-form-organisation', {
    at: '/digests',
    answers: {
      'digest/admins': gives(
        Array.from({ length: 120 }, (_, index) => {
          const name = `${long} ${String(index + 1)}`;
          return { id: aMemberId(name), name };
        }),
      ),
    },
    then: async (page) => {
      await press(page, 'New digest of the organization');
      await page.getByRole('button', { name: /^People: / }).click();
    },
    shows: 'and 20 more, found by typing',
    who: 'ann',
  }),
];
