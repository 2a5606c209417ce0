import type { LocalDate, MeetingId, MemberId } from '#contracts/core/ids.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import type { SkipReason } from '../domain/runs/sendDecisions.ts';
import { toInstant } from '../domain/core/zonedTime.ts';
import type { MailGateway } from '../gateways/mailPort.ts';
import { MessengerError } from '../gateways/messengerPort.ts';
import type { PersonAddress, RoomAddress } from '../domain/core/chatAddress.ts';
import { isPersonAddress, messageParts, personParts, roomParts } from '../domain/core/chatAddressParts.ts';
import { teamsLimits } from '../gateways/botframework/limits.ts';
import type { Messenger, OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Presenter, ReminderPart } from '../services/core/cardPresenter.ts';
import { decode } from '../store/rowCodec.ts';
import { delivery, runKind } from '../store/kinds/run.ts';
import { kindFromStored } from '../store/kinds/messageKinds.ts';
import type { DeliveryKind } from '../store/kinds/messageKinds.ts';
import { inSequence } from '../store/inSequence.ts';
import type { Row, Step, TableStore } from '../store/tableStore.ts';

// Records the messages of the engine as output lines. The messenger receives the content of each message, and the store receives
// the reason why a message was sent or not.

export const lineKinds = [
  'missed',
  'prompt',
  'broadcast',
  'reminder1',
  'reminder2',
  'completed',
  'summary',
  'summary-update',
  'email',
] as const;
export type LineKind = (typeof lineKinds)[number];

export interface Line {
  readonly at: string;
  readonly kind: LineKind;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly memberId?: MemberId;
  readonly late?: true;
  readonly reason?: string;
  /** Counts in a summary; undefined for other messages. */
  readonly shows?: SummaryCounts;
}

export interface SummaryCounts {
  readonly answered: number;
  readonly asked: number;
  readonly open: number;
  readonly away: number;
  readonly missing: number;
}

/**
 * Reminder texts of the simulated meetings. By these texts the recording presenter distinguishes both reminders from the prompt.
 */
export const reminderKinds = { firstReminderMessage: 'reminder1', secondReminderMessage: 'reminder2' } as const;

type RecordedLine = Omit<Line, 'at' | 'late'>;
/** Content of a recorded message, instead of a card. */
interface Shown {
  readonly seen?: RecordedLine;
  readonly reminders?: readonly RecordedLine[];
}

const recorded = (shown: Shown): OutgoingMessage => shown as unknown as OutgoingMessage;
const shownIn = (message: OutgoingMessage): Shown => message as unknown as Shown;
const card = (seen: RecordedLine): OutgoingMessage => recorded({ seen });
const silent = (): OutgoingMessage => recorded({});

const isReminder = (text: string): text is 'reminder1' | 'reminder2' => text === 'reminder1' || text === 'reminder2';

const recordedReminder = ({ text, state, meetingId, date, data: { memberId } }: ReminderPart): RecordedLine[] =>
  state === 'OPEN' && isReminder(text) ? [{ kind: text, meetingId, date, memberId }] : [];

const recordingPresenter: Presenter = {
  ask: ({ meetingId, date, data: { memberId }, reminder }) =>
    reminder !== undefined && isReminder(reminder)
      ? recorded({ reminders: [{ kind: reminder, meetingId, date, memberId }] })
      : card({ kind: 'prompt', meetingId, date, memberId }),
  reminder: ({ parts }) => recorded({ reminders: parts.flatMap(recordedReminder) }),
  broadcast: ({ meetingId, date }) => card({ kind: 'broadcast', meetingId, date }),
  summary: ({ header: { meetingId, date }, facts: { answered, asked }, people: { open, away, missing } }) =>
    card({
      ...{ kind: 'summary', meetingId, date },
      shows: { answered, asked, open: open.length, away: away.length, missing: missing.length },
    }),
  answered: silent,
  closed: silent,
  notice: silent,
  week: silent,
  content: (message) => JSON.stringify(message),
  webCard: (message) => ({ ...shownIn(message) }),
  withNotification: (message) => message,
};

/** True if a prompt that was skipped for this reason counts as missed: the member should have received it. */
const isMissed = (reason: string | null): reason is SkipReason => {
  switch (reason as SkipReason) {
    case 'DISCONNECTED':
    case 'UNREACHABLE':
    case 'NO_ADDRESS':
    case 'TOO_LATE':
    case 'BLOCKED':
    case 'GONE':
    case 'REJECTED':
    case 'RESTORED':
    case 'UNCONFIRMED':
    case 'PARKED':
      return true;
    case 'MEETING_GONE':
    case 'DEACTIVATED':
    case 'RUN_OVER':
    case 'NOT_ASKED':
    case 'MUTED':
    case 'ANSWERED':
    case 'VACATION':
    case 'JUST_PROMPTED':
    case 'NEXT_REMINDER_DUE':
    case 'NO_CONSENT':
    case 'UNSUBSCRIBED':
    case 'MAIL_LIMIT':
      return false;
  }
  return false;
};

const lineOf: ReadonlyMap<DeliveryKind, LineKind> = new Map([
  ['prompt', 'prompt'],
  ['reminder1', 'reminder1'],
  ['reminder2', 'reminder2'],
  ['announcement', 'broadcast'],
  ['summary', 'summary'],
  ['summaryEmail', 'email'],
  ['observerSummary', 'summary'],
  ['observerEmail', 'email'],
]);

