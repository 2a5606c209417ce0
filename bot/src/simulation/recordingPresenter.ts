import { localDate, meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { OutgoingMessage } from '../gateways/messengerPort.ts';
import type { BlockerModel, NoticeModel, Presenter, ReminderPart } from '../services/core/cardPresenterPort.ts';
import type { Line, LineKind } from './outputLineTypes.ts';

// Draws messages as output lines instead of cards, because a simulation has no chat client.

/**
 * Reminder texts of the simulated meetings. The recording presenter distinguishes the two reminders from the prompt by
 * these texts.
 */
export const reminderKinds = { firstReminderMessage: 'reminder1', secondReminderMessage: 'reminder2' } as const;

/** A line of output without the fields that the recorder adds. `date` is left out if the message contains no date. */
export type RecordedLine = Omit<Line, 'at' | 'late' | 'date'> & Partial<Pick<Line, 'date'>>;
/** Content of a recorded message, which the messenger gets instead of a card. */
interface Shown {
  readonly seen?: RecordedLine;
  readonly reminders?: readonly RecordedLine[];
}

const recorded = (shown: Shown): OutgoingMessage => shown as unknown as OutgoingMessage;
export const shownIn = (message: OutgoingMessage): Shown => message as unknown as Shown;
const card = (seen: RecordedLine): OutgoingMessage => recorded({ seen });
const silent = (): OutgoingMessage => recorded({});

const isReminder = (text: string): text is 'reminder1' | 'reminder2' => text === 'reminder1' || text === 'reminder2';

const recordedReminder = ({ text, state, meetingId, date, data: { memberId } }: ReminderPart): RecordedLine[] =>
  state === 'OPEN' && isReminder(text) ? [{ kind: text, meetingId, date, memberId }] : [];

const blockerNotices: Readonly<Partial<Record<MessageKey, LineKind>>> = {
  'card.blockerBack': 'blocker-handed-back',
};

const blockerCardKind = ({ reader, isReminder: reminds }: BlockerModel): LineKind => {
  if (reader === 'REPORT_OWNER') return 'blocker-escalation';
  return reminds ? 'blocker-reminder' : 'blocker-card';
};

/**
 * Records the notice that a blocker was handed back; other notices are not recorded. The link of the notice names the
 * report.
 */
const blockerNotice = ({ title, lines, buttons }: NoticeModel): OutgoingMessage => {
  const kind = blockerNotices[title.key];
  const link = buttons.find((button) => button.kind === 'LINK');
  const meeting = meetingId.safeParse(link === undefined ? null : new URL(link.url).searchParams.get('report'));
  if (kind === undefined || !meeting.success) return silent();
  const date = lines.find((line) => line.date !== undefined)?.date;
  return card({ kind, meetingId: meeting.data, ...(date === undefined ? {} : { date }) });
};

export const recordingPresenter: Presenter = {
  ask: ({ meetingId, date, data: { memberId }, reminder, isAgain }) =>
    reminder !== undefined && isReminder(reminder)
      ? recorded({ reminders: [{ kind: reminder, meetingId, date, memberId }] })
      : card({ kind: isAgain === true ? 'prompt-again' : 'prompt', meetingId, date, memberId }),
  reminder: ({ parts }) => recorded({ reminders: parts.flatMap(recordedReminder) }),
  announcement: ({ meetingId, date }) => card({ kind: 'broadcast', meetingId, date }),
  summary: ({ header: { meetingId, date }, facts: { answered, asked }, people }) => {
    const { open, away, missing, skipped } = people;
    return card({
      ...{ kind: 'summary', meetingId, date },
      shows: {
        ...{ answered, asked, open: open.length, away: away.length, missing: missing.length },
        ...(skipped === undefined ? {} : { skipped: skipped.length }),
      },
    });
  },
  answered: silent,
  skipped: silent,
  snoozed: silent,
  closed: silent,
  digest: ({ from, to, runs, people, missing, isLate }, _reader, url) => {
    const { searchParams } = new URL(url);
    const id = meetingId.parse(searchParams.get('digest'));
    const digest = { from, to, runs, people: people.length, missing: missing.length, isLate };
    const date = localDate.parse(to.slice(0, 10));
    return card({ kind: 'digest', meetingId: id, date, digest });
  },
  notice: blockerNotice,
  week: silent,
  blocker: (model) => card({ kind: blockerCardKind(model), meetingId: model.data.meetingId, date: model.since }),
  content: (message) => JSON.stringify(message),
  webCard: (message) => ({ ...shownIn(message) }),
  isWithinBudget: () => true,
  withNotification: (message) => message,
};
