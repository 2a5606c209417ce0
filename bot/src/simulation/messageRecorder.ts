import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import type { SkipReason } from '../domain/runs/skipReasons.ts';
import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import type { MailGateway } from '../gateways/mailPort.ts';
import { MessengerError } from '../gateways/messengerPort.ts';
import type { PersonAddress, RoomAddress } from '../domain/core/chatAddressTypes.ts';
import { isPersonAddress, messageParts, personParts, roomParts } from '../domain/core/chatAddressParts.ts';
import { teamsLimits } from '../gateways/botframework/teamsRateLimits.ts';
import type { Messenger, OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Presenter } from '../services/core/cardPresenterPort.ts';
import { decode } from '../store/rowCodec.ts';
import { delivery } from '../store/kinds/runs/delivery.ts';
import { runKind } from '../store/kinds/runs/run.ts';
import { kindFromStored } from '../store/kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind } from '../store/kinds/messages/messageKindsAndRecipients.ts';
import { runTransactionsInSequence } from '../store/runTransactionsInSequence.ts';
import type { Row, Step, TableStore } from '../store/tableStorePort.ts';
import type { Line, LineKind } from './outputLineTypes.ts';
import { recordingPresenter, shownIn } from './recordingPresenter.ts';
import type { RecordedLine } from './recordingPresenter.ts';

// Records the messages of the engine as output lines. The content of a message comes from the messenger. The reason why
// a message was sent or not comes from the writes to the store.

/** True if a prompt that was skipped for this reason counts as missed, because the member should have received it. */
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
    case 'SKIPPED':
    case 'SNOOZED':
    case 'QUIET_HOURS':
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
  ['snoozedPrompt', 'prompt-again'],
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
  readonly take: () => Line[];
}

interface Recorded extends RecordedLine {
  readonly at: string;
  readonly date: LocalDate;
  isLate: boolean;
}

class RecordedLines {
  readonly #clock: Clock;
  #lines: Recorded[] = [];
  /**
   * Runs whose end already has a line, by meeting, date, round and final state: a row can be written again after the
   * end.
   */
  readonly #endedRuns = new Set<string>();
  /**
   * The runs that already have a reminder line, by the id of the message that contains the reminder. If an update of
   * the message adds a run, the run gets its own line.
   */
  readonly #listed = new Map<string, Set<string>>();
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(seen: RecordedLine): void {
    // Instants are cut to seconds, because the output should not depend on the exact rate of sending.
    const at = toInstant(Math.floor(this.#clock.now() / 1000) * 1000);
    const date = seen.date ?? localDate.parse(at.slice(0, 10));
    this.#lines.push({ ...seen, date, at, isLate: false });
  }

  /** Adds the lines of a message. `memberId` is the recipient of a message in a person's own chat. */
  putMessage(message: OutgoingMessage, activityId: string, isUpdate: boolean, memberId?: MemberId): void {
    const shown = shownIn(message).seen;
    const seen = shown === undefined || memberId === undefined ? shown : { ...shown, memberId };
    if (seen !== undefined && !isUpdate) this.put(seen);
    else if (seen?.kind === 'summary') this.put({ ...seen, kind: 'summary-update' });
    this.#putReminders(message, activityId);
  }

  #putReminders(message: OutgoingMessage, activityId: string): void {
    const existing = this.#listed.get(activityId) ?? new Set<string>();
    for (const seen of shownIn(message).reminders ?? []) {
      const name = `${seen.meetingId}|${seen.date ?? ''}`;
      if (!existing.has(name)) this.put(seen);
      existing.add(name);
      this.#listed.set(activityId, existing);
    }
  }

  /** Adds the line of a written row if the row records the end of a run or the outcome of a message. */
  putRow(row: Row): void {
    if (/^D\|[^|]+\|[^|]+\|0$/.test(row.rk)) this.#putRun(row);
    if (/^D\|[^|]+\|[^|]+\|s\|/.test(row.rk)) this.#putDelivery(row);
  }

  putStep(step: Step): void {
    if (step.do === 'insert' || step.do === 'replace') this.putRow(step.row);
  }

  #putRun({ values }: Row): void {
    const run = decode(runKind, values);
    const name = `${run.meetingId}|${run.date}|${run.round}|${run.state}`;
    if (this.#endedRuns.has(name) || (run.state !== 'COMPLETED' && run.state !== 'MISSED')) return;
    this.#endedRuns.add(name);
    const { meetingId, date, reason } = run;
    this.put({
      kind: run.state === 'MISSED' ? 'missed' : 'completed',
      meetingId,
      date,
      ...(reason === null ? {} : { reason }),
    });
  }

  #putDelivery({ rk, values }: Row): void {
    const { state, reason, isLate } = decode(delivery, values);
    const [, date, meetingId, , memberId, stored] = rk.split('|') as [
      ...[string, LocalDate, MeetingId, string],
      ...[MemberId, string],
    ];
    const kind = kindFromStored(stored) as DeliveryKind;
    if (state !== 'SENT') {
      if ((kind === 'prompt' || kind === 'snoozedPrompt') && isMissed(reason))
        this.put({ kind: 'missed', meetingId, date, memberId, reason });
      return;
    }
    const sent = this.#lines.findLast(
      (line) =>
        line.kind.replace('-update', '') === lineOf.get(kind) &&
        line.meetingId === meetingId &&
        line.date === date &&
        (line.memberId === undefined ? kind !== 'observerSummary' : line.memberId === memberId),
    );
    // A changed summary is never late, because it is sent whenever there is new content.
    if (sent !== undefined && isLate && sent.kind !== 'summary-update') sent.isLate = true;
  }

  take(): Line[] {
    const taken = this.#lines.map(({ isLate, ...line }): Line => (isLate ? { ...line, late: true } : line));
    this.#lines = [];
    return taken;
  }
}

