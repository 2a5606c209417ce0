import { translateFor } from '../../../bot/src/translate.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import type { Reader, SkippedModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { getWaiting } from '../../../bot/src/services/answers/getWaitingRuns.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { readDayReports } from '../../../bot/src/services/reports/readDayReports.ts';
import type { SummaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerAs,
  friday,
  promptsTo,
  redrawn,
  rowsOf,
  runOf,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const inEnglish = translateFor('en');

// Tests a member who skips a run that opens at 09:00, reminds at 10:00 and 10:45, and closes at 11:00.

const opened = async (people: readonly string[] = ['ann', 'bob']): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReportSummaryInChat: true });
  await world.runUntil('2026-11-20T09:01:00Z');
  return world;
};

const skip = (world: World, name: string, reason?: string) =>
  skipRun(world.answering, world.actor(name), { meetingId: aMeetingId(), date: aDate(friday), reason });

const askOf = (world: World, name: string) => {
  const sent = world.messenger.calls.find((call) => call.to === name && shows(call.message) === 'ask');
  if (sent === undefined) throw new Error(`${name} was not asked.`);
  return { data: modelIn<{ data: object }>(sent.message).data, activityId: sent.activityId };
};

const press = (world: World, name: string, fields: object = {}, by = name) => {
  const { data, activityId } = askOf(world, name);
  return cardAction(world.answering, world.sender(by), {
    verb: 'skip',
    data: { ...data, ...fields },
    pressed: activityId,
  });
};

const reportOf = async (world: World) => {
  const day = { teamId: world.teamId, date: aDate(friday), meetingId: undefined };
  const { reports } = await readDayReports(inOrg(world.store, world.orgId), day, {
    reader: world.member('ann'),
    now: world.clock.now(),
  });
  const [report] = reports;
  if (report === undefined) throw new Error('There is no report.');
  return report;
};

/** Returns the model of the card that the web shows to a member who skipped the run. */
const shownCard = async (world: World, name: string): Promise<unknown> => {
  const models: unknown[] = [];
  const skipped = (model: unknown, reader: Reader) => {
    models.push(model);
    return world.answering.presenter.skipped(model as SkippedModel, reader);
  };
  const deps = { ...world.answering, presenter: { ...world.answering.presenter, skipped } };
  await cardFor(deps, world.actor(name), { meetingId: aMeetingId(), date: aDate(friday), edit: 'false' });
  return models.at(-1);
};

const stateOf = async (world: World, name: string) => {
  const { members } = await reportOf(world);
  const member = members.find(({ memberId }) => memberId === world.member(name));
  return [member?.state, member?.skipReason];
};

const summaries = (world: World): SummaryModel[] =>
  world.messenger.calls.filter(({ message }) => shows(message) === 'summary').map(({ message }) => modelIn(message));

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error as { code: string }).code,
  );

const setMaySkip = async (world: World, maySkip: boolean): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const row = await records.get(orgKind, undefined);
  if (row !== undefined) await records.replace(orgKind, undefined, { ...row.value, maySkip }, row.etag);
};

it('reminds no member who skips, and shows the reason in the report', async () => {
  const world = await opened();
  await skip(world, 'ann', 'At the dentist');
  await world.runUntil('2026-11-20T11:05:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob', '11-20 10:00 bob', '11-20 10:45 bob']);
  expect(await stateOf(world, 'ann')).toEqual(['SKIPPED', 'At the dentist']);
  expect(await stateOf(world, 'bob')).toEqual(['MISSING', undefined]);
  const { people, facts } = summaries(world).at(-1) ?? {};
  expect(people?.skipped).toMatchObject([{ name: 'ann', skipReason: 'At the dentist' }]);
  expect(people?.missing.map(({ name }) => name)).toEqual(['bob']);
  expect(facts).toMatchObject({ asked: 1, answered: 0 });
});

