import { inOrg, outside } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { outbox } from '../../../../bot/src/store/kinds/outbox/outboxRow.ts';
import type { OutboxKind } from '../../../../bot/src/store/kinds/messages/messageKindsAndRecipients.ts';
import {
  meeting,
  meetingName,
  meetingPointer,
} from '../../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { delivery } from '../../../../bot/src/store/kinds/runs/delivery.ts';
import type { TableStore } from '../../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeeting, anInstant } from '../idDateAndRecordBuilders.ts';
import type { IdsIn } from '../seededIdsAndNames.ts';

// Seeds the rows of observers, and the messages that only snoozes, observers and blockers have.

interface Seeding {
  readonly name: string;
  readonly ids: IdsIn;
  readonly store: TableStore;
}

const later = anInstant('2027-03-01T08:00:00Z');

/** Writes a report that bob only observes. The report is disabled, so that the nightly planning adds no rows. */
const seedWatchedMeeting = async ({ name, ids, store }: Seeding): Promise<void> => {
  const { orgId, teamId, watchedId, ann, bob } = ids;
  const records = inOrg(store, orgId);
  const watched = aMeeting({
    ...{ id: watchedId, teamId, name: `${name} watched`, createdBy: ann.memberId, isEnabled: false },
    ...{ members: [ann.memberId], observers: [bob.memberId] },
  });
  await records.insert(meeting, { teamId, meetingId: watchedId }, watched);
  await records.insert(meetingName, { teamId, name: watched.name }, { meetingId: watchedId });
  await records.insert(meetingPointer, { meetingId: watchedId }, { meetingId: watchedId, teamId });
};

/** Writes the records of messages that bob got: of a snoozed prompt, and of the summary in the chat and by email. */
const seedDeliveries = async ({ name, ids, store }: Seeding): Promise<void> => {
  const { orgId, teamId, meetingId, watchedId, bob } = ids;
  const date = aDate('2026-11-19');
  const at = anInstant('2026-11-19T09:00:00Z');
  const sent = { round: 1, state: 'SENT', reason: null, at, isLate: false, digest: null } as const;
  const place = { conversationId: `a:bob-${name}`, activityId: `2:bob-${name}` };
  const to = { teamId, date, who: bob.memberId };
  const records = inOrg(store, orgId);
  await records.insert(delivery, { ...to, meetingId, kind: 'snoozedPrompt' }, { ...sent, ...place, dueAt: at });
  await records.insert(delivery, { ...to, meetingId: watchedId, kind: 'observerSummary' }, { ...sent, ...place });
  const email = { conversationId: null, activityId: null };
  await records.insert(delivery, { ...to, meetingId: watchedId, kind: 'observerEmail' }, { ...sent, ...email });
};

/**
 * Writes waiting messages to bob, far in the future: a snoozed prompt, a moved reminder, summaries and blocker cards.
 */
const seedMessages = async ({ ids, store }: Seeding): Promise<void> => {
  const { orgId, teamId, meetingId, watchedId, bob } = ids;
  const free = { lease: null, touched: null, failures: null, parkedReason: null };
  const waiting = { at: later, notBefore: later, notAfter: null, ...free };
  const date = aDate('2027-03-01');
  const messages: readonly {
    readonly kind: OutboxKind;
    readonly about: IdsIn['meetingId'];
    readonly isMoved?: true;
  }[] = [
    { kind: 'snoozedPrompt.1', about: meetingId },
    { kind: 'reminder1.1', about: meetingId, isMoved: true },
    { kind: 'observerSummary.1', about: watchedId },
    { kind: 'observerEmail.1', about: watchedId },
  ];
  const rows = outside(store);
  for (const { kind, about, isMoved } of messages) {
    const row = { orgId, teamId, meetingId: about, date, at: later, kind, who: bob.memberId };
    await rows.insert(outbox, row, { ...row, ...waiting, ...(isMoved === true ? { movedTo: later } : {}) });
  }
  // All blockers of a member in a report share one row, whose key has this instant.
  const shared = { at: anInstant('2020-01-01T00:00:00Z'), date: aDate('2020-01-01') };
  const cards = { orgId, teamId, meetingId, kind: 'blockerCards', who: bob.memberId, ...shared } as const;
  await rows.insert(outbox, cards, { ...waiting, ...cards });
};

export const seedObserverAndBlockerRows = async (seeding: Seeding): Promise<void> => {
  await seedWatchedMeeting(seeding);
  await seedDeliveries(seeding);
  await seedMessages(seeding);
};
