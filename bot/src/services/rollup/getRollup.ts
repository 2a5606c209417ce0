import type {
  getRollup as getRollupCall,
  Rollup,
  RollupEntry,
  RollupGroup,
  RollupHead,
} from '#contracts/rollup/rollupQueryAndResult.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { RollupGroupModel } from '../../domain/rollup/rollupGroupModelAndOrder.ts';
import { pageOfGroups, pageOfLines } from '../../domain/rollup/rollupCursorPaging.ts';
import type { PageOf } from '../../domain/rollup/rollupCursorPaging.ts';
import type { RollupLine } from '../../domain/rollup/rollupRowTypes.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { runSliced } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { openRollup, rollupSummary } from './openRollupAndSummary.ts';
import type { OpenedRollup } from './openRollupAndSummary.ts';

// Returns one page of a roll-up: groups with their first entries, or further entries of one group. Only the first page
// contains the figures of the whole roll-up (`head`).

const entryOf = ({ of: { teamId, run }, member }: RollupLine): RollupEntry => {
  const { memberId, name, state, answeredAt, isLate, goalsTicked, goalsOffered, goalsOpen, answers } = member;
  return {
    ...{ teamId, meetingId: run.meetingId, meetingName: run.meetingName, date: run.date, run: run.state },
    ...{ memberId, name, state, answeredAt, isLate, goalsTicked, goalsOffered, goalsOpen, answers },
    ...(member.skipReason === undefined ? {} : { skipReason: member.skipReason }),
    ...{ wasNotAsked: member.wasNotAsked, unreachable: member.unreachable },
  };
};

const pageOr = <T>(page: PageOf<T> | undefined): PageOf<T> => {
  if (page === undefined) throw new AppError('INVALID_INPUT', { message: 'invalid.text', path: ['cursor'] });
  return page;
};

const groupOf = async (group: RollupGroupModel, lines: PageOf<RollupLine>, pause: Pause): Promise<RollupGroup> => {
  const { key, head } = group;
  const shared = {
    ...{ key, figures: await runSliced(group.figures(), pause), entries: lines.items.map(entryOf) },
    ...{ entriesTotal: group.lines.length, moreEntries: lines.next },
  };
  if (head.by !== 'QUESTION') return { ...head, ...shared };
  const { of, ...question } = head;
  const { teamId, run } = of;
  return { teamId, meetingId: run.meetingId, meetingName: run.meetingName, ...question, ...shared };
};

/** Returns the entries of one group from the cursor on. */
const oneGroup = ({ groups, pause }: OpenedRollup, key: string, cursor: string | undefined): Promise<RollupGroup> => {
  const group = groups.find((item) => item.key === key);
  if (group === undefined) throw new AppError('NOT_FOUND');
  return groupOf(group, pageOr(pageOfLines(group, { cursor, size: ui.rollupMoreEntries })), pause);
};

/** Returns the groups of a page, each with its first entries. */
const firstEntries = async (page: PageOf<RollupGroupModel>, pause: Pause): Promise<RollupGroup[]> => {
  const groups: RollupGroup[] = [];
  for (const group of page.items) {
    const lines = pageOr(pageOfLines(group, { cursor: undefined, size: ui.rollupFirstEntries }));
    groups.push(await groupOf(group, lines, pause));
    await pause();
  }
  return groups;
};

/** Returns the present reports of the teams, and the deleted reports that have runs in the period, sorted by name. */
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

/** Handles GET /api/report/rollup: returns a page of groups or, with `group`, a page of entries of that group. */
export const getRollup = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { cursor, group, ...query }: ParsedOf<typeof getRollupCall>,
): Promise<Rollup> => {
  const opened = await openRollup(deps, actor, query);
  const shown = { ...opened.period, by: query.by };
  if (group !== undefined) return { ...shown, head: null, groups: [await oneGroup(opened, group, cursor)], next: null };
  const page = pageOr(pageOfGroups(opened.groups, { cursor, size: ui.rollupGroups }));
  const head = cursor === undefined ? await headOf(opened, actor.locale) : null;
  return { ...shown, head, groups: await firstEntries(page, opened.pause), next: page.next };
};