it('counts a skip apart from the people who were asked', async () => {
  const world = await opened();
  await skip(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  expect(await reportOf(world)).toMatchObject({ totalMembers: 1, membersAnswered: 1, membersSkipped: 1, owes: false });
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  const counts = await inOrg(world.store, world.orgId).get(daySummary, key);
  expect(counts?.value).toMatchObject({ asked: 1, answered: 1, skipped: 1 });
});

it('keeps the first skip when it is pressed again, and changes only the reason', async () => {
  const world = await opened();
  await press(world, 'ann');
  world.clock.set('2026-11-20T09:03:00Z');
  const again = await press(world, 'ann');
  expect(modelIn(again)).toMatchObject({ reason: '', canAnswer: true, canChangeReason: true });
  await press(world, 'ann', { skipReason: 'On a train' });
  const { skips } = await rowsOf(world);
  expect([...skips.values()].map(({ value }) => value)).toMatchObject([
    { skippedAt: '2026-11-20T09:01:00.000Z', reason: 'On a train' },
  ]);
});

it('writes nothing when a member sends the same reason again', async () => {
  const world = await opened();
  const rows = async () => [...(await rowsOf(world)).skips.values()];
  await skip(world, 'ann', 'On a train');
  const before = await rows();
  world.clock.set('2026-11-20T09:03:00Z');
  await skip(world, 'ann', 'On a train');
  await skip(world, 'ann');
  expect(await rows()).toEqual(before);
  await skip(world, 'ann', '');
  expect((await rows()).map(({ value }) => value)).toMatchObject([{ reason: '' }]);
});

it('logs a skip once, without its reason', async () => {
  const world = await opened();
  await skip(world, 'ann', 'On a train');
  await skip(world, 'ann', 'At the dentist');
  const key = { teamId: world.teamId, objectId: aMeetingId(), ms: 0, eventKey: '' };
  const log = prefixRange(`L|${aMeetingId()}|`);
  const entries = await inOrg(world.store, world.orgId).list(teamActivity, key, log);
  const skips = entries.map(({ value }) => value).filter(({ message }) => message === 'activity.skipped');
  expect(skips).toMatchObject([{ actor: 'ann', values: { date: friday } }]);
  expect(JSON.stringify(skips)).not.toMatch(/train|dentist/);
});

it('lets a member who skipped only answer late after the close', async () => {
  const world = await opened();
  await skip(world, 'ann');
  await world.runUntil('2026-11-20T11:05:00Z');
  expect(await shownCard(world, 'ann')).toMatchObject({ canAnswer: true, canChangeReason: false });
  const refused: unknown = await skip(world, 'bob').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'RUN_CLOSED', details: { message: 'run.skipAfterClose' } });
  await answerAs(world, 'ann');
  expect(await stateOf(world, 'ann')).toEqual(['ANSWERED', undefined]);
});

it('offers no reason after the organisation switched skips off', async () => {
  const world = await opened();
  await skip(world, 'ann');
  await setMaySkip(world, false);
  expect(await shownCard(world, 'ann')).toMatchObject({ canAnswer: true, canChangeReason: false });
});

it('replaces the skip by a later answer', async () => {
  const world = await opened();
  await skip(world, 'ann', 'At the dentist');
  await world.runUntil('2026-11-20T09:30:00Z');
  await answerAs(world, 'ann');
  expect(await stateOf(world, 'ann')).toEqual(['ANSWERED', undefined]);
  await world.runUntil('2026-11-20T11:05:00Z');
  expect(summaries(world).at(-1)?.facts).toMatchObject({ asked: 2, answered: 1 });
  expect(summaries(world).at(-1)?.people.skipped).toBeUndefined();
});

it('shows the answer when an old card is pressed after it', async () => {
  const world = await opened();
  await answerAs(world, 'ann');
  expect(shows(await press(world, 'ann'))).toBe('answered');
  expect((await rowsOf(world)).skips.size).toBe(0);
  expect(await codeOf(skip(world, 'ann'))).toBe('RUN_ANSWERED');
});

it('turns the card in the chat into the skip when it was skipped on the web', async () => {
  const world = await opened();
  await skip(world, 'ann');
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(redrawn(world)).toEqual(['11-20 09:01 skipped-update chat-ann']);
  await press(world, 'bob');
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(redrawn(world)).toHaveLength(1);
});

it('shows a changed reason on the card in the chat', async () => {
  const world = await opened();
  await skip(world, 'ann');
  await world.runUntil('2026-11-20T09:03:00Z', 5);
  await skip(world, 'ann', 'On a train');
  await world.runUntil('2026-11-20T09:06:00Z', 5);
  const shown = world.messenger.calls.filter(({ message }) => shows(message) === 'skipped');
  expect(shown.map(({ message }) => modelIn<SkippedModel>(message).reason)).toEqual(['', 'On a train']);
});

