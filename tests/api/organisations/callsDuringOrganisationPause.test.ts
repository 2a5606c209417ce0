import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { doesOrgAllow, orgPauses } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OrgPause } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { answerCommand } from '../../../bot/src/services/chatCommands/answerCommand.ts';
import { cardFor } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { getNearbyRuns } from '../../../bot/src/services/reports/getNearbyRuns.ts';
import { startRun } from '../../../bot/src/services/runs/startRun.ts';
import { isReadOnly } from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';
import type { NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { previewRuns } from '../../../bot/src/services/meetings/previewRuns.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { helpCommand } from '../../../bot/src/services/chatCommands/helpCommand.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { tomorrowCommand } from '../../../bot/src/services/chatCommands/tomorrowCommand.ts';
import { getWaiting } from '../../../bot/src/services/answers/getWaitingRuns.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { setOrgState } from '../../support/worlds/setOrganisationState.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests every call that shows, offers or takes an answer in a paused organisation. Friday's run is in its grace, the
// time for late answers: Ann has answered, Bob has not. Monday's run opens in an hour.

const pause = (world: World, state: OrgPause | null): Promise<void> => {
  if (state === 'READ_ONLY') return setOrgState(world, 'ACTIVE', '2026-11-01T08:00:00Z');
  return setOrgState(world, state ?? 'ACTIVE');
};

const weekendWorld = async (state: OrgPause | null): Promise<World> => {
  const world = await aWorld();
  await setOrgState(world, 'ACTIVE');
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z', 600);
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T11:05:00Z', 600);
  world.clock.set('2026-11-23T08:00:00Z');
  await pause(world, state);
  return world;
};

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
const refused = { code: 'ORG_PAUSED' };

/** Returns the result, or the error of a rejection. */
const outcomeOf = async (work: Promise<object>): Promise<object> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const titleIn = (reply: OutgoingMessage): string | undefined => modelIn<Partial<NoticeModel>>(reply).title?.key;

/**
 * Returns the buttons that a reply offers: the command of a command button, and the kind of any other button. A card
 * with a form counts as ANSWER.
 */
const offersIn = (reply: OutgoingMessage): readonly string[] => {
  const { title, buttons = [] } = modelIn<Partial<NoticeModel>>(reply);
  const texts = buttons.map((button) => (button.kind === 'COMMAND' ? button.command : button.kind));
  return title === undefined ? ['ANSWER'] : texts;
};

const states: readonly (OrgPause | null)[] = [null, ...orgPauses];

describe.each(states)('in an organisation that is paused by %s', (state) => {
  const takesAnswers = doesOrgAllow('answerRun', state);
  const opensRuns = doesOrgAllow('openRun', state);

  it('the list of waiting runs and the day offer to answer exactly if an answer is taken', async () => {
    const world = await weekendWorld(state);
    expect((await getWaiting(world.answering, world.actor('bob'))).runs).toHaveLength(takesAnswers ? 1 : 0);
    const day = (who: string) => getReport(world.answering, world.actor(who), { teamId: world.teamId, date: friday });
    expect((await day('bob')).reports).toMatchObject([{ owes: takesAnswers, membersAnswered: 1 }]);
    expect((await day('ann')).reports).toMatchObject([{ canEdit: takesAnswers, membersAnswered: 1 }]);
  });

  it('the form opens and the answer is saved exactly if an answer is taken', async () => {
    const world = await weekendWorld(state);
    const input = { meetingId: aMeetingId(), date: aDate(friday), edit: 'false' } as const;
    expect((await cardFor(world.answering, world.actor('bob'), input)).state).toBe(takesAnswers ? 'OPEN' : 'CLOSED');
    const answered = await outcomeOf(answerAs(world, 'bob'));
    expect(answered).toMatchObject(takesAnswers ? { answer: { isLate: true } } : refused);
  });

  it('the next run is announced, and answered ahead, exactly if it will open', async () => {
    const world = await weekendWorld(state);
    const bob = world.actor('bob');
    const nearby = await getNearbyRuns(world.answering, bob, { teamId: world.teamId, date: aDate('2026-11-22') });
    expect(nearby).toMatchObject({ previous: friday, next: opensRuns ? { date: monday } : null });
    const [run] = await previewRuns(world.answering, bob, { meeting: aMeetingId(), count: 1 });
    expect(run).toMatchObject(opensRuns ? { state: 'RUN' } : { state: 'SKIPPED', reason: 'DEACTIVATED' });
    const answered = await tomorrowCommand(world.answering, bob, reader, { query: 'stand-up', thread: null });
    expect(titleIn(answered) === `help.${state ?? ''}`).toBe(!opensRuns);
    const ahead = await outcomeOf(answerAs(world, 'bob', { date: monday }));
    expect(ahead).toMatchObject(opensRuns ? { answer: { isAhead: true } } : refused);
  });

  it('every command that it does not allow names the state, and offers no button that would be refused', async () => {
    const world = await weekendWorld(state);
    await world.meeting({ id: aMeetingId('other'), name: 'Other report' });
    const boss = world.actor('bob', { role: 'admin' });
    const request = { query: '', thread: null };
    const deps = { ...world.starting, publicUrl: 'https://rollcall.test' };
    const replies = {
      hi: await helpCommand(deps, { actor: boss, reader }),
      start: await startCommand(deps, boss, reader, request),
      startNamed: await startCommand(deps, boss, reader, { ...request, query: 'other' }),
      answer: await answerCommand(deps, { actor: boss, reader }, request),
      tomorrow: await tomorrowCommand(deps, boss, reader, request),
    };
    const needs = { hi: opensRuns, start: opensRuns, startNamed: opensRuns, answer: takesAnswers, tomorrow: opensRuns };
    const namesState = Object.entries(replies).map(([command, reply]) => [
      command,
      titleIn(reply) === `help.${state ?? ''}`,
    ]);
    expect(namesState).toEqual(Object.entries(needs).map(([command, isAllowed]) => [command, !isAllowed]));
    const offered = Object.values(replies).flatMap(offersIn);
    expect(offered.some((offer) => /start/i.test(offer))).toBe(opensRuns);
    expect(offered.includes('ANSWER')).toBe(takesAnswers);
    // Bob can still answer during the grace, so the button stays while answers are accepted.
    expect(offersIn(replies.hi).includes('ANSWER')).toBe(takesAnswers);
  });

  it('a call that saves something new is refused exactly if the table reports it', async () => {
    const world = await weekendWorld(state);
    const isRefused = await isReadOnly(world.answering, inOrg(world.store, world.orgId));
    expect(isRefused).toBe(!doesOrgAllow('saveNew', state));
  });

  it('a report is started from the web app exactly if its run will open', async () => {
    const world = await weekendWorld(state);
    const admin = world.actor('ann', { role: 'admin' });
    const started = await outcomeOf(startRun(world.starting, admin, { meetingId: aMeetingId() }));
    expect(started).toMatchObject(opensRuns ? { isNew: true } : refused);
  });
});
