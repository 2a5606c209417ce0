import { cancelRun } from '../../bot/src/services/runs/state/cancelRuns.ts';
import { aDate, aMeetingId } from '../support/data/idDateAndRecordBuilders.ts';
import { aDialogue, only, setRole } from '../support/apps/botConversation.ts';
import type { Dialogue } from '../support/apps/botConversation.ts';
import { answerAs, promptsTo, runOf, friday, monday } from '../support/worlds/saveAnswersAndReadMessages.ts';
import { threadId } from '../support/data/seedTenantsAndTeamMembers.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../support/worlds/teamWorldWithEngine.ts';

// Tests "Answer" buttons: for any person and on any day, a button leads to the run for which it was made. It never
// starts a run.

let world: World;
let chat: Dialogue;
const open = async (options: WorldOptions = {}): Promise<void> => {
  world = await aWorld(options);
  chat = await aDialogue(world);
};
afterEach(() => chat.close());

const saturday = '2026-11-21';
const lateReport = { time: 23 * 60, reportSummaryTime: 180 } as const;

describe('after midnight, while the run of the day before is open', () => {
  beforeEach(async () => {
    await open({ start: '2026-11-20T21:58:00Z' });
    await world.meeting(lateReport);
    await world.runUntil('2026-11-20T22:01:00Z');
    world.clock.set('2026-11-20T23:25:00Z');
  });

  it.each(['admin', 'user'] as const)('brings the role %s the card of that run and starts nothing', async (role) => {
    await setRole(world, 'bob', role);
    const list = only((await chat.sendText('bob', 'hi')).here);
    expect(list.text).toContain('One report waits for your answer');
    expect(list.text).toContain('Daily stand-up – Friday 20 November, due Sat 02:00');
    expect(list.buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
    const card = only((await chat.press('bob', { on: list, title: 'Answer' })).here);
    expect(card.text).toContain('It is for Friday 20 November.');
    expect(card.buttons).toContain('Send');
    expect(await runOf(world, saturday)).toBeUndefined();
    expect(promptsTo(world)).toHaveLength(2);
  });

  it.each(['admin', 'user'] as const)(
    'does the same for the role %s with a button of an earlier version',
    async (role) => {
      await setRole(world, 'bob', role);
      const old = { verb: 'command', command: `start ${aMeetingId()}` };
      expect(only((await chat.press('bob', old)).here).text).toContain('It is for Friday 20 November.');
      expect(await runOf(world, saturday)).toBeUndefined();
    },
  );

  it('brings each presser their own card, and the same card twice for a double press', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    await answerAs(world, 'bob', { date: friday });
    const twice = [
      await chat.press('ann', { on: list, title: 'Answer' }),
      await chat.press('ann', { on: list, title: 'Answer' }),
    ];
    expect(twice.map(({ here }) => only(here).buttons.includes('Send'))).toEqual([true, true]);
    const other = only((await chat.press('bob', { on: list, title: 'Answer' })).here);
    expect(other.text).toContain('Answered');
    expect(other.buttons).toContain('Edit');
  });
});

it('brings Friday’s card on Sunday, in its grace, and reports that the answer is late', async () => {
  await open();
  await world.meeting();
  await world.runUntil('2026-11-20T11:30:00Z');
  world.clock.set('2026-11-22T10:00:00Z');
  const list = only((await chat.sendText('bob', 'hi')).here);
  expect(list.text).toContain('Daily stand-up – Friday 20 November, closed 12:00, your answer still counts as late');
  const card = only((await chat.press('bob', { on: list, title: 'Answer' })).here);
  expect(card.text).toContain('your answer still counts as late');
  expect(card.buttons).toContain('Send');
});

it('lists the run of a weekly report on the fourth day of its grace', async () => {
  await open();
  const weekly = { monday: false, tuesday: false, wednesday: false, thursday: false };
  await world.meeting({ ...weekly, reportSummaryTime: 23 * 60 });
  await world.runUntil('2026-11-20T09:05:00Z');
  world.clock.set('2026-11-24T07:00:00Z');
  expect(only((await chat.sendText('bob', 'hi')).here).buttons).toContain('Answer Daily stand-up (Fri 20 Nov)');
});

it('sends the answered card of a run whose grace period is over', async () => {
  await open();
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  const list = only((await chat.sendText('bob', 'hi')).here);
  await answerAs(world, 'bob');
  world.clock.set('2026-11-30T09:00:00Z');
  await chat.close();
  chat = await aDialogue(world);
  const card = only((await chat.press('bob', { on: list, title: 'Answer' })).here);
  expect(card.text).toContain('Answered');
  expect(card.text).not.toContain('cannot be answered');
});

