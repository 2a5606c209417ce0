import type {
  getRollup as getRollupCall,
  Rollup,
  RollupEntry,
  RollupGroup,
  RollupHead,
} from '#contracts/reports/rollup.ts';
import type { MeetingId } from '#contracts/core/ids.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { GroupOnPage } from '../../domain/rollup/rollupPages.ts';
import type { RollupLine } from '../../domain/rollup/rollupSet.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { runSliced } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { byName } from '../core/sortByName.ts';
import { openRollup, pageAt, rollupSummary } from './openRollup.ts';
import type { OpenedRollup } from './openRollup.ts';

// Returns one page of a roll-up.

const entryOf = ({ of: { teamId, run }, member }: RollupLine): RollupEntry => {
  const { memberId, name, state, answeredAt, isLate, goalsTicked, goalsOffered, goalsOpen, answers } = member;
  return {
    ...{ teamId, meetingId: run.meetingId, meetingName: run.meetingName, date: run.date, run: run.state },
    ...{ memberId, name, state, answeredAt, isLate, goalsTicked, goalsOffered, goalsOpen, answers },
    ...(member.skipReason === undefined ? {} : { skipReason: member.skipReason }),
    ...{ wasNotAsked: member.wasNotAsked, unreachable: member.unreachable },
  };
};

const groupOf = async ({ group, lines, from }: GroupOnPage, pause: Pause): Promise<RollupGroup> => {
  const { key, head } = group;
  const shared = {
    ...{ key, figures: await runSliced(group.figures(), pause), entries: lines.map(entryOf) },
    ...{ entriesFrom: from, entriesTotal: group.lines.length },
  };
  if (head.by !== 'QUESTION') return { ...head, ...shared };
  const { of, ...question } = head;
  const { teamId, run } = of;
  return { teamId, meetingId: run.meetingId, meetingName: run.meetingName, ...question, ...shared };
};

/** Returns the reports of the teams, and deleted ones that have runs in the period. */
const reportsOf = ({ scope: { teams }, set }: OpenedRollup, locale: string): RollupHead['reports'] => {
  const names = new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));
  const reports = new Map<MeetingId, RollupHead['reports'][number]>();
  for (const { teamId, run } of set.runs)
    reports.set(run.meetingId, {
      ...{ teamId, teamName: names.get(teamId) ?? '', meetingId: run.meetingId, name: run.meetingName },
    });
  for (const { teamId, teamName, meetings } of teams)
    for (const { id: meetingId, name } of meetings) reports.set(meetingId, { teamId, teamName, meetingId, name });
  return [...reports.values()]
    .map((report) => ({ id: report.meetingId, name: report.name, report }))
    .sort(byName(locale))
    .map(({ report }) => report);
};

const peopleOf = ({ set }: OpenedRollup, locale: string): RollupHead['people'] =>
  [...set.people]
    .map(([id, { name, hasLeft }]) => ({ id, name, hasLeft }))
    .sort(byName(locale))
    .map(({ id: memberId, name, hasLeft }) => ({ memberId, name, hasLeft }));

const headOf = async (opened: OpenedRollup, locale: string): Promise<RollupHead> => ({
  ...(await rollupSummary(opened)),
  ...{ reports: reportsOf(opened, locale), people: peopleOf(opened, locale) },
});

/** Handles GET /api/report/rollup. */
export const getRollup = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { cursor, ...query }: ParsedOf<typeof getRollupCall>,
): Promise<Rollup> => {
  const opened = await openRollup(deps, actor, query);
  const { pause, period } = opened;
  const page = pageAt(opened, cursor);
  const groups: RollupGroup[] = [];
  for (const part of page.groups) {
    groups.push(await groupOf(part, pause));
    await pause();
  }
  const head = cursor === undefined ? await headOf(opened, actor.locale) : null;
  return { ...period, by: query.by, head, groups, next: page.next };
};
