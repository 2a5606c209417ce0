import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { cancelPlanned } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { cardFor, saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import {
  deactivateMeeting,
  deleteMeeting,
} from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import type { AnsweredModel, AskModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  aQuestion,
  aZone,
  standupQuestions,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  monday,
  promptsTo,
  rowsLeft,
  rowsOf,
  runOf,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../../support/worlds/teamWorldWithEngine.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';

// Tests an answer before its run opens (docs/product-rules.md, Answers). It is Friday, 09:00 in Berlin; the run opens
// at 10:00 there.

const trio = ['ann', 'bob', 'cem'];

const waiting = async (change: Partial<Meeting> = {}, options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld({ people: trio, ...options });
  await world.meeting({ isReminderEnabled: false, ...change });
  return world;
};

const card = (world: World, name: string, date = friday) =>
  cardFor(world.answering, world.actor(name), { meetingId: aMeetingId(), date: aDate(date), edit: 'false' });

const answered = async (world: World, name: string, date = friday) => {
  const shown = await card(world, name, date);
  return { ...shown, model: modelIn<AnsweredModel>(aCard(shown.card)) };
};

const counts = async (world: World, date = friday) =>
  (
    await inOrg(world.store, world.orgId).get(daySummary, {
      teamId: world.teamId,
      meetingId: aMeetingId(),
      date: aDate(date),
    })
  )?.value;

describe('at the opening', () => {
  it('is counted and shown, and its author gets no prompt', async () => {
    const world = await waiting();
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(story(world)).toEqual(['11-20 09:00 announcement channel', '11-20 09:00 ask cem']);
    expect(await counts(world)).toMatchObject({ state: 'OPEN', asked: 3, answered: 2, blockers: 1 });
    expect(await answered(world, 'ann')).toMatchObject({ state: 'ANSWERED', model: { canEdit: true, standing: null } });
    await answerAs(world, 'cem');
    await world.runUntil('2026-11-20T09:06:00Z');
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
    expect(story(world)).toHaveLength(3);
  });

  it('completes a run of answers ahead alone: no prompt, no announcement, one summary, also when it is repeated', async () => {
    const world = await waiting();
    for (const name of trio) await answerAs(world, name);
    await world.runUntil('2026-11-20T09:05:00Z');
    world.clock.set('2026-11-20T08:59:00Z');
    await world.runUntil('2026-11-20T12:00:00Z', 60, world.instance('after a restart'));
    expect(story(world)).toEqual(['11-20 09:00 summary channel']);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED', round: 1 });
    expect(await kindsLeft(world, 'Due')).toEqual(['20261123090000 prompt']);
    expect(await rowsLeft(world, 'Outbox')).toEqual([]);
  });

  it('can still be edited, and stays an answer ahead', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T09:30:00Z');
    const { answer } = await answerAs(world, 'ann', { change: { done: 'More' } });
    expect(answer).toMatchObject({ isAhead: true, isLate: false, editedAt: '2026-11-20T09:30:00.000Z' });
    expect(await counts(world)).toMatchObject({ answered: 1, late: 0 });
  });

  it('an answer ahead also counts before a manual start', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await answerAs(world, 'bob');
    const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
    world.clock.set('2026-11-20T08:30:00Z');
    await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 08:30 cem']);
    expect(await counts(world)).toMatchObject({ asked: 3, answered: 2 });
  });
});

describe('with questions changed meanwhile', () => {
  const [done, plan, blocked, what] = standupQuestions();
  if (done === undefined || plan === undefined || blocked === undefined || what === undefined) throw new Error('four');

  it('is stored by question: removed questions are not shown and report no blocker', async () => {
    const world = await waiting();
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    const added = aQuestion({ id: questionId.parse('mood'), sequence: 3, text: 'How are you?' });
    await world.changeMeeting({ questions: [plan, done, added] });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob', '11-20 09:00 cem']);
    expect(await counts(world)).toMatchObject({ answered: 1, blockers: 0 });
    const { model } = await answered(world, 'ann');
    expect(model).toMatchObject({ standing: 'CHANGED', canEdit: true, values: { done: 'The report' } });
    expect(model.questions.map((question) => question.id)).toEqual(['plan', 'done', 'mood']);
  });

  it('reports a blocker by the current options', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await world.changeMeeting({ questions: [done, plan, { ...blocked, blockingOptions: ['No'] }, what] });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(await counts(world)).toMatchObject({ blockers: 1 });
  });

  it('an answer ahead without any remaining question does not count, and its author gets the prompt', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    const fresh = [aQuestion({ id: questionId.parse('new'), text: 'Something else?' })];
    await world.changeMeeting({ questions: fresh });
    expect((await card(world, 'ann')).state).toBe('AHEAD');
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toHaveLength(3);
    expect(await counts(world)).toMatchObject({ answered: 0 });
    expect((await card(world, 'ann')).state).toBe('OPEN');
    const { answer } = await saveAnswer(world.answering, world.actor('ann'), {
      meetingId: aMeetingId(),
      date: aDate(friday),
      values: { [questionId.parse('new')]: 'Yes' },
      goals: [],
    });
    expect(answer).toMatchObject({ isAhead: false, editedAt: null });
    await world.runUntil('2026-11-20T09:06:00Z');
    expect(await counts(world)).toMatchObject({ answered: 1 });
  });
});

