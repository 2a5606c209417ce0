import type { MemberId } from '#contracts/core/ids.ts';
import type { RollupFigures } from '#contracts/reports/rollup.ts';
import { isCountedRun } from '../reports/countedRuns.ts';
import { runFigures } from '../reports/answerFigures.ts';
import { goalHitRate } from '../reports/goalHitRate.ts';
import { memberCounts } from '../reports/memberCounts.ts';
import type { RollupBlockerEvent, RollupHours, RollupLine, RollupRun } from './rollupSet.ts';

// Figures of any part of a roll-up. The rules are those of the day's report, the trends and the page about a person.

/** The rows of one group, or of the whole set. */
export interface RollupPart {
  readonly lines: readonly RollupLine[];
  readonly hours: readonly RollupHours[];
  readonly blockers: readonly RollupBlockerEvent[];
}

type Figures = RollupFigures;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const participationOf = (lines: readonly RollupLine[]): Figures['participation'] => {
  const members = lines.map(({ member }) => member);
  const { asked, answered, late, skipped } = memberCounts(members);
  const missing = members.filter(({ state }) => state === 'MISSING');
  const reached = missing.filter(({ wasNotAsked }) => !wasNotAsked);
  return {
    ...{ asked, answered, late, skipped, missing: missing.length },
    notAsked: missing.length - reached.length,
    unreachable: reached.filter(({ unreachable }) => unreachable !== null).length,
    open: members.filter(({ state }) => state === 'OPEN').length,
    away: members.filter(({ state }) => state === 'AWAY').length,
  };
};

/** Returns the sum of the hit rates of all people. Null if the goals are of one person only, who is not the reader. */
const hitRateOf = (lines: readonly RollupLine[], reader: MemberId | null): NonNullable<Figures['goals']>['hitRate'] => {
  const byPerson = new Map<MemberId, Parameters<typeof goalHitRate>[0][number][]>();
  for (const { member, goals, of } of lines) {
    if (goals.length === 0 && !member.isCompleted) continue;
    const { meetingId, date } = of.run;
    const answers = byPerson.get(member.memberId) ?? [];
    answers.push({ meetingId, date, goals });
    byPerson.set(member.memberId, answers);
  }
  const rates = [...byPerson]
    .map(([memberId, answers]) => ({ memberId, ...goalHitRate(answers) }))
    .filter(({ settled, carried }) => settled + carried > 0);
  const [only] = rates;
  if (only === undefined || (rates.length === 1 && only.memberId !== reader)) return null;
  return {
    done: total(rates.map(({ done }) => done)),
    settled: total(rates.map(({ settled }) => settled)),
    carried: total(rates.map(({ carried }) => carried)),
  };
};

const membersByRun = (lines: readonly RollupLine[]): Map<RollupRun, RollupLine['member'][]> => {
  const runs = new Map<RollupRun, RollupLine['member'][]>();
  for (const { of, member } of lines) {
    const members = runs.get(of);
    if (members === undefined) runs.set(of, [member]);
    else members.push(member);
  }
  return runs;
};

const moodOf = (lines: readonly RollupLine[]): Figures['mood'] => {
  let answers = 0;
  let sum = 0;
  for (const [{ run }, members] of membersByRun(lines)) {
    const scales = run.questions.filter(({ type }) => type === 'SCALE');
    for (const figures of scales.length === 0 ? [] : runFigures(scales, members)) {
      answers += figures.answers;
      sum += figures.sum ?? 0;
    }
  }
  // Six decimals, as in the trends.
  return answers === 0 ? null : { answers, average: Number((sum / answers).toFixed(6)) };
};

const count = (events: readonly RollupBlockerEvent[], kind: RollupBlockerEvent['kind']): number =>
  events.filter((event) => event.kind === kind).length;

/** Returns the lines that figures count: those of open and completed runs. */
export const countedLines = (lines: readonly RollupLine[]): RollupLine[] =>
  lines.filter(({ of }) => isCountedRun(of.run.state));

/** Returns the figures of a part. `reader`: member id of the reader, who alone may read the own hit rate. */
export const rollupFigures = ({ lines, hours, blockers }: RollupPart, reader: MemberId | null): Figures => {
  const counted = countedLines(lines);
  const { goalsTicked, goalsOffered, blockers: reported } = memberCounts(counted.map(({ member }) => member));
  return {
    participation: participationOf(counted),
    goals: { met: goalsTicked, offered: goalsOffered, hitRate: hitRateOf(counted, reader) },
    blockers: { reported, opened: count(blockers, 'OPENED'), resolved: count(blockers, 'RESOLVED') },
    minutes: total(hours.map(({ minutes }) => minutes)),
    mood: moodOf(counted),
  };
};
