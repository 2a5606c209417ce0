import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import type { BlockerModel, ReminderPart } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { aBlockerLine, aPerson, aReader, aRun, aSummary, someData } from '../../support/data/cardModelBuilders.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import type { Screen } from './screenStateType.ts';
import { cardReply, openAnswerDialog, presenter } from './answerDialogAndFakeCards.ts';

// Lists the cards that only the chat shows: blockers, reminders, refusals and the summary. The dialog of the web app
// draws them with the library of the chat clients, in each look.

const reader = aReader({ timezone: aZone('UTC') });
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Müller';
const longText = 'The licences for the new build machines have not come. '.repeat(6);

const chatCard = (name: string, message: OutgoingMessage, shows: string): Screen => ({
  name: `card-${name}`,
  who: 'bob',
  open: async (page, address) => {
    await page.route('**/api/meeting/card/**', cardReply(message));
    const dialog = await openAnswerDialog(page, address);
    await dialog.getByText(shows).first().waitFor();
  },
});

const since = aDate('2026-11-16');
const data = createCardSigner(['a secret of these tests of 32 bytes and more']).signBlocker({
  ...{ O: anOrgId(), T: aTeamId(), meetingId: aMeetingId(), memberId: aMemberId('bob'), since },
  ...{ neededId: aMemberId('cy'), number: 1 },
});

