import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { RollupFigures, RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { before, byMeeting, newestFirst } from './rollupGroupModelAndOrder.ts';
import type { CompareText, RollupGroupModel } from './rollupGroupModelAndOrder.ts';
import { rollupGroupsByQuestion } from './rollupGroupsByQuestion.ts';
import { figureSteps } from './rollupFigures.ts';
import type { RollupPart } from './rollupFigures.ts';
import { linesOf } from './rollupRowTypes.ts';
import type {
  RollupBlockerEvent,
  RollupHours,
  RollupLine,
  RollupPerson,
  RollupRun,
  RollupSet,
} from './rollupRowTypes.ts';

// Divides a roll-up into groups by person, day or question.

interface Building extends RollupPart {
  readonly lines: RollupLine[];
  readonly hours: RollupHours[];
  readonly blockers: RollupBlockerEvent[];
}

type Dated = Pick<RollupBlockerEvent, 'memberId' | 'date'>;

const partSteps = function* <K>(set: RollupSet, keyOf: (row: Dated) => K): Steps<Map<K, Building>> {
  const parts = new Map<K, Building>();
  const partOf = (row: Dated): Building => {
    const key = keyOf(row);
    const part = parts.get(key) ?? { lines: [], hours: [], blockers: [] };
    parts.set(key, part);
    return part;
  };
  for (const of of set.runs) {
    for (const line of linesOf([of])) partOf({ memberId: line.member.memberId, date: of.run.date }).lines.push(line);
    yield;
  }
  for (const row of set.hours) partOf(row).hours.push(row);
  yield;
  for (const row of set.blockers) partOf(row).blockers.push(row);
  return parts;
};

/**
 * Returns the person's current data. For a person who is not in `people`, returns the name from the newest of the
 * person's runs.
 */
const personOf = ({ people }: RollupSet, memberId: MemberId, { lines }: Building): RollupPerson => {
  const known = people.get(memberId);
  if (known !== undefined) return known;
  const name = lines.findLast(({ member }) => member.name !== '')?.member.name ?? '';
  return { name, thumbnailUrl: null, hasLeft: true };
};

type PersonGroup = RollupGroupModel & { readonly head: { readonly by: 'PERSON' } & RollupPerson };

const personGroups = function* (set: RollupSet, byText: CompareText): Steps<RollupGroupModel[]> {
  const groups: PersonGroup[] = [];
  for (const [memberId, part] of yield* partSteps(set, (row) => row.memberId)) {
    groups.push({
      key: memberId,
      head: { by: 'PERSON', memberId, ...personOf(set, memberId, part) },
      lines: part.lines.toSorted((a, b) => newestFirst(a, b) || byMeeting(byText)(a.of, b.of)),
      figures: () => figureSteps(part, set.reader),
    });
    yield;
  }
  return groups.sort((a, b) => byText(a.head.name, b.head.name) || before(a.key, b.key));
};

const dayGroups = function* (set: RollupSet, byText: CompareText): Steps<RollupGroupModel[]> {
  const groups: RollupGroupModel[] = [];
  for (const [date, part] of yield* partSteps(set, (row) => row.date)) {
    groups.push({
      key: date,
      head: { by: 'DAY', date },
      // The sort is stable, so within a report the lines stay in the order of the day's report.
      lines: part.lines.toSorted((a, b) => byMeeting(byText)(a.of, b.of)),
      figures: () => figureSteps(part, set.reader),
    });
    yield;
  }
  return groups.sort((a, b) => before(b.key, a.key));
};

/** Returns the groups in the order in which every page, file and digest shows them. */
export const rollupGroups = (
  set: RollupSet,
  { by, byText }: { readonly by: RollupGrouping; readonly byText: CompareText },
): Steps<RollupGroupModel[]> => {
  switch (by) {
    case 'PERSON':
      return personGroups(set, byText);
    case 'DAY':
      return dayGroups(set, byText);
    case 'QUESTION':
      return rollupGroupsByQuestion(set, byText);
  }
};

/** Computes the figures of all groups together. */
export const rollupTotal = (set: RollupSet): Steps<RollupFigures> =>
  figureSteps({ lines: linesOf(set.runs), hours: set.hours, blockers: set.blockers }, set.reader);

/**
 * Returns the number of open and completed runs, which the figures count, and the numbers of missed and cancelled runs.
 */
export const countRuns = (
  runs: readonly RollupRun[],
): { readonly counted: number; readonly missed: number; readonly cancelled: number } => {
  const count = (...states: readonly RollupRun['run']['state'][]): number =>
    runs.filter(({ run }) => states.includes(run.state)).length;
  return { counted: count('OPEN', 'COMPLETED'), missed: count('MISSED'), cancelled: count('CANCELLED') };
};