it('shows the card of the skip again with a refused reason of 10 kB, and stores the shortened reason', async () => {
  const world = await opened();
  await press(world, 'ann', {});
  const long = 'x'.repeat(10_240);
  const reply = await press(world, 'ann', { skipReason: long });
  expect(reply.replacesCard).toBeUndefined();
  expect(modelIn(reply)).toMatchObject({
    ...{ reason: '', canChangeReason: true },
    refused: { text: long, problem: inEnglish('skip.reasonTooLong') },
  });
  expect(modelIn(await press(world, 'ann', { skipReason: 'Dentist' }))).toMatchObject({ reason: 'Dentist' });
  expect(modelIn(await press(world, 'ann', { skipReason: long }))).toMatchObject({ reason: 'Dentist' });
  expect([...(await rowsOf(world)).skips.values()].map(({ value }) => value.reason)).toEqual(['Dentist']);
});

it('refuses a reason beside the card if the card would be too large, or the run waits no longer', async () => {
  const world = await opened();
  await press(world, 'ann', {});
  const huge = await press(world, 'ann', { skipReason: 'x'.repeat(30_000) });
  expect(huge.replacesCard).toBe(false);
  expect(modelIn(huge)).toMatchObject({ lines: [{ key: 'skip.reasonTooLong' }] });
  await setMaySkip(world, false);
  const off = await press(world, 'ann', { skipReason: 'x'.repeat(10_240) });
  expect(modelIn(off)).toMatchObject({ lines: [{ key: 'error.SKIP_OFF' }] });
  await setMaySkip(world, true);
  await answerAs(world, 'ann');
  expect(shows(await press(world, 'ann', { skipReason: 'x'.repeat(10_240) }))).toBe('answered');
});

it('refuses a reason of 10 kB on a card that skips, and keeps the card', async () => {
  const world = await opened();
  const reply = await press(world, 'ann', { skipReason: 'x'.repeat(10_240) });
  expect(reply.replacesCard).toBe(false);
  expect(modelIn(reply)).toMatchObject({
    title: { key: 'answer.notSkippedTitle' },
    lines: [{ key: 'skip.reasonTooLong' }],
  });
  expect((await rowsOf(world)).skips.size).toBe(0);
});

it('refuses another person, a closed, cancelled or unknown run', async () => {
  const world = await opened();
  const foreign = await press(world, 'ann', {}, 'bob');
  expect(modelIn(foreign)).toMatchObject({ title: { key: 'answer.notYourCardTitle' } });
  expect(
    await codeOf(skipRun(world.answering, world.actor('ann'), { meetingId: aMeetingId(), date: aDate('2026-11-23') })),
  ).toBe('RUN_NOT_OPEN');
  const key = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  await cancelRun(world.deps, { ...key, reason: 'DELETED', actor: 'ann' });
  expect(modelIn(await press(world, 'ann'))).toMatchObject({ lines: [{ key: 'error.RUN_CANCELLED' }] });
  expect((await rowsOf(world)).skips.size).toBe(0);
  const closed = await opened();
  await closed.runUntil('2026-11-20T11:00:00Z');
  expect(modelIn(await press(closed, 'ann'))).toMatchObject({ lines: [{ key: 'run.skipAfterClose' }] });
});

it('is refused while the organisation has switched it off, and the card does not offer it', async () => {
  const world = await aWorld();
  await setMaySkip(world, false);
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  const asked = world.messenger.calls.filter(({ message }) => shows(message) === 'ask');
  expect(asked.map(({ message }) => modelIn<{ canSkip?: boolean }>(message).canSkip)).toEqual([false, false]);
  expect(await codeOf(skip(world, 'ann'))).toBe('SKIP_OFF');
  await setMaySkip(world, true);
  expect(await codeOf(skip(world, 'ann'))).toBe('none');
});

it('is refused to a member who is away and was not asked', async () => {
  const world = await aWorld();
  await world.vacation('ann', friday);
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  expect(await codeOf(skip(world, 'ann'))).toBe('NOT_ASKED');
  expect((await rowsOf(world)).skips.size).toBe(0);
});

it('does not list a skipped run as waiting', async () => {
  const world = await opened();
  const waiting = async () => (await getWaiting(world.answering, world.actor('ann'))).runs.length;
  expect(await waiting()).toBe(1);
  await skip(world, 'ann');
  expect(await waiting()).toBe(0);
});
