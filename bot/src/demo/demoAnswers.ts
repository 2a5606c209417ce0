// Texts for three weeks of plausible work of six people. The texts are selected by position and not at random, so that
// a day always has the same answers.

const done: readonly (readonly string[])[] = [
  [
    'Reviewed the import queue with Chioma',
    'Planned the sprint',
    'Closed the pager hand-over',
    'Wrote the rollout note',
  ],
  [
    'Fixed the flaky login test',
    'Moved the cache to the new cluster',
    'Paired with Deepak on alerts',
    'Merged the retry change',
  ],
  [
    'Finished the import API',
    'Load-tested the import API at 200 requests a second',
    'Documented the import format',
    'Cut the import time by half',
  ],
  [
    'Set up alerts for the queue',
    'Tuned the disk alarms',
    'Wrote the runbook for restarts',
    'Tested the restore from backup',
  ],
  [
    'Designed the empty states',
    'Checked contrast on all charts',
    'Prepared the usability session',
    'Reworked the settings page',
  ],
  [
    'Answered four support cases',
    'Reproduced the export fault',
    'Tested the mobile layout',
    'Collected feedback from two customers',
  ],
];

const plans: readonly (readonly string[])[] = [
  ['Hiring interview 1h', 'Roadmap review 1h30', 'Read the security report 45m'],
  ['Cache warm-up job 3h', 'Remove the old login path 2h', 'Review the retry change 30m'],
  ['Import error messages 2h', 'Pagination for the import list 2h30', 'Help support with the export 1h'],
  ['Dashboards for the queue 2h', 'Rehearse the failover 1h30', 'Patch the build machines 1h'],
  ['Usability session 2h', 'Icons for the dark theme 1h', 'Write up the findings 1h30'],
  ['Export fault: write a test 1h', 'Call with Northwind 45m', 'Release notes 1h'],
];

const blockers: readonly string[] = [
  'Waiting for access to the billing sandbox',
  'The staging database is down',
  'Need a decision on the export format',
];

export interface DemoAnswer {
  readonly done: string;
  readonly plan: string;
  readonly isBlocked: boolean;
  readonly blocker: string;
  /** Goals that the person ticks. ALL: all offered goals. SOME: all offered goals except the first. */
  readonly ticks: 'ALL' | 'SOME';
}

const pick = <T>(list: readonly T[], index: number): T => {
  const value = list[index % list.length];
  if (value === undefined) throw new RangeError('An empty list has nothing to pick.');
  return value;
};

/** Returns the answer of a person (by position) on the n-th working day; null = the person forgot to answer. */
export const demoAnswer = (person: number, day: number): DemoAnswer | null => {
  if ((person * 5 + day * 3) % 17 === 0) return null;
  const isBlockedNow = person === 4 ? day % 9 >= 7 : (person * 7 + day) % 11 === 0;
  const lines = pick(plans, person);
  const start = day % lines.length;
  const plan = [pick(lines, start), pick(lines, start + 1)];
  return {
    done: pick(pick(done, person), day),
    plan: plan.join('\n'),
    isBlocked: isBlockedNow,
    blocker: isBlockedNow ? pick(blockers, person + Math.floor(day / 9)) : '',
    ticks: (person + day) % 3 === 0 ? 'SOME' : 'ALL',
  };
};

const retro: readonly (readonly string[])[] = [
  [
    'The import went live without a rollback',
    'Hand-overs lose an hour each week',
    'Write the hand-over list by Wednesday',
  ],
  ['Pairing on alerts', 'Too many meetings on Tuesdays', 'Move the planning to Thursday'],
  ['Load tests found the bottleneck early', 'Reviews wait for a day', 'Two reviewers on call each morning'],
  ['Fewer pages at night', 'The staging database is slow', 'Ask for a larger one'],
  ['The usability session', 'Design comes in late', 'A first sketch before planning'],
  ['Support and engineering talk daily', 'Release notes are written last', 'Release notes in the pull request'],
];

/** Returns the mood of a person (by position), from 2 to 5, for the sprint that ended `week` weeks ago. */
export const moodAnswer = (person: number, week: number): string => String(2 + ((person + Math.floor(week / 2)) % 4));

/** Returns the answer of a person (by position) to the n-th question of a retrospective. */
export const retroAnswer = (person: number, question: number): string => pick(pick(retro, person), question);
