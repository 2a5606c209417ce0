import type { MemberId } from '#contracts/core/ids.ts';
import type { RollupFigures, RollupGrouping } from '#contracts/reports/rollup.ts';
import { before, byMeeting, newestFirst } from './groupModel.ts';
import type { CompareText, RollupGroupModel } from './groupModel.ts';
import { questionGroups } from './questionGroups.ts';
import { rollupFigures } from './rollupFigures.ts';
import type { RollupPart } from './rollupFigures.ts';
import { linesOf } from './rollupSet.ts';
import type { RollupPerson, RollupRun, RollupSet } from './rollupSet.ts';

// Divides a roll-up into groups by person or by day.

interface Building {
  readonly lines: RollupPart['lines'][number][];
  readonly hours: RollupPart['hours'][number][];
  readonly blockers: RollupPart['blockers'][number][];
}

type Dated = Pick<RollupPart['blockers'][number], 'memberId' | 'date'>;

const partsBy = <K>(set: RollupSet, keyOf: (row: Dated) => K): Map<K, Building> => {
  const parts = new Map<K, Building>();
  const partOf = (row: Dated): Building => {
    const key = keyOf(row);
    const part = parts.get(key) ?? { lines: [], hours: [], blockers: [] };
    parts.set(key, part);
    return part;
  };
  for (const line of linesOf(set.runs))
    partOf({ memberId: line.member.memberId, date: line.of.run.date }).lines.push(line);
  for (const row of set.hours) partOf(row).hours.push(row);
  for (const row of set.blockers) partOf(row).blockers.push(row);
  return parts;
};

/** Returns the person's current name, or the name in the newest run of a person who is in no team any more. */
const personOf = ({ people }: RollupSet, memberId: MemberId, { lines }: RollupPart): RollupPerson => {
  const known = people.get(memberId);
  if (known !== undefined) return known;
  const name = lines.findLast(({ member }) => member.name !== '')?.member.name ?? '';
  return { name, thumbnailUrl: null, hasLeft: true };
};

const personGroups = (set: RollupSet, byText: CompareText): RollupGroupModel[] =>
  [...partsBy(set, ({ memberId }) => memberId)]
    .map(([memberId, part]) => ({
      key: memberId,
      head: { by: 'PERSON' as const, memberId, ...personOf(set, memberId, part) },
      lines: part.lines.toSorted((a, b) => newestFirst(a, b) || byMeeting(byText)(a.of, b.of)),
      figures: () => rollupFigures(part, set.reader),
    }))
    .sort((a, b) => byText(a.head.name, b.head.name) || before(a.key, b.key));

const dayGroups = (set: RollupSet, byText: CompareText): RollupGroupModel[] =>
  [...partsBy(set, ({ date }) => date)]
    .map(([date, part]) => ({
      key: date,
      head: { by: 'DAY' as const, date },
      // The sort is stable, so within a report the lines stay in the order of the day's report.
      lines: part.lines.toSorted((a, b) => byMeeting(byText)(a.of, b.of)),
      figures: () => rollupFigures(part, set.reader),
    }))
    .sort((a, b) => before(b.key, a.key));

/** Returns the groups in the order in which every page, file and digest shows them. */
export const rollupGroups = (
  set: RollupSet,
  { by, byText }: { readonly by: RollupGrouping; readonly byText: CompareText },
): RollupGroupModel[] => {
  switch (by) {
    case 'PERSON':
      return personGroups(set, byText);
    case 'DAY':
      return dayGroups(set, byText);
    case 'QUESTION':
      return questionGroups(set, byText);
  }
};

/** Returns the figures of all groups together. */
export const rollupTotal = (set: RollupSet): RollupFigures =>
  rollupFigures({ lines: linesOf(set.runs), hours: set.hours, blockers: set.blockers }, set.reader);

/** Returns the number of runs by what the figures do with them. */
export const countRuns = (
  runs: readonly RollupRun[],
): { readonly counted: number; readonly missed: number; readonly cancelled: number } => {
  const count = (...states: readonly RollupRun['run']['state'][]): number =>
    runs.filter(({ run }) => states.includes(run.state)).length;
  return { counted: count('OPEN', 'COMPLETED'), missed: count('MISSED'), cancelled: count('CANCELLED') };
};
