import type { LocalDate, MemberId } from '#contracts/ids.ts';
import { revDate } from '../domain/ids.ts';
import { addDays, minuteMs, msOf } from '../domain/time.ts';
import { monthOf } from '../domain/usage.ts';
import { inOrg, readAs, scanRows } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { answer as answerKind, history } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { taskMark, usage } from '../store/kinds/usage.ts';
import { outbox } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag } from '../store/port.ts';
import { release } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';

// The `used` row of a member and month: makes the ledger row once an answer or a saved task of that month is there.

type UsedDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>;
type UsageEvent = ValueOf<typeof usage>;

const againMs = 10_000;
const quietMs = 2 * minuteMs;
/** An answer may be given up to so many days before or after the date it is for: ahead, in the grace, across zones. */
const daysAround = 8;

const lastDateOf = (first: LocalDate): LocalDate => addDays(first, 31);

/** The first answer the member gave in that month, in this team. */
const firstAnswer = async (deps: UsedDeps, { row }: Claimed, month: string): Promise<UsageEvent | undefined> => {
  const records = inOrg(deps.store, row.orgId);
  const memberId = row.who as MemberId;
  const prefix = `Q|${memberId}|`;
  const range = {
    from: `${prefix}${revDate(addDays(lastDateOf(row.date), daysAround))}|`,
    to: `${prefix}${revDate(addDays(row.date, -daysAround))}}`,
  };
  let first: UsageEvent | undefined;
  for await (const stored of scanRows(deps.store, 'Team', teamPartition(row.orgId, row.teamId), range)) {
    const { meetingId, date } = readAs(history, stored).value;
    const given = (await records.get(answerKind, { teamId: row.teamId, date, meetingId, memberId }))?.value;
    if (given === undefined || monthOf(msOf(given.answeredAt)) !== month) continue;
    if (first === undefined || given.answeredAt < first.at)
      first = { memberId, event: 'ANSWER', at: given.answeredAt, meetingId };
  }
  return first;
};

/** What the member did first in that month, in this team. */
const firstEvent = async (deps: UsedDeps, claimed: Claimed, month: string): Promise<UsageEvent | undefined> => {
  const { orgId, teamId, who } = claimed.row;
  const memberId = who as MemberId;
  const [answered, mark] = await Promise.all([
    firstAnswer(deps, claimed, month),
    inOrg(deps.store, orgId).get(taskMark, { month, teamId, memberId }),
  ]);
  if (mark === undefined || (answered !== undefined && answered.at <= mark.value.at)) return answered;
  return { memberId, event: 'TASK', at: mark.value.at, meetingId: mark.value.meetingId };
};

const record = async (deps: UsedDeps, claimed: Claimed, month: string): Promise<boolean> => {
  const records = inOrg(deps.store, claimed.row.orgId);
  const memberId = claimed.row.who as MemberId;
  if ((await records.get(usage, { month, memberId })) !== undefined) return true;
  const first = await firstEvent(deps, claimed, month);
  if (first === undefined) return false;
  try {
    await records.insert(usage, { month, memberId }, first);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return true;
};

const forgetMark = async (deps: UsedDeps, { row }: Claimed, month: string): Promise<void> => {
  const key = { month, teamId: row.teamId, memberId: row.who as MemberId };
  const mark = await inOrg(deps.store, row.orgId).get(taskMark, key);
  if (mark === undefined) return;
  try {
    await inOrg(deps.store, row.orgId).delete(taskMark, key, mark.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

export const handleUsed = async (deps: UsedDeps, claimed: Claimed & { readonly etag: Etag }): Promise<void> => {
  const month = claimed.row.date.slice(0, 7).replace('-', '');
  const isRecorded = await record(deps, claimed, month);
  if (isRecorded) await forgetMark(deps, claimed, month);
  const now = deps.clock.now();
  const touched = msOf(claimed.row.touched ?? claimed.row.notBefore);
  if (isRecorded || now - touched >= quietMs) {
    try {
      await deps.store.delete(outbox.table, claimed.key, claimed.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await release(deps, claimed, { notBefore: now + againMs });
};
