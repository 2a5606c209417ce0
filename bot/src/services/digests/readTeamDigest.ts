import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestSettings } from '#contracts/digests/digestCalls.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { sum } from '../../domain/core/sum.ts';
import { replyIn } from '../../domain/attention/findAndSortAttentionLines.ts';
import type {
  DigestAnswer,
  DigestMissing,
  DigestModel,
  DigestPerson,
  DigestTrend,
} from '../../domain/digests/digestModelTypes.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { byName, byText } from '../core/compareByNameOrText.ts';
import { readTeamAttention } from '../attention/getAttention.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { answersToRun, countsBefore, runsInPeriod } from './readRunsInDigestPeriod.ts';
import type { CoveredRun, Period } from './readRunsInDigestPeriod.ts';

// Reads the content of a digest of one team. It does not name members who left or are disabled.

export type TeamContent = Pick<DigestModel, 'runs' | 'attention' | 'people' | 'missing' | 'trends'>;

interface ReportRuns {
  readonly meeting: Meeting;
  readonly runs: readonly CoveredRun[];
}

interface Team {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly settings: DigestSettings;
  readonly members: readonly TeamMember[];
  readonly reports: readonly ReportRuns[];
  readonly pause: Pause;
}

const reportsOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  { reportIds }: DigestSettings,
): Promise<Meeting[]> => {
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  const wanted = new Set(reportIds);
  return rows.map(({ value }) => value).filter(({ id }) => wanted.size === 0 || wanted.has(id));
};

const newestAnswers = async ({ records, teamId, settings, reports, pause }: Team) => {
  const byMember = new Map<MemberId, DigestAnswer[]>();
  if (settings.people !== 'ANSWERS' || !settings.sections.includes('PEOPLE')) return byMember;
  for (const { meeting, runs } of reports) {
    const [newest] = runs;
    if (newest === undefined) continue;
    const answers = await answersToRun(records, { teamId, meetingId: meeting.id, date: newest.counts.date });
    for (const [memberId, values] of answers) byMember.set(memberId, [...(byMember.get(memberId) ?? []), ...values]);
    await pause();
  }
  return byMember;
};

const repliesOf = ({ reports }: Team, memberId: MemberId) =>
  reports.map(({ meeting, runs }) => ({ meeting, replies: runs.map(({ parts }) => replyIn(parts, memberId)) }));

/** Returns the people who answered, skipped or missed at least one run of the period. */
const peopleOf = async (team: Team): Promise<DigestPerson[]> => {
  const answers = await newestAnswers(team);
  const people: DigestPerson[] = [];
  for (const { memberId, name } of team.members) {
    const replies = repliesOf(team, memberId).flatMap(({ replies: ofReport }) => ofReport);
    const count = (reply: (typeof replies)[number]) => replies.filter((item) => item === reply).length;
    const [answered, silent, skipped] = [count('ANSWERED'), count('SILENT'), count('SKIPPED')];
    if (answered + silent + skipped > 0)
      people.push({
        memberId,
        name,
        asked: answered + silent,
        answered,
        skipped,
        answers: answers.get(memberId) ?? [],
      });
    await team.pause();
  }
  return people;
};

const missingOf = async (team: Team): Promise<DigestMissing[]> => {
  const missing: DigestMissing[] = [];
  for (const { memberId, name } of team.members) {
    const reports = repliesOf(team, memberId).flatMap(({ meeting, replies }) => {
      const runs = replies.filter((reply) => reply === 'SILENT').length;
      return runs === 0 ? [] : [{ name: meeting.name, runs }];
    });
    if (reports.length > 0) missing.push({ memberId, name, reports });
    await team.pause();
  }
  return missing;
};

export const sumOf = (counts: readonly { readonly asked: number; readonly answered: number }[]) => ({
  asked: sum(counts, ({ asked }) => asked),
  answered: sum(counts, ({ answered }) => answered),
});

const trendsOf = async ({ records, reports }: Team): Promise<DigestTrend[]> => {
  const trends: DigestTrend[] = [];
  for (const { meeting, runs } of reports) {
    const first = runs.at(-1)?.counts.date;
    if (first === undefined) continue;
    const before = await countsBefore(records, meeting, first);
    const counts = runs.map(({ counts: own }) => own);
    trends.push({
      ...{ meetingId: meeting.id, name: meeting.name, runs: runs.length },
      now: { ...sumOf(counts), blockers: sum(counts, ({ blockers }) => blockers) },
      before: { ...sumOf(before), runs: before.length },
    });
  }
  return trends;
};

/** Reads the sections that the settings choose. The actor is the owner of the digest, or the person who previews it. */
export const readTeamDigest = async (
  deps: Pick<Deps, 'clock'>,
  actor: Pick<Actor, 'locale'>,
  { records, teamId, settings }: Pick<Team, 'records' | 'teamId' | 'settings'>,
  period: Period,
): Promise<TeamContent> => {
  const pause = await startSlices();
  const meetings = await reportsOf(records, teamId, settings);
  const reports: ReportRuns[] = [];
  for (const meeting of meetings.sort(byName(actor.locale)))
    reports.push({ meeting, runs: await runsInPeriod(records, meeting, period, pause) });
  const compare = byText(actor.locale);
  const members = (await listPresentMembers(records, teamId))
    .filter(({ isEnabled }) => isEnabled)
    .sort((a, b) => compare(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1));
  const team: Team = { records, teamId, settings, members, reports, pause };
  const has = (section: DigestSettings['sections'][number]): boolean => settings.sections.includes(section);
  const ids = new Set(meetings.map(({ id }) => id));
  return {
    runs: sum(reports, ({ runs }) => runs.length),
    attention: has('ATTENTION')
      ? (await readTeamAttention(records, teamId, deps.clock.now(), (id) => ids.has(id))).slice(0, ui.attentionLines)
      : [],
    people: has('PEOPLE') ? await peopleOf(team) : [],
    missing: has('MISSING') ? await missingOf(team) : [],
    trends: has('TRENDS') ? await trendsOf(team) : [],
  };
};
