import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { zoneId } from '#contracts/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { getTrends as getTrendsCall, TrendMember } from '#contracts/trends.ts';
import { revDate } from '../domain/ids.ts';
import { addDays, localDateAt } from '../domain/time.ts';
import { participation } from '../domain/trends.ts';
import type { AnsweredRun } from '../domain/trends.ts';
import { inOrg, scanRows } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { daySummary, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { requireMeetingOf } from './reports.ts';
import { readRun } from './runRows.ts';
import { byName } from './sorting.ts';

// The line of a meeting over some weeks. Its runs are counted already (R rows); of the people only the keys of their answers are read.

const utc = zoneId.parse('UTC');
/** Runs read at a time. */
const atOnce = 10;

type Counts = ValueOf<typeof daySummary>;

interface RunKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

/** Newest first, as they are stored; also what runs today where the reader's day has not begun. */
const countsSince = async (records: Records<OrgId>, key: RunKey, from: LocalDate): Promise<Counts[]> => {
  const prefix = `R|${key.meetingId}|`;
  const range = { from: prefix, to: `${prefix}${revDate(from)}}` };
  const rows = await records.list(daySummary, { ...key, date: from }, range);
  return rows.map(({ value }) => value);
};

const hasAsked = ({ state, asked, answered }: Counts): boolean =>
  (state === 'OPEN' || state === 'COMPLETED') && asked + answered > 0;

const answeredBy = async (records: Records<OrgId>, key: RunKey, date: LocalDate): Promise<Set<MemberId>> => {
  const prefix = `D|${date}|${key.meetingId}|a|`;
  const found = new Set<MemberId>();
  const partition = teamPartition(records.scope, key.teamId);
  for await (const { rk } of scanRows(records.store, 'Team', partition, prefixRange(prefix), { keysOnly: true }))
    found.add(rk.slice(prefix.length) as MemberId);
  return found;
};

/** Who answered, by the keys. An answer given ahead may be one that the run did not take: then the rows themselves tell. */
const answeredRun = async (
  records: Records<OrgId>,
  key: RunKey,
  { date, answered: counted }: Counts,
): Promise<AnsweredRun[]> => {
  const [run, answered] = await Promise.all([
    records.get(occurrenceKind, { ...key, date }),
    answeredBy(records, key, date),
  ]);
  if (run === undefined) return [];
  if (answered.size === counted) return [{ run: run.value, answered }];
  const rows = await readRun(records, { ...key, date });
  return [{ run: run.value, answered: new Set(rows.answers.map(({ value }) => value.memberId)) }];
};

const answeredRuns = async (
  records: Records<OrgId>,
  key: RunKey,
  counts: readonly Counts[],
): Promise<AnsweredRun[]> => {
  const runs: AnsweredRun[] = [];
  for (let at = 0; at < counts.length; at += atOnce) {
    const some = await Promise.all(counts.slice(at, at + atOnce).map((one) => answeredRun(records, key, one)));
    runs.push(...some.flat());
  }
  return runs;
};

const membersOf = (runs: readonly AnsweredRun[], people: readonly TeamMember[], locale: string): TrendMember[] => {
  const known = new Map(people.map((one) => [one.memberId, one]));
  const rows = participation(runs).map(({ memberId, name, asked, answered }) => {
    const person = known.get(memberId);
    return {
      id: memberId,
      name: person?.name ?? name,
      row: {
        ...{ memberId, name: person?.name ?? name, thumbnailUrl: person?.thumbnailUrl ?? null, asked, answered },
        hasLeft: person?.leftOn !== null,
      },
    };
  });
  return rows.sort(byName(locale)).map(({ row }) => row);
};

/** Participation, goals and blockers of a meeting, run by run and person by person. */
export const getTrends = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { teamId, meetingId, days }: ParsedOf<typeof getTrendsCall>,
): Promise<OutputOf<typeof getTrendsCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  await requireMeetingOf(records, teamId, meetingId);
  const people = (await allMembers(records, teamId)).map(({ value }) => value);
  const own = people.find((one) => one.memberId === actor.memberId)?.timezone;
  const to = localDateAt(deps.clock.now(), own ?? utc);
  const from = addDays(to, 1 - days);
  const key = { teamId, meetingId };
  const counts = (await countsSince(records, key, from)).filter(hasAsked).reverse();
  const runs = await answeredRuns(records, key, counts);
  return {
    from,
    to,
    runs: counts.map(({ date, state, asked, answered, late, goals, blockers }) => ({
      ...{ date, isOpen: state === 'OPEN', asked, answered, late, goals, blockers },
    })),
    members: membersOf(runs, people, actor.locale),
  };
};