export interface Recorder {
  readonly messenger: Pick<Messenger, 'send' | 'update' | 'limits'>;
  readonly mail: MailGateway;
  readonly presenter: Presenter;
  /** Returns the store with a watcher that turns writes of runs and deliveries into output lines. */
  readonly watch: (store: TableStore) => TableStore;
  /** Returns the lines since the last call. */
  readonly take: () => Line[];
}

interface Recorded extends RecordedLine {
  readonly at: string;
  isLate: boolean;
}

/**
 * Creates a recorder. `isUnreachable` is true if the person's chat refuses the bot. `isDown` is true if the process has ended and
 * can send nothing.
 */
export const createRecorder = (
  clock: Clock,
  {
    isUnreachable,
    isDown,
  }: { readonly isUnreachable: (chatUserId: string) => boolean; readonly isDown: () => boolean },
): Recorder => {
  let lines: Recorded[] = [];
  let sent = 0;
  const shownText = new Set<string>();
  // Instants are cut to seconds, because the exact send rate of a tenant is not part of the output.
  const now = () => toInstant(Math.floor(clock.now() / 1000) * 1000);
  const put = (seen: RecordedLine): void => {
    lines.push({ ...seen, at: now(), isLate: false });
  };
  const putMessage = (message: OutgoingMessage, update: boolean): void => {
    const { seen } = shownIn(message);
    if (seen === undefined) return;
    if (!update) put(seen);
    else if (seen.kind === 'summary') put({ ...seen, kind: 'summary-update' });
  };
  /** Message id → runs that its reminder already lists. A run that an update adds is another reminder. */
  const listed = new Map<string, Set<string>>();
  const putReminders = (message: OutgoingMessage, activityId: string): void => {
    const existing = listed.get(activityId) ?? new Set<string>();
    for (const seen of shownIn(message).reminders ?? []) {
      const name = `${seen.meetingId}|${seen.date}`;
      if (!existing.has(name)) put(seen);
      existing.add(name);
      listed.set(activityId, existing);
    }
  };
  const refuse = (to: PersonAddress | RoomAddress): void => {
    if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
    if (isPersonAddress(to) && isUnreachable(personParts(to).user)) throw new MessengerError({ kind: 'BLOCKED' });
  };

  const runWritten = ({ values }: Row): void => {
    const run = decode(runKind, values);
    const name = `${run.meetingId}|${run.date}|${run.round}|${run.state}`;
    if (shownText.has(name) || (run.state !== 'COMPLETED' && run.state !== 'MISSED')) return;
    shownText.add(name);
    const { meetingId, date, reason } = run;
    put({
      kind: run.state === 'MISSED' ? 'missed' : 'completed',
      meetingId,
      date,
      ...(reason === null ? {} : { reason }),
    });
  };
  const deliveryWritten = ({ rk, values }: Row): void => {
    const { state, reason, isLate } = decode(delivery, values);
    const [, date, meetingId, , who, stored] = rk.split('|') as [
      ...[string, LocalDate, MeetingId, string],
      ...[MemberId, string],
    ];
    const what = kindFromStored(stored) as DeliveryKind;
    if (state !== 'SENT') {
      if (what === 'prompt' && isMissed(reason)) put({ kind: 'missed', meetingId, date, memberId: who, reason });
      return;
    }
    const of = lines.findLast(
      (line) =>
        line.kind.replace('-update', '') === lineOf.get(what) &&
        line.meetingId === meetingId &&
        line.date === date &&
        (line.memberId === undefined || line.memberId === who),
    );
    // An updated summary is never late, because it is sent whenever there is new content.
    if (of !== undefined && isLate && of.kind !== 'summary-update') of.isLate = true;
  };
  const written = (row: Row): void => {
    if (/^D\|[^|]+\|[^|]+\|0$/.test(row.rk)) runWritten(row);
    if (/^D\|[^|]+\|[^|]+\|s\|/.test(row.rk)) deliveryWritten(row);
  };
  const stepped = (step: Step): void => {
    if (step.do === 'insert' || step.do === 'replace') written(step.row);
  };

  return {
    presenter: recordingPresenter,
    messenger: {
      limits: teamsLimits,
      send: async (to, message) => {
        refuse(to);
        sent += 1;
        const activityId = `message-${sent}`;
        putMessage(message, false);
        putReminders(message, activityId);
        const conversationId = isPersonAddress(to) ? `chat-${personParts(to).user}` : roomParts(to).room;
        return Promise.resolve({ conversationId, activityId });
      },
      update: async (sent, message) => {
        if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
        putMessage(message, true);
        putReminders(message, messageParts(sent).message);
        return Promise.resolve();
      },
    },
    mail: {
      send: async ({ letter: email }) => {
        if (email.kind === 'SUMMARY') {
          const { meetingId, date } = email.model.header;
          put({ kind: 'email', meetingId, date });
        }
        return Promise.resolve();
      },
    },
    watch: (store) => {
      const transact: TableStore['transact'] = async (table, pk, steps) => {
        await store.transact(table, pk, steps);
        if (table === 'Team') steps.forEach(stepped);
      };
      return {
        ...store,
        insert: async (table, row) => {
          const etag = await store.insert(table, row);
          if (table === 'Team') written(row);
          return etag;
        },
        replace: async (table, row, etag) => {
          const next = await store.replace(table, row, etag);
          if (table === 'Team') written(row);
          return next;
        },
        transact,
        inOrder: inSequence(transact),
      };
    },
    take: () => {
      const taken = lines.map(({ isLate, ...line }): Line => (isLate ? { ...line, late: true } : line));
      lines = [];
      return taken;
    },
  };
};
