import { AppError } from '#contracts/errors.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { SnapshotMember } from '#contracts/occurrence.ts';
import { dateOfRev } from '../domain/ids.ts';
import { isAsked } from '../domain/owing.ts';
import type { PlannedRun } from '../domain/schedule.ts';
import { addDays, localDateAt, msOf, toInstant } from '../domain/time.ts';
import type { Records } from '../store/kind.ts';
import { answer as answerKind, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { awayOn, isNear, ownZone } from './answerAhead.ts';
import { isTaken, targetOf } from './answerTarget.ts';
import type { Target } from './answerTarget.ts';
import type { MemberRun } from './memberRun.ts';
import { plannedRun } from './planning.ts';
import type { RunCache } from './runCache.ts';

// Which run of a meeting a member may mean: the newest ones there are, and the next one ahead.

type Who = Omit<MemberRun, 'date'>;

/** A run that a member may answer before their own opening. */
export interface Ahead {
  readonly date: LocalDate;
  readonly opensAt: Instant;
}

/** With an opening for each zone the run of tomorrow may be there while that of today still waits for some. */
const newestRuns = 2;

/** The newest runs there are, newest first. */
const newestOf = async (deps: { readonly runs: RunCache }, records: Records<OrgId>, who: Who): Promise<Target[]> => {
  const prefix = `R|${who.meetingId}|`;
  const partition = teamPartition(records.scope, who.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: newestRuns, keysOnly: true });
  const found = await Promise.all(
    page.rows.map(async ({ rk }): Promise<Target[]> => {
      const run = { ...who, date: dateOfRev(rk.slice(prefix.length)) };
      const stored = await deps.runs.occurrence(records, run);
      return stored === undefined ? [] : [targetOf(run, stored.value)];
    }),
  );
  return found.flat();
};

const hasOpened = (target: Target, now: number): boolean => now >= msOf(target.instants.opensAt);

const whoOf = ({ orgId, teamId, meetingId, memberId }: Who): Who => ({ orgId, teamId, meetingId, memberId });

/** What is ahead of a member in a meeting, whether they may answer it yet or not. */
export type Coming =
  | ({ readonly kind: 'ANSWERABLE' } & Ahead)
  | ({ readonly kind: 'TOO_EARLY' } & Ahead)
  /** Away on that date, by holiday or vacation. */
  | ({ readonly kind: 'AWAY'; readonly away: NonNullable<SnapshotMember['away']> } & Ahead)
  | { readonly kind: 'NONE' };

/** Whether a run that is there already, elsewhere, has yet to open for this member and takes their answer. */
const isComing = (target: Target, now: number): boolean =>
  target.member !== undefined && isAsked(target.member) && isTaken(target, now) && !hasOpened(target, now);

/** NEAR: only what may be answered now matters, and nothing is read for what may not. */
type Wanted = 'NEXT' | 'NEAR';

/**
 * The next run that has not opened for this member. By their own clock alone, without looking at the others: of two
 * runs the one that opens first for anybody opens first for everybody.
 */
const nextOwn = async (
  records: Records<OrgId>,
  who: Who,
  meeting: Meeting,
  zone: ZoneId,
  now: number,
  wanted: Wanted,
): Promise<PlannedRun | undefined> => {
  const next = plannedRun(meeting, [zone], now);
  // Whatever comes in the place of a later one is later still.
  if (next === undefined || (wanted === 'NEAR' && !isNear(next.at, now))) return next;
  const run = { date: next.date, ...who };
  const there = await records.get(occurrenceKind, run);
  if (there === undefined || isComing(targetOf(run, there.value), now)) return next;
  // Started or called off before its time.
  return plannedRun(meeting, [zone], now, addDays(next.date, 1));
};

/** What of the meeting's runs lies ahead of a member. `timezone`: their own. */
export const comingFor = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  member: Who & { readonly timezone: ZoneId | null },
  now: number,
  wanted: Wanted = 'NEXT',
): Promise<Coming> => {
  const who = whoOf(member);
  const meeting = (await deps.runs.meeting(records, who))?.value;
  if (meeting?.isEnabled !== true || !meeting.members.includes(who.memberId)) return { kind: 'NONE' };
  const next = await nextOwn(records, who, meeting, ownZone(meeting, member), now, wanted);
  if (next === undefined) return { kind: 'NONE' };
  const { date } = next;
  const isEarly = !isNear(next.at, now);
  if (isEarly && wanted === 'NEAR') return { kind: 'NONE' };
  const opensAt = toInstant(next.at);
  if (isEarly) return { kind: 'TOO_EARLY', date, opensAt };
  const livedOn = localDateAt(next.at, member.timezone ?? meeting.timezone);
  const away = await awayOn(records, { ...who, date }, livedOn);
  return away === null ? { kind: 'ANSWERABLE', date, opensAt } : { kind: 'AWAY', away, date, opensAt };
};

/** The run to offer beside the card of another one: it can be answered ahead and is not yet. */
export const offerBeside = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  target: Target,
  { timezone }: { readonly timezone: ZoneId | null },
  now: number,
): Promise<Ahead | null> => {
  const coming = await comingFor(deps, records, { timezone, ...whoOf(target) }, now, 'NEAR');
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
  who: Who & { readonly timezone: ZoneId | null },
  now: number,
): Promise<LocalDate> => {
  const targets = await newestOf(deps, records, whoOf(who));
  const taking = targets.filter((one) => isTaken(one, now));
  const there = taking.find((one) => hasOpened(one, now)) ?? taking.at(-1);
  if (there !== undefined) return there.date;
  const coming = await comingFor(deps, records, who, now);
  if (coming.kind === 'ANSWERABLE' || coming.kind === 'AWAY') return coming.date;
  const [newest] = targets;
  if (newest !== undefined) return newest.date;
  const row = await deps.runs.meeting(records, who);
  if (row === undefined) throw new AppError('NOT_FOUND');
  throw new AppError(row.value.isEnabled ? 'RUN_NOT_OPEN' : 'MEETING_DISABLED');
};