describe('when the run takes no answer of the presser', () => {
  beforeEach(async () => {
    await open({ people: ['ann', 'bob', 'cy'] });
    await world.meeting({ members: [world.member('ann'), world.member('bob')] });
    await world.meeting({
      id: aMeetingId('retro'),
      name: 'Retro',
      members: ['ann', 'bob', 'cy'].map((name) => world.member(name)),
    });
    await world.runUntil('2026-11-20T09:05:00Z');
  });
  const pressed = async (title: string, name = 'bob') =>
    chat.press(name, { on: only((await chat.sendText('ann', 'hi')).here), title });

  it('rejects a person whom it does not ask, and offers the waiting runs', async () => {
    const reply = only((await pressed('Answer Daily', 'cy')).here);
    expect(reply.text).toContain('Daily stand-up – Friday 20 November cannot be answered');
    expect(reply.text).toContain('You are not asked in this run');
    expect(reply.buttons).toEqual(['Answer Retro (Fri 20 Nov)']);
  });

  it('rejects a run whose grace period is over, without a hint to “start”', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    world.clock.set('2026-11-30T09:00:00Z');
    await chat.close();
    chat = await aDialogue(world);
    const reply = only((await chat.press('bob', { on: list, title: 'Answer Daily' })).here);
    expect(reply.text).toContain('This run is closed');
    expect(reply.text).toContain('Nothing waits for your answer now.');
    expect(reply.text).not.toContain('start');
  });

  it('refuses a cancelled run, and keeps it out of the lists', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    const reply = only((await chat.press('bob', { on: list, title: 'Answer Daily' })).here);
    expect(reply.text).toContain('This run was cancelled.');
    expect(reply.buttons).toEqual(['Answer Retro (Fri 20 Nov)']);
  });

  it('refuses data that another installation signed or a person changed', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    const [action] = list.card['actions'] as { data: Record<string, unknown> }[];
    const forged = { ...action?.data, date: monday };
    const reply = only((await chat.press('bob', forged)).here);
    expect(reply.text).toContain('This button is no longer valid.');
    expect(reply.text).toContain('2 reports wait for your answer:');
    expect(only((await chat.press('bob', { verb: 'answerRun' })).here).text).toContain('no longer valid');
  });

  it('sends no card to a person who has left the team', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    await world.changeMember('bob', { leftOn: '2026-11-20T09:06:00.000Z' as never });
    const reply = only((await chat.press('bob', { on: list, title: 'Answer Daily' })).here);
    expect(reply.buttons).not.toContain('Send');
  });

  it('is answered in the private chat when it is pressed in a channel', async () => {
    const list = only((await chat.sendText('ann', 'hi')).here);
    const { here, aside } = await chat.press(
      'bob',
      { on: list, title: 'Answer Daily' },
      { place: 'channel', threadId },
    );
    expect(only(here)).toMatchObject({ text: 'I answered you in our private chat.', buttons: [] });
    expect(only(aside).text).toContain('It is for Friday 20 November.');
  });
});

describe('an undated button of an earlier version', () => {
  const old = (id: string) => ({ verb: 'command', command: `start ${id}` });
  beforeEach(async () => {
    await open();
    await world.meeting();
  });

  it('asks for confirmation with the date before it starts a report', async () => {
    const question = only((await chat.press('ann', old(aMeetingId()))).here);
    expect(question.text).toContain('Start Daily stand-up for Friday 20 November?');
    expect(await runOf(world)).toBeUndefined();
    const started = only((await chat.press('ann', { on: question, title: 'Start' })).here);
    expect(started.text).toContain('Daily stand-up of Friday 20 November has started');
    expect(await runOf(world)).toMatchObject({ source: 'MANUAL' });
  });

  it('starts nothing on another day than the one it names', async () => {
    const question = only((await chat.press('ann', old(aMeetingId()))).here);
    world.clock.set('2026-11-21T08:00:00Z');
    const reply = only((await chat.press('ann', { on: question, title: 'Start' })).here);
    expect(reply.text).toContain('Daily stand-up of Friday 20 November can only be started on that day');
    expect(reply.buttons).toEqual(['Start Daily stand-up (Sat 21 Nov)']);
    expect(await runOf(world, saturday)).toBeUndefined();
  });

  it('rejects a person without the permission to start, without a hint to “start”', async () => {
    const reply = only((await chat.press('bob', old(aMeetingId()))).here);
    expect(reply.text).toContain('You cannot start Daily stand-up');
    expect(reply.text).not.toMatch(/say “start”/i);
    expect(reply.buttons).toEqual([]);
  });

  it('an undated button of an earlier version of a report that is gone reports it', async () => {
    expect(only((await chat.press('ann', old(aMeetingId('gone')))).here).text).toContain('That report was deleted');
  });
});