it('completes no run by answers without any remaining question', async () => {
  const world = await waiting({}, { people: ['ann'] });
  await answerAs(world, 'ann');
  await world.changeMeeting({ questions: [aQuestion({ id: questionId.parse('new') })] });
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann']);
});

describe('of a date on which no one is asked after all', () => {
  const edited = (change: Partial<Meeting>) => async (world: World) => {
    await world.changeMeeting(change);
  };
  const admin = (world: World) => world.actor('ann', { role: 'admin' });
  const stateDeps = (world: World) => ({ ...world.answering });

  const cases: readonly (readonly [
    string,
    (world: World) => Promise<unknown>,
    { state: string; standing: string | null; code: string },
  ])[] = [
    [
      'deactivated',
      (world) => deactivateMeeting(stateDeps(world), admin(world), { meetingId: aMeetingId(), flag: false }),
      { state: 'NOT_RUN', standing: 'NOT_RUN', code: 'MEETING_DISABLED' },
    ],
    [
      'deleted',
      (world) => deleteMeeting(stateDeps(world), admin(world), { meetingId: aMeetingId() }),
      { state: 'NOT_RUN', standing: 'NOT_RUN', code: 'NOT_FOUND' },
    ],
    [
      'taken off that weekday',
      edited({ friday: false }),
      { state: 'NOT_RUN', standing: 'NOT_RUN', code: 'RUN_CLOSED' },
    ],
    [
      'moved to an hour that has passed',
      edited({ time: 480 }),
      { state: 'NOT_RUN', standing: 'NOT_RUN', code: 'RUN_CLOSED' },
    ],
    [
      'called off for today',
      async (world) => {
        const key = { teamId: world.teamId, meetingId: aMeetingId() };
        const meeting = await inOrg(world.store, world.orgId).get(meetingKind, key);
        if (meeting === undefined) throw new Error('No meeting');
        const request = { orgId: world.orgId, meeting, date: aDate(friday), source: 'SCHEDULE', openMs: null } as const;
        await cancelPlanned(world.deps, { ...request, reason: 'CANCELLED_TODAY', actor: 'ann' });
      },
      { state: 'CLOSED', standing: 'CANCELLED', code: 'RUN_CANCELLED' },
    ],
    [
      'taken off its people',
      edited({ members: [aMemberId('bob'), aMemberId('cem')] }),
      { state: 'CLOSED', standing: null, code: 'NOT_ASKED' },
    ],
  ];

  it.each(cases)(
    '%s: stays readable and is reported so, and no member is prompted',
    async (_what, happens, expected) => {
      const world = await waiting();
      await answerAs(world, 'ann', { change: { done: 'Written ahead' } });
      await happens(world);
      await world.runUntil('2026-11-20T13:00:00Z', 600);
      const { state, model } = await answered(world, 'ann');
      expect({ state, standing: model.standing }).toEqual({ state: expected.state, standing: expected.standing });
      expect(model).toMatchObject({ canEdit: false, values: { done: 'Written ahead' } });
      expect(model.questions.map((question) => question.text)).toContain('What did you get done?');
      expect(promptsTo(world).filter((prompt) => prompt.endsWith('ann'))).toEqual([]);
      await expect(answerAs(world, 'ann', { change: { done: 'Again' } })).rejects.toMatchObject({
        code: expected.code,
      });
      expect((await answered(world, 'ann')).model.values).toMatchObject({ done: 'Written ahead' });
    },
  );

  it('an answer ahead on a holiday counts in a run without prompts', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await world.holiday(friday);
    expect((await card(world, 'bob')).state).toBe('AWAY');
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'HOLIDAY' });
    expect(await answered(world, 'ann')).toMatchObject({ model: { standing: 'HOLIDAY' } });
    expect(await counts(world)).toMatchObject({ answered: 1 });
  });

  it('an answer ahead on a vacation day counts without a prompt', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await world.vacation('ann', friday);
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(await counts(world)).toMatchObject({ asked: 3, answered: 1 });
  });

  it('an answer ahead in a downtime is stored with the missed run', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    world.clock.set('2026-11-20T10:30:00Z');
    await world.engine.poll();
    expect(await runOf(world)).toMatchObject({ state: 'MISSED' });
    expect(await answered(world, 'ann')).toMatchObject({ state: 'CLOSED', model: { standing: 'MISSED' } });
  });

  it('during a short deactivation: counts unchanged', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    for (const flag of [false, true])
      await deactivateMeeting(stateDeps(world), admin(world), { meetingId: aMeetingId(), flag });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob', '11-20 09:00 cem']);
    expect(await counts(world)).toMatchObject({ answered: 1 });
  });
});

