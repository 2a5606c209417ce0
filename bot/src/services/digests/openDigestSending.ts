import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestStopReason } from '#contracts/digests/digestCalls.ts';
import { coveredFrom, isDigestDay, lastDigest } from '../../domain/digests/digestSchedule.ts';
import type { DigestPlan } from '../../domain/digests/digestSchedule.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { digest as digestKind, digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { plannedMessages, stopMessages } from './planDigestMessagesAndRecipients.ts';
import { readDigestOwner } from './digestOwner.ts';
import { keptSendings, listSendings, nextAtOf, readDigestPlan } from './readDigestsAndBuildRows.ts';
import type { Digest, Sending } from './readDigestsAndBuildRows.ts';

// Turns the planned instant of a digest into one sending. The sending, the period that it covers and the next instant
// are written in one transaction, so that a repeated step finds the sending and creates no second sending.

const withoutOldest = async (records: Records<OrgId>, { id }: Digest): Promise<RecordStep[]> => {
  const rows = await listSendings(records, id, keptSendings.all + keptSendings.onDemand);
  // A sending with waiting messages is kept, because the sender of these messages reads it.
  return rows
    .slice(keptSendings.all - 1)
    .filter(({ value }) => value.messages.every(({ state }) => state !== 'WAITING'))
    .map(({ value }) => records.deleteStep(digestSending, { digestId: id, at: value.at }));
};

interface Opening {
  readonly at: Instant;
  readonly now: number;
  readonly plan: DigestPlan;
  /** False while the organisation opens no runs. `decide` also checks whether the team is connected. */
  readonly maySend: boolean;
}

/**
 * Returns the end of the covered period: the newest planned instant that has passed. So a digest that missed several
 * dates, for example during a downtime, is sent once for all of them.
 */
const endOf = ({ at, now, plan }: Opening): number => Math.max(msOf(at), lastDigest(plan, now)?.at ?? 0);

const sendingOf = (
  row: Digest,
  { at }: Opening,
  to: number,
  content: Pick<Sending, 'cause' | 'stopReason' | 'messages'>,
): Sending => {
  const from = coveredFrom(row.schedule, row.coveredUntil === null ? null : msOf(row.coveredUntil), to);
  return { digestId: row.id, at, from: toInstant(from), to: toInstant(to), ...content };
};

const stopped = async (
  records: Records<OrgId>,
  row: Digest,
  opening: Opening,
  stopReason: DigestStopReason,
): Promise<{ readonly next: Digest; readonly sending: Sending }> => {
  const messages = await stopMessages(records, row, opening.now);
  return {
    next: { ...row, state: 'STOPPED', stopReason, nextAt: null, handledAt: opening.at, sentAt: opening.at },
    sending: sendingOf(row, opening, msOf(opening.at), { cause: 'STOPPED', stopReason, messages }),
  };
};

/**
 * Returns the digest to store after its planned instant, and its sending. If the digest must stop, the sending is the
 * notice about the stop. `sending` is missing if nothing may be sent now.
 */
const decide = async (
  records: Records<OrgId>,
  row: Digest,
  opening: Opening,
): Promise<{ readonly next: Digest; readonly sending?: Sending }> => {
  const { at, now, plan, maySend } = opening;
  const owner = await readDigestOwner(records, row);
  if (owner.stop !== null) return stopped(records, row, opening, owner.stop);
  const isConnected = row.teamId === null || owner.team?.state === 'CONNECTED';
  if (!maySend || !isConnected)
    return { next: { ...row, nextAt: nextAtOf(plan, Math.max(now, msOf(at))), handledAt: at, sentAt: null } };
  const to = endOf(opening);
  const messages = await plannedMessages(records, row, now);
  return {
    next: {
      ...row,
      ...{ nextAt: nextAtOf(plan, Math.max(now, to)), coveredUntil: toInstant(to), handledAt: at, sentAt: at },
    },
    sending: sendingOf(row, opening, to, { cause: 'PLANNED', stopReason: null, messages }),
  };
};

/** The stored digest after its due row was handled, and the sending for that due row; undefined if there is none. */
export interface Opened {
  readonly digest: Digest;
  readonly sending: Sending | undefined;
}

/** Returns the result of an earlier call that handled this instant. */
const replayed = async (records: Records<OrgId>, row: Digest): Promise<Opened> => {
  const { id: digestId, sentAt } = row;
  const sending = sentAt === null ? undefined : await records.get(digestSending, { digestId, at: sentAt });
  return { digest: row, sending: sending?.value };
};

/**
 * Handles the planned instant `at` of a digest. Returns undefined if another caller changed the digest meanwhile (the
 * call can then be repeated), and null if the digest is no longer planned for this instant.
 */
export const openDigestSending = async (
  records: Records<OrgId>,
  stored: Stored<Digest>,
  {
    at,
    date,
    now,
    maySend,
  }: Pick<Opening, 'at' | 'now' | 'maySend'> & { readonly date: Parameters<typeof isDigestDay>[1] },
): Promise<Opened | null | undefined> => {
  const row = stored.value;
  if (row.handledAt === at) return replayed(records, row);
  // The revision of the due row is not compared: a save that failed may already have replaced the due row of the stored
  // digest by one with the next revision.
  if (row.state !== 'ACTIVE' || row.nextAt !== at) return null;
  const plan = await readDigestPlan(records, row, now);
  // If a holiday was added after the planning, the digest moves to another day.
  const isMoved = !isDigestDay(plan, date);
  const { next, sending } = isMoved
    ? { next: { ...row, nextAt: nextAtOf(plan, msOf(at)), handledAt: at, sentAt: null }, sending: undefined }
    : await decide(records, row, { at, now, plan, maySend });
  const key = { id: row.id };
  try {
    await records.transact([
      ...(sending === undefined
        ? []
        : [
            ...(await withoutOldest(records, row)),
            records.insertStep(digestSending, { digestId: row.id, at }, sending),
          ]),
      records.replaceStep(digestKind, key, next, stored.etag),
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { digest: next, sending };
};