const blockerCard = (name: string, shows: string, change: Partial<BlockerModel> = {}): Screen =>
  chatCard(
    `blocker-${name}`,
    presenter.blocker(
      {
        ...{ data, owner: longName, meetingName: 'Daily stand-up', text: longText, since, days: 2, state: 'OPEN' },
        ...{ reader: 'NEEDED', standing: 'NEEDED', isReminder: false, needed: 'Bob Lindqvist', isTakenByOther: false },
        ...{ actions: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK'], changedBy: 'Deepak Rao' },
        url: 'https://rollcall.example/blockers?team=t',
        ...change,
      },
      reader,
    ),
    shows,
  );

const blockers: readonly Screen[] = [
  blockerCard('needed', 'is blocked and needs you'),
  blockerCard('reminder', 'is still blocked and needs you', { isReminder: true, days: 4 }),
  blockerCard('taken', 'You are on it.', { state: 'ACKNOWLEDGED', actions: ['RESOLVE', 'HAND_BACK'] }),
  blockerCard('taken-by-other', 'Deepak Rao is on it.', {
    ...{ state: 'ACKNOWLEDGED', actions: ['RESOLVE'], isTakenByOther: true },
  }),
  blockerCard('resolved', 'Resolved by Deepak Rao.', { state: 'RESOLVED', actions: [], days: 3 }),
  blockerCard('not-needed', 'does not need you', { standing: 'NOT_NEEDED', actions: [] }),
  blockerCard('over', 'This blocker is no longer open', { standing: 'OVER', actions: [], text: '' }),
  blockerCard('refused', 'Nothing was changed', { problem: 'card.blockerRefused' }),
  blockerCard('owner', 'You are still blocked.', {
    ...{ reader: 'OWNER', standing: 'INFORMED', isReminder: true, needed: null, actions: ['RESOLVE'] },
  }),
  blockerCard('escalated', 'has been blocked for some time', {
    ...{ reader: 'REPORT_OWNER', standing: 'INFORMED', days: 6, actions: ['RESOLVE'] },
  }),
  blockerCard('escalated-nobody', 'has been blocked for some time', {
    ...{ reader: 'REPORT_OWNER', standing: 'INFORMED', days: 6, needed: null, actions: ['RESOLVE'] },
  }),
  chatCard(
    'blocker-handed-back',
    presenter.notice(
      {
        title: { key: 'card.blockerBack', values: { name: longName } },
        lines: [
          { key: 'card.blockerBackNote', values: { name: longName, note: longText } },
          { key: 'card.blockerBackHow', values: { meeting: 'Daily stand-up' } },
        ],
        buttons: [{ kind: 'LINK', title: 'card.blockerOpen', url: '/blockers' }],
      },
      reader,
    ),
    'handed your blocker back',
  ),
];

const part = (change: Partial<ReminderPart> = {}): ReminderPart => ({
  ...aRun,
  ...{ data: someData, text: '', state: 'OPEN', date: aDate(dates.today) },
  ...{ opensAt: anInstant(`${dates.today}T10:00:00Z`), closesAt: anInstant(`${dates.today}T12:00:00Z`) },
  ...change,
});
const retro = {
  ...{ meetingId: aMeetingId('retro'), meetingName: 'Retrospective of platform engineering and their neighbours' },
  closesAt: anInstant(`${dates.today}T15:00:00Z`),
};

const reminders: readonly Screen[] = [
  chatCard('reminder', presenter.reminder({ parts: [part()] }, reader), 'further up in this chat'),
  chatCard('reminders', presenter.reminder({ parts: [part({ text: longText }), part(retro)] }, reader), '2 reports'),
  chatCard(
    'reminder-done',
    presenter.reminder({ parts: [part({ state: 'ANSWERED' }), part({ ...retro, state: 'CLOSED' })] }, reader),
    'Thanks, your answer is saved.',
  ),
];

const refusals: readonly Screen[] = [
  ['not-yours', 'answer.notYourCardTitle', 'error.NOT_YOUR_CARD'] as const,
  ['old', 'answer.refusedTitle', 'error.RUN_CLOSED'] as const,
  ['not-snoozed', 'answer.notSnoozedTitle', 'error.RUN_CLOSED'] as const,
].map(([name, title, line]) =>
  chatCard(
    `refused-${name}`,
    presenter.notice(
      {
        title: { key: title },
        lines: [{ key: line }],
        buttons: [{ kind: 'COMMAND', title: 'bot.whatIsOpen', command: 'hi' }],
      },
      reader,
    ),
    'not',
  ),
);

const report = { meetingId: aMeetingId(), meetingName: 'Daily stand-up' } as const;
const person = (name: string) => ({ ...report, memberId: aMemberId(name), name });
const lines: readonly AttentionLine[] = [
  { kind: 'UNREACHABLE', action: 'SEE_WHY', ...person('Farid Haddad'), reason: 'BLOCKED', reports: 2 },
  { kind: 'SILENT', action: 'OPEN_ANSWERS', ...person(longName), runs: 4, date: aDate(dates.answered) },
  { kind: 'LOW_PARTICIPATION', action: 'OPEN_RUN', ...report, date: aDate(dates.answered), answered: 1, asked: 7 },
  {
    ...{ kind: 'GOAL_CARRIED', action: 'OPEN_ANSWERS', ...person('Deepak Rao') },
    ...{ goal: 'Write the migration guide', count: 2, times: 3 },
  },
  { kind: 'GOAL_DROPPED', action: 'OPEN_ANSWERS', ...person('Erin Walsh'), goal: 'Clean up', count: 1, times: 0 },
];
const summary = aSummary({
  attention: [aBlockerLine(longName, longText, { since }), ...lines],
  people: {
    blocked: [aPerson(longName, { state: 'BLOCKED' })],
    answered: [aPerson('Ann Moreau'), aPerson('Erin Walsh', { isLate: true, blockerLasted: 3 })],
    open: [],
    away: [aPerson('Farid Haddad', { state: 'AWAY', answers: [] })],
    missing: [aPerson('Carla Gomez', { state: 'MISSING', answers: [] })],
    skipped: [
      aPerson('Deepak Rao', { state: 'SKIPPED', answers: [], skipReason: longText }),
      aPerson('Ines Duarte', { state: 'SKIPPED', answers: [] }),
    ],
  },
});

export const chatCardScreenStates: readonly Screen[] = [
  ...blockers,
  ...reminders,
  ...refusals,
  chatCard('summary', presenter.summary(summary, reader, 'https://rollcall.example/reports/x'), 'Needs attention'),
];
