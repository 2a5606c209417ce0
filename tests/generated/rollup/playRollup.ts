import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { getRollup as rollupCall, rollupGroupings } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { Rollup, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { resolveBlockerOf } from '../../../bot/src/services/blockers/resolveBlocker.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { deleteMeeting } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { getRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { aDate, aMeetingId, anInstant, aQuestion, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { readTeamRows, recompute } from './recomputeRollup.ts';
import type { Expected } from './recomputeRollup.ts';
import { members } from './rollupScenario.ts';
import type { Member, Report, Scenario, Step } from './rollupScenario.ts';

// Plays working days with the product, then compares each figure of several roll-ups with figures that are recomputed
// from the rows.

type Of<What extends Step['do']> = Extract<Step, { readonly do: What }>;

const meetingIds: Readonly<Record<Report, MeetingId>> = { Daily: aMeetingId(), Mood: aMeetingId('mood') };
const plans = ['Alpha', 'Beta', 'Gamma'] as const;
const firstDay = '2026-11-02';
const lastDay = '2026-12-01';

const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const nextWorkingDay = (date: string): string => {
  const next = dayAfter(date);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWorkingDay(next) : next;
};

/** Ignores a rejection by the product, because the generator also creates impossible steps. */
const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
};

const createWorld = async (): Promise<World> => {
  const world = await aWorld({ people: members, zones: { cy: 'America/New_York' }, start: `${firstDay}T08:00:00Z` });
  await world.meeting({ isReminderEnabled: false, timeBasis: 'MEMBER', isReportSummaryInChat: false });
  await world.meeting({
    ...{ id: meetingIds.Mood, name: 'Mood', isReminderEnabled: false, isReportSummaryInChat: false },
    questions: [
      aQuestion({ id: question('mood'), type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' }),
      aQuestion({ id: question('why'), sequence: 2, text: 'Why?' }),
    ],
  });
  // An erased person leaves pointers that the erasure of an account would remove, so `verify` ignores all faults.
  world.plants(/./);
  return world;
};

class Play {
  readonly world: World;
  date = firstDay;

  constructor(world: World) {
    this.world = world;
  }

  async take(step: Step): Promise<void> {
    const { world, date } = this;
    switch (step.do) {
      case 'next':
        // A later day would be outside the period in which the roll-up searches for the beginning of a blocker.
        if (nextWorkingDay(date) >= lastDay) return undefined;
        this.date = nextWorkingDay(date);
        return world.runUntil(`${this.date}T09:05:00Z`, 4 * 3600);
      case 'close':
        return world.clock.now() < Date.parse(`${date}T11:30:00Z`)
          ? world.runUntil(`${date}T11:30:00Z`, 3600)
          : undefined;
      case 'answer':
        return attempt(() => this.#answer(step));
      case 'skip':
        return attempt(() =>
          skipRun(world.answering, world.actor(step.who), { ...this.#run(step.report), reason: 'Ill' }),
        );
      case 'resolve': {
        const place = { meetingId: meetingIds[step.report], memberId: world.member(step.who) };
        return attempt(() => resolveBlockerOf(world.answering, world.actor(step.who), place));
      }
      case 'task':
        return attempt(() => this.#task(step));
      case 'cancel':
        return attempt(() =>
          cancelRun(world.deps, {
            ...{ ...this.#run(step.report), orgId: world.orgId, teamId: world.teamId },
            ...{ reason: 'CANCELLED_TODAY', actor: 'ann' },
          }),
        );
      case 'delete':
        return attempt(() =>
          deleteMeeting(world.answering, world.actor('ann', { role: 'admin' }), { meetingId: meetingIds[step.report] }),
        );
      case 'vacation':
        return world.vacation(step.who, nextWorkingDay(date)).catch(() => undefined);
      case 'holiday':
        return world.holiday(nextWorkingDay(date)).catch(() => undefined);
      case 'leave':
        return world.changeMember('dee', { leftOn: anInstant(`${date}T10:00:00Z`) });
      case 'unreachable':
        return world.changeMember(step.who, {
          unreachable: 'BLOCKED',
          unreachableSince: anInstant(`${date}T10:00:00Z`),
        });
      case 'erase':
        return this.#erase();
    }
  }

  #run(report: Report) {
    return { meetingId: meetingIds[report], date: aDate(this.date) };
  }

  async #answer({ who, report, ahead, isBlocked, mood, goals }: Of<'answer'>): Promise<void> {
    const texts =
      report === 'Mood'
        ? { mood: String(mood), why: mood > 3 ? 'Fine' : '' }
        : {
            ...{ done: `Work of ${this.date}`, plan: plans.slice(0, 1 + (mood % 3)).join('\n') },
            ...{ blocked: isBlocked ? 'Yes' : 'No', what: isBlocked ? 'Keys' : '' },
          };
    const values = Object.entries(texts).map(([id, text]) => [question(id), text]);
    const states = plans.flatMap((plan, index) => {
      const state = goals[index];
      return state === undefined || state === 'OPEN' ? [] : [[goalId(plan), state]];
    });
    await saveAnswer(this.world.answering, this.world.actor(who), {
      meetingId: meetingIds[report],
      date: aDate(ahead === 1 ? nextWorkingDay(this.date) : this.date),
      values: Object.fromEntries(values) as never,
      ...{ goals: [], goalStates: Object.fromEntries(states) as never },
    });
  }

  async #task({ who, report, minutes, back }: Of<'task'>): Promise<void> {
    const { world } = this;
    world.clock.set(new Date(world.clock.now() + 1).toISOString());
    await saveTask(world.answering, world.actor(who), {
      ...{ meetingId: report === null ? null : meetingIds[report], teamId: world.teamId, task: 'By hand' },
      ...{ date: aDate(dayAfter(this.date, -back)), hours: Math.floor(minutes / 60), minutes: minutes % 60 },
    });
  }

  async #erase(): Promise<void> {
    const { world } = this;
    const erased = { memberId: world.member('dee'), names: ['dee'], replacement: 'A former member' };
    const place = { orgId: world.orgId, teamId: world.teamId };
    await eraseInTeam({ ...world.deps, newId: () => idOf('n') }, place, erased, anInstant(`${this.date}T10:00:00Z`));
  }
}

const readPage = async (world: World, query: object): Promise<Rollup> =>
  rollupCall.output.parse(await getRollup(world.answering, world.actor('ann'), rollupCall.input.parse(query)));

/** Reads the remaining entries of a group. */
const whole = async (world: World, query: object, group: RollupGroup): Promise<RollupGroup> => {
  const entries = [...group.entries];
  for (let cursor = group.moreEntries; cursor !== null;) {
    const [more] = (await readPage(world, { ...query, group: group.key, cursor })).groups;
    entries.push(...(more?.entries ?? []));
    cursor = more?.moreEntries ?? null;
  }
  return { ...group, entries };
};

/** Reads all groups with all their entries, page by page. */
const readAll = async (
  world: World,
  query: object,
): Promise<{ readonly first: Rollup; readonly groups: readonly RollupGroup[] }> => {
  const first = await readPage(world, query);
  const groups: RollupGroup[] = [];
  for (let page = first; ; page = await readPage(world, { ...query, cursor: page.next })) {
    for (const group of page.groups) groups.push(await whole(world, query, group));
    if (page.next === null) return { first, groups };
  }
};

const seenGroup = (group: RollupGroup): Expected['groups'][number] => ({
  key: group.key,
  figures: group.figures,
  entries: group.entries.map((entry) =>
    [
      ...[
        entry.date,
        entry.meetingId,
        entry.memberId,
        entry.state,
        entry.isLate,
        entry.goalsTicked,
        entry.goalsOffered,
      ],
      ...entry.answers.map(({ questionId, answer }) => `${questionId}=${answer}`),
    ].join(' '),
  ),
  values: group.by === 'QUESTION' ? { answers: group.answers, average: group.average, counts: group.counts } : null,
});

const queries = ({ date }: Play) => {
  const periods = [
    { from: firstDay, to: dayAfter(date, 2) },
    { from: dayAfter(date, -5), to: date },
    { from: dayAfter(firstDay, 3), to: dayAfter(firstDay, 9) },
  ];
  const sets: readonly { readonly meetings?: Report; readonly people?: readonly Member[] }[] = [
    {},
    { meetings: 'Daily' },
    { meetings: 'Mood', people: ['bob', 'cy'] },
    { people: ['dee'] },
  ];
  return periods.flatMap((period, offset) =>
    rollupGroupings.map((by, index) => ({ ...period, by, ...sets[(offset + index) % sets.length] })),
  );
};

export const playRollup = async ({ steps }: Scenario): Promise<Figures> => {
  const play = new Play(await createWorld());
  const { world } = play;
  await world.runUntil(`${firstDay}T09:05:00Z`, 600);
  for (const step of steps) await play.take(step);
  const rows = await readTeamRows(world);
  let figures = 0;
  for (const { meetings, people, ...query } of queries(play)) {
    const set = {
      meetings: meetings === undefined ? [] : [meetingIds[meetings]],
      people: (people ?? []).map((name) => world.member(name)),
    };
    const { first, groups } = await readAll(world, { ...query, ...set, preset: 'RANGE' });
    const expected = recompute(rows, {
      ...{ ...query, ...set, reader: world.member('ann'), now: world.clock.now() },
    });
    const seen: Expected = { total: first.head?.total ?? null, groups: groups.map(seenGroup) };
    expect(seen).toEqual(expected);
    figures += 1 + expected.groups.length;
  }
  return { figures, runs: rows.runs.length, answers: rows.answers.length };
};
