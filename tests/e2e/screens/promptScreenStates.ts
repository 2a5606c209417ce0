import type { Page } from 'playwright-core';
import type { SkippedModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { snoozeLengths } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { aDate, aMemberId, anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aGoal, anAnswered, anAsk, aReader, someData } from '../../support/data/cardModelBuilders.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import { gives, refuses } from '../fakeRepliesAndScreenSteps.ts';
import type { Answer } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';
import { cardReply, fakeDraft, openAnswerDialog, presenter } from './answerDialogAndFakeCards.ts';

// Lists the states of the card with which a member answers, as the web app draws it: the choices beside Send, the cards
// that replace the form, prefilled forms and drafts. The faked cards come from the presenter of the server.

const run = {
  date: aDate(dates.today),
  opensAt: anInstant(`${dates.today}T10:00:00Z`),
  closesAt: anInstant(`${dates.today}T12:00:00Z`),
};
const reader = aReader({ timezone: aZone('UTC') });
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Müller';
const longText = 'The licences for the new build machines have not come. '.repeat(6);

type Ask = NonNullable<Parameters<typeof anAsk>[0]>;
const ask = (change: Ask = {}) =>
  presenter.ask(anAsk({ ...run, snoozes: snoozeLengths, canSkip: true, ...change }), reader);
const answered = (change: Parameters<typeof anAnswered>[0] = {}) =>
  presenter.answered(anAnswered({ ...run, answeredAt: anInstant(`${dates.today}T10:05:00Z`), ...change }), reader);

const facts = {
  ...run,
  meetingId: anAsk().meetingId,
  meetingName: 'Daily stand-up',
  type: 'STANDUP',
  data: someData,
} as const;
const skipped = ({ reason, isOpen }: Pick<SkippedModel, 'reason'> & { readonly isOpen: boolean }) =>
  presenter.skipped({ ...facts, reason, canAnswer: isOpen, canChangeReason: isOpen }, reader);
const snoozed = presenter.snoozed({ ...facts, until: anInstant(`${dates.today}T11:00:00Z`), canSkip: true }, reader);

const colleagues = [
  { memberId: aMemberId('cy'), name: longName },
  { memberId: aMemberId('dee'), name: 'Deepak Rao' },
];
const goals = [
  { ...aGoal('Close the security report with the platform team', true, 'a'.repeat(16)), state: 'DONE' as const },
  { ...aGoal('Hiring interview', false, 'b'.repeat(16)), state: 'CARRIED' as const, day: 2 },
  {
    ...aGoal(
      'Write the migration guide for the storage of attachments, with all its special cases',
      false,
      'c'.repeat(16),
    ),
    ...{ state: 'DROPPED' as const, day: 3 },
  },
];
const blocker = { since: aDate('2026-11-16'), text: longText };
const values = { done: 'Merged the retry change', plan: 'Review the guide 45m\nCache warm-up job 3h\nTalk to design' };

interface Steps {
  /** Cards of the server, in the order of the requests; the last one answers every further request. */
  readonly cards?: readonly Answer[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly then?: (page: Page) => Promise<void>;
  readonly shows: string | RegExp;
}

const inDialog = (name: string, { cards = [], answers = {}, then, shows }: Steps): Screen => ({
  name: `prompt-${name}`,
  who: 'bob',
  open: async (page, address) => {
    await fakeDraft(page);
    let asked = 0;
    if (cards.length > 0)
      await page.route('**/api/meeting/card/**', (route) => {
        const reply = cards[Math.min(asked, cards.length - 1)];
        asked += 1;
        return reply?.(route);
      });
    for (const [call, answer] of Object.entries(answers)) await page.route(`**/api/meeting/${call}`, answer);
    const dialog = await openAnswerDialog(page, address);
    await then?.(page);
    await dialog.getByText(shows).first().waitFor();
  },
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

const drafted = (done: string) => ({
  ...{ values: { done }, goals: [], version: '01M7VZGC0000000000000000DE', savedAt: `${dates.today}T10:07:00.000Z` },
});

const conflict =
  (draft: object | null): Answer =>
  (route) =>
    route.fulfill({
      status: 409,
      json: { status: 'Error', data: { draft }, code: 409, message: '', errorCode: 'DRAFT_CHANGED' },
    });

const typeAndSend = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What did you get done?').fill('Typed at the desk');
  await dialog.getByLabel('What is planned?').fill('Cache warm-up job 3h');
  await dialog.getByRole('radio', { name: 'No' }).check({ force: true });
  await press(page, 'Send');
};

const choices: readonly Screen[] = [
  inDialog('snooze', {
    cards: [cardReply(ask())],
    then: (page) => press(page, 'Snooze'),
    shows: 'After lunch, at 13:00',
  }),
  inDialog('snoozed', {
    cards: [cardReply(ask())],
    answers: { snooze: gives({ card: presenter.webCard(snoozed), until: `${dates.today}T11:00:00.000Z` }) },
    then: async (page) => {
      await press(page, 'Snooze');
      await press(page, 'In 1 hour');
    },
    shows: 'You get Daily stand-up again',
  }),
  inDialog('snooze-refused', {
    cards: [cardReply(ask())],
    answers: { snooze: refuses(409, 'RUN_CLOSED', 'This run is closed.') },
    then: async (page) => {
      await press(page, 'Snooze');
      await press(page, 'In 1 hour');
    },
    shows: 'That did not work',
  }),
  inDialog('skip', {
    cards: [cardReply(ask())],
    answers: {
      skip: gives({ card: presenter.webCard(skipped({ reason: '', isOpen: true })), reason: null }),
    },
    then: (page) => press(page, 'Skip today'),
    shows: 'You skip Daily stand-up this time',
  }),
  inDialog('skipped', {
    cards: [cardReply(skipped({ reason: longText, isOpen: false }), { state: 'SKIPPED' })],
    shows: 'You skip Daily stand-up this time',
  }),
];

const filled: readonly Screen[] = [
  inDialog('again', { cards: [cardReply(ask({ isAgain: true }))], shows: 'You snoozed this.' }),
  inDialog('same-as-last', {
    cards: [cardReply(ask()), cardReply(ask({ filledFrom: aDate('2026-11-17'), values }), { planQuestion: 'plan' })],
    then: (page) => press(page, 'Same as last time'),
    shows: 'Filled in with your answers',
  }),
  inDialog('no-last-answer', {
    cards: [cardReply(ask()), cardReply(ask({ filledFrom: null }))],
    then: (page) => press(page, 'Same as last time'),
    shows: 'nothing to fill in',
  }),
  inDialog('draft', {
    cards: [
      cardReply(ask({ draftFrom: anInstant(`${dates.today}T10:07:00Z`), values }), {
        draft: { ...drafted(''), values },
        planQuestion: 'plan',
      }),
    ],
    shows: 'This is your draft',
  }),
  inDialog('draft-conflict', {
    cards: [cardReply(ask())],
    answers: { draft: conflict(drafted(longText)) },
    then: typeAndSend,
    shows: 'Another device saved a different draft',
  }),
  inDialog('draft-already-sent', {
    cards: [cardReply(ask())],
    answers: { draft: conflict(null) },
    then: typeAndSend,
    shows: 'This answer has already been sent.',
  }),
  inDialog('open-blocker', {
    cards: [cardReply(ask({ blocker }), { colleagues })],
    shows: 'What has become of it?',
  }),
  inDialog('needed', {
    cards: [cardReply(ask({ values: { blocked: 'Yes' } }), { colleagues })],
    then: async (page) => {
      const needed = page.getByRole('dialog').getByLabel(/^Who can help you/);
      await needed.selectOption(longName);
      await needed.scrollIntoViewIfNeeded();
    },
    shows: 'Who can help you',
  }),
  inDialog('goals', { cards: [cardReply(ask({ goals }))], shows: 'unless you drop them' }),
  inDialog('durations', {
    cards: [cardReply(ask({ values }), { planQuestion: 'plan' })],
    then: (page) => page.getByRole('dialog').getByText('lines with a duration').scrollIntoViewIfNeeded(),
    shows: '2 of 3 lines with a duration',
  }),
];

const ends: readonly Screen[] = [
  inDialog('answered-full', {
    cards: [
      cardReply(
        answered({
          ...{ goals, hasDraft: true, needed: longName, isEdited: true, repeated: ['What did you get done?'] },
          values: { ...values, blocked: 'Yes', what: `See ABC-123 and ask @Bob. ${longText}` },
          logged: [
            { task: 'Review the guide', minutes: 45 },
            { task: 'Cache warm-up job', minutes: 180 },
            { task: 'Talk to design', minutes: 0 },
          ],
          links: {
            patterns: [{ prefix: 'ABC-', url: 'https://contoso.atlassian.net/browse/{key}' }],
            mentions: [{ name: 'Bob', memberId: aMemberId('bob') }],
          },
        }),
        { state: 'ANSWERED' },
      ),
    ],
    shows: 'In your timesheet',
  }),
  inDialog('late', {
    cards: [cardReply(ask({ isLate: true, isDelayed: true, snoozes: [] }))],
    shows: 'still counts as late',
  }),
  inDialog('too-late', {
    cards: [cardReply(presenter.closed({ ...facts, reason: 'CLOSED' }, reader), { state: 'CLOSED' })],
    shows: 'closed',
  }),
  inDialog('cancelled', {
    cards: [cardReply(presenter.closed({ ...facts, reason: 'CANCELLED' }, reader), { state: 'CLOSED' })],
    shows: 'cancelled',
  }),
];

export const promptScreenStates: readonly Screen[] = [...choices, ...filled, ...ends];
