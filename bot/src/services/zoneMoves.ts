import { times } from '#contracts/limits.ts';
import type { MemberId, OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import { dateOfRev } from '../domain/ids.ts';
import { movedTo } from '../domain/moving.ts';
import { instantsFor } from '../domain/owing.ts';
import { minuteMs, msOf } from '../domain/time.ts';
import type { Records } from '../store/kind.ts';
import { delivery, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind, teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import { memberMessages, writeDue, writeOutbox } from './outboxRows.ts';
import type { RunRef } from './outboxRows.ts';
import { planNext, zonesOf } from './planning.ts';
import { retryOnConflict } from './revise.ts';
import { deliveryKey, readRun } from './runRows.ts';
import type { RunRows } from './runRows.ts';
import { dueOfSet } from './runSteps.ts';

// Reports by member time follow people: who moves before they were asked is asked at their new time (decisions.md D3).

type MoveDeps = Pick<Deps, 'store' | 'clock'>;

export interface ZoneMove {
  readonly memberId: MemberId;
  readonly teamIds: readonly TeamId[];
  readonly zone: ZoneId;
}

/** By member time two dates may be open together. */
const openDates = 2;

const newestRuns = async (records: Records<OrgId>, { id, teamId }: Meeting): Promise<RunRef[]> => {
  const prefix = `R|${id}|`;
  const partition = teamPartition(records.scope, teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: openDates, keysOnly: true });
  const orgId = records.scope;
  return page.rows.map((row) => ({ orgId, teamId, meetingId: id, date: dateOfRev(row.rk.slice(prefix.length)) }));
};

/** Their prompt came too late to be sent, which is recorded, and they have not answered since. */
const isPassedOver = (rows: RunRows, round: number | undefined, memberId: MemberId): boolean => {
  const prompt = rows.deliveries.get(deliveryKey(memberId, 'prompt'))?.value;
  const isTooLate = prompt?.state === 'SKIPPED' && prompt.reason === 'TOO_LATE' && prompt.round === round;
  return isTooLate && !rows.answers.some((one) => one.value.memberId === memberId);
};

/** Due rows and, when their new time has just passed, the prompt are written before the run says so. */
const moveInRun = (
  deps: MoveDeps,
  records: Records<OrgId>,
  meeting: Meeting,
  run: RunRef,
  { memberId, zone }: ZoneMove,
): Promise<void> =>
  retryOnConflict(async () => {
    const rows = await readRun(records, run);
    const now = deps.clock.now();
    const stored = rows.occurrence;
    const isAgain = isPassedOver(rows, stored?.value.round, memberId);
    const move = { memberId, zone, meeting, isPassedOver: isAgain, now };
    const moved = stored === undefined ? undefined : movedTo({ occurrence: stored.value, ...move });
    const member = moved?.members.find((one) => one.memberId === memberId);
    const set = moved === undefined || member === undefined ? undefined : instantsFor(moved, member);
    if (stored === undefined || moved === undefined || set === undefined) return;
    const later = dueOfSet(run, moved, set, meeting.rev).filter((row) => msOf(row.at) > now);
    await writeDue(deps.store, later);
    if (msOf(set.opensAt) <= now) {
      const prompts = memberMessages(run, moved, rows, { kind: 'prompt', at: set.opensAt });
      // Too late to ask them at a good hour: the sender records that, and they can still answer.
      await writeOutbox(
        deps.store,
        prompts.filter((one) => one.who === memberId),
      );
    }
    await records.transact([
      records.replaceStep(occurrenceKind, run, moved, stored.etag),
      // What says that nobody will ask them is true no longer.
      ...(isAgain ? [records.deleteStep(delivery, { ...run, who: memberId, kind: 'prompt' })] : []),
    ]);
  });

const follow = async (deps: MoveDeps, records: Records<OrgId>, meeting: Meeting, move: ZoneMove): Promise<void> => {
  const rows = await allMembers(records, meeting.teamId);
  const people = rows.map(({ value }) =>
    value.memberId === move.memberId ? { ...value, timezone: move.zone } : value,
  );
  const now = deps.clock.now();
  // From an hour back too: who comes into a zone where the time has just passed is asked at once.
  for (const after of [now - times.promptLate * minuteMs, now])
    await planNext(deps, records.scope, meeting, zonesOf(meeting, people), after);
  for (const run of await newestRuns(records, meeting)) await moveInRun(deps, records, meeting, run, move);
};

/** Called before the new zone is stored with the member, so that a crash between the two is made good by the next call. */
export const followZone = async (deps: MoveDeps, records: Records<OrgId>, move: ZoneMove): Promise<void> => {
  for (const teamId of move.teamIds) {
    const key = { teamId, meetingId: '' as Meeting['id'] };
    const meetings = await records.list(meetingKind, key, prefixRange('G|'));
    for (const { value } of meetings)
      if (value.timeBasis === 'MEMBER' && value.isEnabled && value.members.includes(move.memberId))
        await follow(deps, records, value, move);
  }
};