describe('of a run moved on its day', () => {
  it.each([
    [570, '2026-11-20T08:30:00.000Z', true],
    [660, '2026-11-20T10:00:00.000Z', true],
  ])('an answer ahead of a run moved to minute %i counts there', async (time, opensAt, isAhead) => {
    const world = await waiting();
    await answerAs(world, 'ann');
    await world.changeMeeting({ time });
    await world.runUntil('2026-11-20T10:05:00Z');
    expect((await runOf(world))?.opensAt).toBe(opensAt);
    expect(promptsTo(world)).toHaveLength(2);
    expect((await rowsOf(world)).answers[0]?.value).toMatchObject({ isAhead, isLate: false });
  });
});

describe('where each is asked in their own zone', () => {
  const zones = { ann: 'Pacific/Auckland', bob: 'Europe/Berlin', cem: 'America/New_York' };
  /**
   * Creates a world with members in three zones. 10:00 on Monday is Sunday 21:00Z in Auckland, Monday 09:00Z in Berlin
   * and Monday 15:00Z in New York.
   */
  const abroad = (start: string) => waiting({ timeBasis: 'MEMBER' }, { zones, start });

  it('is accepted from 24 hours before the member’s own opening', async () => {
    const world = await abroad('2026-11-21T22:00:00Z');
    const at = async (time: string, name: string): Promise<string> => {
      world.clock.set(time);
      return answerAs(world, name, { date: monday }).then(
        () => 'taken',
        (error: unknown) => String((error as { code?: string }).code),
      );
    };
    // Auckland opens on Sunday at 21:00Z, Berlin twelve hours later and New York eighteen hours later.
    expect(await at('2026-11-21T20:59:00Z', 'ann')).toBe('RUN_NOT_OPEN');
    expect(await at('2026-11-21T21:00:00Z', 'ann')).toBe('taken');
    expect(await at('2026-11-22T08:59:00Z', 'bob')).toBe('RUN_NOT_OPEN');
    expect(await at('2026-11-22T09:00:00Z', 'bob')).toBe('taken');
    expect(await at('2026-11-22T14:59:00Z', 'cem')).toBe('RUN_NOT_OPEN');
    expect(await at('2026-11-22T15:00:00Z', 'cem')).toBe('taken');
    await world.runUntil('2026-11-23T16:00:00Z', 600);
    expect(promptsTo(world)).toEqual([]);
    expect(await runOf(world, monday)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
    expect(story(world)).toEqual(['11-22 21:00 summary channel']);
  });

  it('counts between the first opening and the member’s own, which then sends no prompt', async () => {
    const world = await abroad('2026-11-22T20:00:00Z');
    await world.runUntil('2026-11-22T22:00:00Z', 600);
    const { answer } = await answerAs(world, 'cem', { date: monday });
    expect(answer).toMatchObject({ isAhead: true });
    await world.runUntil('2026-11-23T15:30:00Z', 600);
    expect(promptsTo(world)).toEqual(['11-22 21:00 ann', '11-23 09:00 bob']);
  });

  it('an answer ahead without a date belongs to today’s run while it waits, even if tomorrow’s has opened elsewhere', async () => {
    const world = await abroad('2026-11-22T20:00:00Z');
    await world.runUntil('2026-11-23T22:00:00Z', 600);
    // Tuesday has opened in Auckland, and cem has not answered Monday yet.
    expect(await runOf(world, '2026-11-24')).toBeDefined();
    const meant = (name: string) =>
      cardFor(world.answering, world.actor(name), { meetingId: aMeetingId(), edit: 'false' });
    expect((await meant('cem')).date).toBe(monday);
    expect((await meant('ann')).date).toBe('2026-11-24');
    await answerAs(world, 'cem', { date: monday });
    expect((await card(world, 'cem', monday)).next).toEqual({
      date: '2026-11-24',
      opensAt: '2026-11-24T15:00:00.000Z',
    });
  });
});

describe('over a change of the clocks', () => {
  const everyDay = { saturday: true, sunday: true, time: 150 };

  it.each([
    // On 29 March in Berlin, 02:30 does not exist and means 03:30; on 25 October it means the first of two.
    ['2026-03-29', '2026-03-29T01:30:00Z'],
    ['2026-10-25', '2026-10-25T00:30:00Z'],
  ])('%s can be answered in the 24 hours before it opens, and not before', async (date, opensAt) => {
    const opens = Date.parse(opensAt);
    const world = await waiting(everyDay, { people: ['ann'], start: new Date(opens - 26 * 3_600_000).toISOString() });
    await world.runUntil(new Date(opens - 24 * 3_600_000 - 60_000).toISOString(), 600);
    await expect(answerAs(world, 'ann', { date })).rejects.toMatchObject({ code: 'RUN_NOT_OPEN' });
    await world.runUntil(new Date(opens - 24 * 3_600_000).toISOString(), 60);
    await answerAs(world, 'ann', { date });
    await world.runUntil(new Date(opens + 60_000).toISOString(), 600);
    expect(await runOf(world, date)).toMatchObject({
      opensAt: new Date(opens).toISOString(),
      reason: 'ALL_ANSWERED',
    });
  });
});

describe('with the clock moved back', () => {
  it('stays readable when its date is far ahead again, and counts in the end', async () => {
    const world = await waiting();
    await answerAs(world, 'ann');
    world.clock.set('2026-11-18T20:00:00Z');
    expect(await answered(world, 'ann')).toMatchObject({ state: 'CLOSED', model: { standing: 'AHEAD' } });
    await expect(answerAs(world, 'ann', { change: { done: 'x' } })).rejects.toMatchObject({ code: 'RUN_NOT_OPEN' });
    world.clock.set('2026-11-20T08:59:00Z');
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob', '11-20 09:00 cem']);
  });

  it('is accepted before an opening that has already happened, and no member is prompted twice', async () => {
    const world = await waiting();
    await world.runUntil('2026-11-20T09:01:00Z');
    world.clock.set('2026-11-20T08:30:00Z');
    const { answer } = await answerAs(world, 'ann');
    expect(answer.isAhead).toBe(true);
    await world.runUntil('2026-11-20T09:10:00Z');
    expect(promptsTo(world)).toHaveLength(3);
    expect(await counts(world)).toMatchObject({ answered: 1 });
  });
});

it('is rejected for an opening of the last hour before which the meeting did not exist', async () => {
  const world = await aWorld({ start: '2026-11-20T09:30:00Z' });
  await world.meeting();
  await expect(answerAs(world, 'ann')).rejects.toMatchObject({ code: 'RUN_CLOSED' });
});

it('is accepted for an opening in progress', async () => {
  const world = await waiting();
  world.clock.set('2026-11-20T09:20:00Z');
  expect((await answerAs(world, 'ann')).answer).toMatchObject({ isAhead: false, isLate: false });
  await world.engine.poll();
  expect(promptsTo(world)).toEqual(['11-20 09:20 bob', '11-20 09:20 cem']);
});

it('is accepted for the run after one that was started early', async () => {
  const world = await waiting({ saturday: true });
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
  world.clock.set('2026-11-20T08:59:00Z');
  await expect(answerAs(world, 'ann', { date: '2026-11-21' })).rejects.toMatchObject({ code: 'RUN_NOT_OPEN' });
  world.clock.set('2026-11-20T09:00:00Z');
  expect((await answerAs(world, 'ann', { date: '2026-11-21' })).answer.isAhead).toBe(true);
});

it('does not change today’s goals', async () => {
  const world = await waiting({ saturday: true });
  await answerAs(world, 'ann', { change: { plan: 'Friday’s plan' } });
  await world.runUntil('2026-11-21T09:01:00Z', 600);
  // On Sunday, Saturday's run still accepts late answers, and Monday's run can already be answered.
  await world.runUntil('2026-11-22T09:00:00Z', 600);
  await answerAs(world, 'ann', { date: monday, change: { plan: 'Monday’s plan' } });
  const form = await card(world, 'ann', '2026-11-21');
  expect(shows(aCard(form.card))).toBe('ask');
  expect(modelIn<AskModel>(aCard(form.card)).goals.map((goal) => goal.text)).toEqual(['Friday’s plan']);
});
