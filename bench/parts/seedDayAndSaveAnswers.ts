import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createEngine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { saveAnswer } from '../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import type { AnswerDeps } from '../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import type { Actor } from '../../bot/src/services/core/actor.ts';
import { aDate } from '../../tests/support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../tests/support/data/fakeClock.ts';
import { seedManyTeams } from '../../tests/support/data/seedManyTeams.ts';
import type { ManyTeams, SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import type { TeamMember } from '../../tests/support/data/seedTenantsAndTeamMembers.ts';
import { morning, opening, today } from './movedClockAndBenchmarkInstants.ts';
import { answerDepsOn, jobDepsOn, messengerOf } from './engineDepsAndFakeMessenger.ts';
import { inMemory, saveAs } from './temporaryAndCountingStores.ts';

// Creates the rows of a morning once, in memory, and saves them to a file. Each measured store starts from a copy of
// that file.

export interface Day {
  readonly teams: readonly SeededTeam[];
  /** Path of a store file with the day's rows; deleted when the process ends. */
  readonly file: string;
}

export interface DayPlan extends ManyTeams {
  /** The last step of the day that has already happened. Left out = the run has not opened yet. */
  readonly until?: 'OPENED' | 'ANSWERED';
}

export const answerValues = (change: Readonly<Record<string, string>> = {}): Record<QuestionId, string> =>
  ({
    done: 'The report of the quarter, and its charts',
    plan: 'Fix sign-in 1h30\nReview the export 30m\nPlan the next sprint',
    blocked: 'No',
    ...change,
  }) as Record<QuestionId, string>;

const blocked = { blocked: 'Yes', what: 'The licences have not come, and nobody at the vendor answers' };

export const actorOf = ({ orgId, teamId }: SeededTeam, { memberId, name }: TeamMember): Actor => ({
  ...{ orgId, memberId, name },
  userId: null,
  role: 'user',
  teamIds: [teamId],
  locale: 'en',
});

/** Saves an answer of `person` to today's run. `change` replaces the answers to single questions. */
export const answerAs = (
  deps: AnswerDeps,
  team: SeededTeam,
  person: TeamMember,
  change: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  saveAnswer(deps, actorOf(team, person), {
    meetingId: team.meetingId,
    date: aDate(today),
    values: answerValues(change),
    goals: [],
  });

/**
 * Returns the id of an existing chat for a person. Only the first prompt to a person opens a chat, and a benchmark
 * measures an ordinary later day.
 */
const known = (name: string): Partial<TeamMember> => ({ conversationId: `a:chat of ${name}` });

let made = 0;
let kept: string | undefined;

const folder = (): string => {
  if (kept !== undefined) return kept;
  const created = mkdtempSync(path.join(tmpdir(), 'rollcall-bench-'));
  process.on('exit', () => {
    rmSync(created, { recursive: true, force: true });
  });
  kept = created;
  return created;
};

export const seedDay = async ({ until, ...plan }: DayPlan): Promise<Day> => {
  const store = inMemory();
  const clock = fakeClock(morning);
  const teams = await seedManyTeams({ store, clock }, { person: known, ...plan });
  if (until !== undefined) {
    clock.set(opening);
    // The empty sleep makes the engine skip its waits for the rate limits of Teams, so that seeding is fast.
    const deps = { ...jobDepsOn(store, clock, messengerOf(0)), sleep: () => Promise.resolve() };
    await createEngine(deps).poll();
  }
  if (until === 'ANSWERED') {
    clock.advance({ minutes: 5 });
    const deps = answerDepsOn(store, clock);
    for (const team of teams)
      for (const [index, person] of team.people.entries())
        await answerAs(deps, team, person, index % 7 === 0 ? blocked : {});
  }
  const file = path.join(folder(), `day ${made}.db`);
  made += 1;
  await saveAs(store, file);
  await store.close();
  return { teams, file };
};
