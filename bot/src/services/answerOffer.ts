import { AppError } from '#contracts/errors.ts';
import type { Instant, LocalDate, OrgId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { dateOfRev } from '../domain/ids.ts';
import { isAsked } from '../domain/owing.ts';
import { msOf } from '../domain/time.ts';
import type { Records, Stored } from '../store/kind.ts';
import { answer as answerKind, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind, teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { isNear, nextRunFor } from './answerAhead.ts';
import type { NextRun } from './answerAhead.ts';
import { isTaken, targetOf } from './answerTarget.ts';
import type { MemberRun, Target } from './answerTarget.ts';
import type { RunCache } from './runCache.ts';

// Which run of a meeting a member may mean: the newest ones there are, and the next one ahead.

type Who = Omit<MemberRun, 'date'>;

/** Reads a run: from the store, or through the cache of runs where there is one. */
type ReadRun = (run: MemberRun) => Promise<Stored<Occurrence> | undefined>;

/** A run that a member may answer before their own opening. */
export interface Ahead {
  readonly date: LocalDate;
  readonly opensAt: Instant;
}

/** With an opening for each zone the run of tomorrow may be there while that of today still waits for some. */
const newestRuns = 2;

/** The newest runs there are, newest first. */
const newestOf = async (read: ReadRun, records: Records<OrgId>, who: Who): Promise<Target[]> => {
  const prefix = `R|${who.meetingId}|`;
  const partition = teamPartition(records.scope, who.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: newestRuns, keysOnly: true });
  const found = await Promise.all(
    page.rows.map(async ({ rk }): Promise<Target[]> => {
      const run = { ...who, date: dateOfRev(rk.slice(prefix.length)) };
      const stored = await read(run);
      return stored === undefined ? [] : [targetOf(run, stored.value)];
    }),
  );
  return found.flat();
};

const hasOpened = (target: Target, now: number): boolean => now >= msOf(target.instants.opensAt);

/** Of runs that are there and take this member's answer before their own opening, the next to open. */
const openedElsewhere = (targets: readonly Target[], now: number): Target | undefined =>
  targets.filter((one) => isTaken(one, now) && !hasOpened(one, now)).at(-1);

const whoOf = ({ orgId, teamId, meetingId, memberId }: Who): Who => ({ orgId, teamId, meetingId, memberId });

/** What is ahead of a member in a meeting, whether they may answer it yet or not. */
export type Coming =
  | ({ readonly kind: 'ANSWERABLE' } & Ahead)
  /** Away on that date, by holiday or vacation. */
  | ({ readonly kind: 'AWAY'; readonly away: NonNullable<NextRun['away']> } & Ahead)
  | ({ readonly kind: 'TOO_EARLY' } & Ahead)
  | { readonly kind: 'NONE' };

/** The next run that has not opened for this member, as far as it is one to be answered ahead. */
export const comingFor = async (records: Records<OrgId>, member: Who, now: number): Promise<Coming> => {
  const who = whoOf(member);
  const next = await nextRunFor(records, who, now);
  if (next === undefined) return { kind: 'NONE' };
  const read: ReadRun = (run) => records.get(occurrenceKind, run);
  const elsewhere =
    next.meeting.timeBasis === 'MEMBER' ? openedElsewhere(await newestOf(read, records, who), now) : undefined;
  if (elsewhere?.member !== undefined && isAsked(elsewhere.member))
    return { kind: 'ANSWERABLE', date: elsewhere.date, opensAt: elsewhere.instants.opensAt };
  const { date, away, instants } = next;
  const { opensAt } = instants;
  if (away !== null) return { kind: 'AWAY', away, date, opensAt };
  return { kind: isNear(opensAt, now) ? 'ANSWERABLE' : 'TOO_EARLY', date, opensAt };
};

/** The run to offer beside the card of another one: it can be answered ahead and is not yet. */
export const offerBeside = async (records: Records<OrgId>, target: Target, now: number): Promise<Ahead | null> => {
  const coming = await comingFor(records, target, now);
  if (coming.kind !== 'ANSWERABLE' || coming.date === target.date) return null;
  const { date, opensAt } = coming;
  const given = await records.get(answerKind, { ...target, date });
  return given === undefined ? { date, opensAt } : null;
};

/**
 * The date a member means who names none: of the runs there are the newest that has opened for them and takes their
 * answer, else one that takes it before their own opening, else the next one ahead, else the newest.
 */
export const dateMeant = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  who: Who,
  now: number,
): Promise<LocalDate> => {
  const targets = await newestOf((run) => deps.runs.occurrence(records, run), records, who);
  const taking = targets.filter((one) => isTaken(one, now));
  const there = taking.find((one) => hasOpened(one, now)) ?? taking.at(-1);
  if (there !== undefined) return there.date;
  const next = await nextRunFor(records, who, now);
  if (next !== undefined && isNear(next.instants.opensAt, now)) return next.date;
  const [newest] = targets;
  if (newest !== undefined) return newest.date;
  const row = await records.get(meetingKind, who);
  if (row === undefined) throw new AppError('NOT_FOUND');
  throw new AppError(row.value.isEnabled ? 'RUN_NOT_OPEN' : 'MEETING_DISABLED');
};
