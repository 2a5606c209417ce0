import type { LocalDate, MeetingId, MemberId } from '#contracts/ids.ts';
import type { Clock } from '../domain/clock.ts';
import type { SkipReason } from '../domain/sending.ts';
import { toInstant } from '../domain/time.ts';
import type { MailGateway } from '../gateways/mail.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { Messenger, OutgoingMessage, Target } from '../gateways/messenger.ts';
import type { Presenter } from '../services/presenter.ts';
import { decode } from '../store/codec.ts';
import { delivery, occurrence } from '../store/kinds/run.ts';
import type { DeliveryKind } from '../store/kinds/run.ts';
import { oneByOne } from '../store/oneByOne.ts';
import type { Row, Step, TableStore } from '../store/port.ts';

// What the engine sends, as lines: the messenger is where a message is seen, the store where it is seen why, or why not.

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
}

/** Words a reminder brings to its card: by them the messenger tells the three questions apart. */
export const reminderWords = { firstReminderMessage: 'reminder1', secondReminderMessage: 'reminder2' } as const;

type Seen = Omit<Line, 'at' | 'late'>;
const card = (seen: Seen): OutgoingMessage => ({ card: { ...seen }, summary: seen.kind });
const silent = (): OutgoingMessage => ({ card: {}, summary: '' });

const recordingPresenter: Presenter = {
  ask: ({ meetingId, date, data }) => card({ kind: 'prompt', meetingId, date, memberId: data.memberId }),
  broadcast: ({ meetingId, date }) => card({ kind: 'broadcast', meetingId, date }),
  summary: ({ header: { meetingId, date } }) => card({ kind: 'summary', meetingId, date }),
  answered: silent,
  closed: silent,
  notice: silent,
  week: silent,
};

const kindSaid = (kind: LineKind, summary: string): LineKind =>
  kind === 'prompt' && (summary === 'reminder1' || summary === 'reminder2') ? summary : kind;

/** A prompt that is not sent for one of these is one the member was owed. */
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
      return true;
    case 'MEETING_GONE':
    case 'DEACTIVATED':
    case 'RUN_OVER':
    case 'NOT_ASKED':
    case 'MUTED':
    case 'ANSWERED':
    case 'VACATION':
      return false;
  }
  return false;
};

const lineOf: Readonly<Partial<Record<DeliveryKind, LineKind>>> = {
  prompt: 'prompt',
  r1: 'reminder1',
  r2: 'reminder2',
  bcast: 'broadcast',
  sum: 'summary',
  mail: 'email',
};

export interface Recorder {
  readonly messenger: Pick<Messenger, 'send' | 'update'>;
  readonly mail: MailGateway;
  readonly presenter: Presenter;
  /** The store, watched: what is written of runs and deliveries becomes lines. */
  readonly watch: (store: TableStore) => TableStore;
  /** Lines since the last call. */
  readonly take: () => Line[];
}

interface Recorded extends Seen {
  readonly at: string;
  isLate: boolean;
}

/** `isUnreachable`: the chat refuses them. `isDown`: the process has ended, so nothing gets out. */
export const createRecorder = (
  clock: Clock,
  {
    isUnreachable,
    isDown,
  }: { readonly isUnreachable: (teamsUserId: string) => boolean; readonly isDown: () => boolean },
): Recorder => {
  let lines: Recorded[] = [];
  let sent = 0;
  const told = new Set<string>();
  // To the second: that a tenant takes its messages a few at a time is no part of the story.
  const now = () => toInstant(Math.floor(clock.now() / 1000) * 1000);
  const put = (seen: Seen): void => {
    lines.push({ ...seen, at: now(), isLate: false });
  };
  const putMessage = ({ card: shown, summary }: OutgoingMessage, update: boolean): void => {
    if (shown['kind'] === undefined) return;
    const seen = shown as unknown as Seen;
    const kind = kindSaid(seen.kind, summary);
    if (!update) put({ ...seen, kind });
    else if (kind === 'summary') put({ ...seen, kind: 'summary-update' });
  };
  const refuse = (target: Target): void => {
    if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
    if (target.kind === 'PERSON' && isUnreachable(target.teamsUserId)) throw new MessengerError({ kind: 'BLOCKED' });
  };

  const runWritten = ({ values }: Row): void => {
    const run = decode(occurrence, values);
    const name = `${run.meetingId}|${run.date}|${run.round}|${run.state}`;
    if (told.has(name) || (run.state !== 'COMPLETED' && run.state !== 'MISSED')) return;
    told.add(name);
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
    const [, date, meetingId, , who, what] = rk.split('|') as [
      ...[string, LocalDate, MeetingId, string],
      ...[MemberId, DeliveryKind],
    ];
    if (state !== 'SENT') {
      if (what === 'prompt' && isMissed(reason)) put({ kind: 'missed', meetingId, date, memberId: who, reason });
      return;
    }
    const of = lines.findLast(
      (line) =>
        line.kind.replace('-update', '') === lineOf[what] &&
        line.meetingId === meetingId &&
        line.date === date &&
        (line.memberId === undefined || line.memberId === who),
    );
    // An update comes when there is something new to show.
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
      send: async (target, message) => {
        refuse(target);
        sent += 1;
        putMessage(message, false);
        const conversationId = target.kind === 'PERSON' ? `chat-${target.teamsUserId}` : target.threadId;
        return Promise.resolve({ conversationId, activityId: `message-${sent}` });
      },
      update: async (_address, message) => {
        if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
        putMessage(message, true);
        return Promise.resolve();
      },
    },
    mail: {
      send: async ({ letter }) => {
        if (letter.kind === 'SUMMARY') {
          const { meetingId, date } = letter.model.header;
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
        inOrder: oneByOne(transact),
      };
    },
    take: () => {
      const taken = lines.map(({ isLate, ...line }): Line => (isLate ? { ...line, late: true } : line));
      lines = [];
      return taken;
    },
  };
};