interface ChatState {
  /** True if the person's chat refuses the bot. */
  readonly isUnreachable: (chatUserId: string) => boolean;
  /** Returns the member with this chat; undefined for a person who is in no team. */
  readonly memberOf: (chatUserId: string) => MemberId | undefined;
  /** True during a downtime of the scenario, in which the server can send nothing. */
  readonly isDown: () => boolean;
}

const recordingMessenger = (
  lines: RecordedLines,
  { isUnreachable, memberOf, isDown }: ChatState,
): Recorder['messenger'] => {
  let sent = 0;
  const checkReachable = (to: PersonAddress | RoomAddress): void => {
    if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
    if (isPersonAddress(to) && isUnreachable(personParts(to).user)) throw new MessengerError({ kind: 'BLOCKED' });
  };
  return {
    limits: teamsLimits,
    send: async (to, message) => {
      checkReachable(to);
      sent += 1;
      const activityId = `message-${sent}`;
      lines.putMessage(message, activityId, false, isPersonAddress(to) ? memberOf(personParts(to).user) : undefined);
      const conversationId = isPersonAddress(to) ? `chat-${personParts(to).user}` : roomParts(to).room;
      return Promise.resolve({ conversationId, activityId });
    },
    update: async (address, message) => {
      if (isDown()) throw new MessengerError({ kind: 'TRANSIENT' });
      lines.putMessage(message, messageParts(address).message, true);
      return Promise.resolve();
    },
  };
};

const recordingMail = (lines: RecordedLines): MailGateway => ({
  send: async ({ email }) => {
    if (email.kind === 'SUMMARY') {
      const { meetingId, date } = email.model.header;
      lines.put({ kind: 'email', meetingId, date });
    }
    return Promise.resolve();
  },
});

const watchedStore = (lines: RecordedLines, store: TableStore): TableStore => {
  const transact: TableStore['transact'] = async (table, pk, steps) => {
    await store.transact(table, pk, steps);
    if (table === 'Team')
      steps.forEach((step) => {
        lines.putStep(step);
      });
  };
  return {
    ...store,
    insert: async (table, row) => {
      const etag = await store.insert(table, row);
      if (table === 'Team') lines.putRow(row);
      return etag;
    },
    replace: async (table, row, etag) => {
      const next = await store.replace(table, row, etag);
      if (table === 'Team') lines.putRow(row);
      return next;
    },
    transact,
    inOrder: runTransactionsInSequence(transact),
  };
};

export const createRecorder = (clock: Clock, chatState: ChatState): Recorder => {
  const lines = new RecordedLines(clock);
  return {
    presenter: recordingPresenter,
    messenger: recordingMessenger(lines, chatState),
    mail: recordingMail(lines),
    watch: (store) => watchedStore(lines, store),
    take: () => lines.take(),
  };
};
