import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { saveDraft } from '../../../bot/src/services/answers/answerDrafts.ts';
import { cardFor, saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { applyChange } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type {
  AnsweredModel,
  AskModel,
  BlockerModel,
  NoticeModel,
} from '../../../bot/src/services/core/cardPresenterPort.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { blocker as blockerKind } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { aDate, aMeetingId, aMemberId, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';
import { oidOf, tid } from '../../support/data/seedTenantsAndTeamMembers.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs, friday, monday, question, rowsOf, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that Ann can name the member who must help with her blocker (the needed member), in the card and on the web.

const open = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  for (const name of ['ann', 'bob', 'cy'])
    await outside(world.store).touch(
      teamsUser,
      { tid, oid: oidOf(name) },
      {
        ...{ orgId: world.orgId, memberId: world.member(name), userId: null, joinedAt: null },
      },
    );
  return world;
};

const place = (world: World) => ({
  teamId: world.teamId,
  meetingId: aMeetingId(),
  memberId: world.member('ann'),
});

const cardOf = (world: World, date = friday) => {
  const { teamId: T, ...run } = place(world);
  return world.answering.signer.sign({ O: world.orgId, T, ...run, date: aDate(date) });
};

const blocked = { 'q:done': 'A', 'q:plan': 'B 30m', 'q:blocked': 'Yes', 'q:what': 'No keys' };

const press = (
  world: World,
  inputs: Readonly<Record<string, string>>,
  {
    verb = 'submit',
    presser = 'ann',
    date = friday,
  }: { verb?: 'submit' | 'sameAsLast'; presser?: string; date?: string } = {},
) =>
  cardAction(world.answering, world.sender(presser), {
    ...{ verb, pressed: 'card', data: { ...cardOf(world, date), ...blocked, ...inputs } },
  });

const blockerOf = async (world: World) => (await inOrg(world.store, world.orgId).get(blockerKind, place(world)))?.value;
const neededOf = async (world: World) => (await blockerOf(world))?.life?.neededId ?? null;

const changeMember = async (world: World, name: string, change: object): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const key = { teamId: world.teamId, memberId: world.member(name) };
  const row = await records.get(teamMember, key);
  if (row !== undefined) await records.replace(teamMember, key, { ...row.value, ...change }, row.etag);
};

const cardsTo = (world: World, name: string): BlockerModel[] =>
  world.messenger.calls
    .filter((call) => call.do === 'send' && shows(call.message) === 'blocker' && call.to.endsWith(name))
    .map((call) => modelIn<BlockerModel>(call.message));

const soon = (world: World): Promise<void> => world.runUntil(new Date(world.clock.now() + 60_000).toISOString(), 5);

const onWeb = async (world: World, more: { edit?: 'true'; date?: string } = {}) => {
  const { edit = 'false', date = friday } = more;
  const shown = await cardFor(world.answering, world.actor('ann'), {
    ...{ meetingId: aMeetingId(), date: aDate(date), edit },
  });
  return { ...shown, model: modelIn<AskModel>(aCard(shown.card)) };
};

describe('a person who is picked in the card', () => {
  it.each([
    ['the object id of the directory', () => oidOf('bob')],
    ['the object id in capitals', () => oidOf('bob').toUpperCase()],
    ['the id of the member', () => aMemberId('bob') as string],
  ])('is needed, by %s, and gets one card', async (_, picked) => {
    const world = await open();
    const reply = await press(world, { 'n:': picked() });
    expect(modelIn<AnsweredModel>(reply)).toMatchObject({ needed: 'bob' });
    expect(await neededOf(world)).toBe(world.member('bob'));
    await soon(world);
    expect(cardsTo(world, 'bob')).toMatchObject([{ owner: 'ann', text: 'No keys', standing: 'NEEDED' }]);
  });

  it('is found by the id of the chat user, which the local chat client sends', async () => {
    const world = await open();
    const row = await inOrg(world.store, world.orgId).get(teamMember, { ...place(world), memberId: aMemberId('bob') });
    await press(world, { 'n:': row?.value.teamsUserId ?? '' });
    expect(await neededOf(world)).toBe(world.member('bob'));
  });

  it('is named once if the card is pressed twice', async () => {
    const world = await open();
    await press(world, { 'n:': oidOf('bob') });
    const once = await blockerOf(world);
    await press(world, { 'n:': oidOf('bob') });
    expect(await blockerOf(world)).toEqual(once);
    await soon(world);
    expect(cardsTo(world, 'bob')).toHaveLength(1);
  });

  it.each(['', 'none'])('names no member for the value “%s”', async (picked) => {
    const world = await open();
    expect(shows(await press(world, { 'n:': picked }))).toBe('answered');
    expect(await neededOf(world)).toBeNull();
  });
});

describe('a refused person', () => {
  const expectRefused = async (world: World, picked: string, text: string): Promise<void> => {
    const reply = await press(world, { 'n:': picked });
    const form = modelIn<AskModel>(reply);
    expect(shows(reply)).toBe('ask');
    expect(form.problem).toContain(text);
    expect(form.values).toEqual(values({ done: 'A', plan: 'B 30m', blocked: 'Yes', what: 'No keys' }));
    expect(form.needed).toEqual({ shown: null, chosen: null });
    expect((await rowsOf(world)).answers).toEqual([]);
    expect(await blockerOf(world)).toBeUndefined();
  };
  const notInTeam = en['blocker.notInTeam'];

  it.each([
    ['an unknown person of the directory', 'c0000000-0000-4000-8000-00000000dead'],
    ['two people', `${oidOf('bob')},${oidOf('cy')}`],
    ['garbage', '<script>'],
    ['a long text', 'x'.repeat(5_000)],
    ['a member id of no member', aMemberId('nobody')],
  ])('is %s, and the form keeps everything else', async (_, picked) => {
    await expectRefused(await open(), picked, notInTeam);
  });

  it('has left the team, or is disabled', async () => {
    const world = await open();
    await changeMember(world, 'bob', { leftOn: anInstant('2026-11-19T09:00:00Z') });
    await changeMember(world, 'cy', { isEnabled: false });
    await expectRefused(world, oidOf('bob'), notInTeam);
    await expectRefused(world, oidOf('cy'), notInTeam);
  });

  it('belongs to another organisation', async () => {
    const world = await open();
    const other = { orgId: anOrgId('other'), memberId: world.member('bob'), userId: null, joinedAt: null };
    const stranger = 'c0000000-0000-4000-8000-000000000009';
    await outside(world.store).touch(teamsUser, { tid, oid: stranger }, other);
    await expectRefused(world, stranger, notInTeam);
  });

  it('is the blocked person', async () => {
    await expectRefused(await open(), oidOf('ann'), en['blocker.needsSelf']);
  });

  it('stays chosen in the form if the answer names no blocker', async () => {
    const world = await open();
    const form = modelIn<AskModel>(await press(world, { 'q:blocked': 'No', 'n:': oidOf('bob') }));
    expect(form.problem).toContain(en['blocker.needsWithoutBlocker']);
    expect(form.needed?.chosen).toEqual({ memberId: world.member('bob'), name: 'bob' });
  });
});

it('refuses a press by another person, and names no member', async () => {
  const world = await open();
  const reply = await press(world, { 'n:': oidOf('bob') }, { presser: 'cy' });
  expect(modelIn<NoticeModel>(reply).title.key).toBe('answer.notYourCardTitle');
  expect(await blockerOf(world)).toBeUndefined();
});

describe('a later form', () => {
  const needsBob = async (): Promise<World> => {
    const world = await open();
    await press(world, { 'n:': oidOf('bob') });
    return world;
  };
  const bob = (world: World) => ({ memberId: world.member('bob'), name: 'bob' });
  const stored = (world: World) => `n:${world.member('bob')}`;

  it('shows the needed member: an edit, the next prompt, and “same as last time”', async () => {
    const world = await needsBob();
    const shown = { shown: world.member('bob'), chosen: bob(world) };
    expect((await onWeb(world, { edit: 'true' })).model.needed).toEqual(shown);
    await world.runUntil('2026-11-23T09:05:00Z', 3600);
    const prompts = world.messenger.calls.filter((call) => shows(call.message) === 'ask');
    const models = prompts.map((call) => modelIn<AskModel>(call.message)).filter(({ date }) => date === monday);
    expect(models.find(({ data }) => data.memberId === world.member('ann'))?.needed).toEqual(shown);
    const filled = modelIn<AskModel>(await press(world, {}, { verb: 'sameAsLast', date: monday }));
    expect(filled.needed).toEqual(shown);
  });

  it('“same as last time” fills the needed member of a blocker that ended, and keeps a picked one', async () => {
    const world = await needsBob();
    const resolved = { change: { action: 'RESOLVE' }, since: undefined } as const;
    await applyChange(world.answering, world.actor('ann'), place(world), resolved);
    await world.runUntil('2026-11-23T09:05:00Z', 3600);
    const fill = async (inputs: Record<string, string>) =>
      modelIn<AskModel>(await press(world, inputs, { verb: 'sameAsLast', date: monday })).needed;
    expect(await fill({})).toEqual({ shown: null, chosen: bob(world) });
    expect(await fill({ 'n:': oidOf('cy') })).toMatchObject({ chosen: { name: 'cy' } });
    expect(await fill({ 'n:': '<script>' })).toEqual({ shown: null, chosen: bob(world) });
    await press(world, { 'n:': world.member('bob') }, { date: monday });
    expect(await blockerOf(world)).toMatchObject({ since: monday, life: { neededId: world.member('bob') } });
  });

  it('“same as last time” names no member if the last answer reported no blocker', async () => {
    const world = await needsBob();
    await world.runUntil('2026-11-23T09:05:00Z', 3600);
    await press(world, { 'q:blocked': 'No', 'q:what': '' }, { date: monday });
    await world.runUntil('2026-11-24T09:05:00Z', 3600);
    const filled = modelIn<AskModel>(await press(world, {}, { verb: 'sameAsLast', date: '2026-11-24' }));
    expect(filled.needed).toEqual({ shown: null, chosen: null });
  });

  it('does not undo a later change if the choice is unchanged, and an old card without the choice changes nothing', async () => {
    const world = await needsBob();
    const change = { change: { action: 'NEED', neededId: world.member('cy') }, since: undefined } as const;
    await applyChange(world.answering, world.actor('ann'), place(world), change);
    await press(world, { 'q:what': 'Still no keys', [stored(world)]: world.member('bob') });
    expect(await neededOf(world)).toBe(world.member('cy'));
    await press(world, { 'q:what': 'No keys at all' });
    expect(await neededOf(world)).toBe(world.member('cy'));
  });

  it('removes the needed member, who sees it', async () => {
    const world = await needsBob();
    await soon(world);
    await press(world, { [stored(world)]: 'none' });
    expect(await neededOf(world)).toBeNull();
    await soon(world);
    const last = world.messenger.calls.findLast((call) => shows(call.message) === 'blocker');
    expect(modelIn<BlockerModel>(last?.message ?? aCard({}))).toMatchObject({ standing: 'NOT_NEEDED' });
  });

  it('does not show a needed member who left', async () => {
    const world = await needsBob();
    await changeMember(world, 'bob', { leftOn: anInstant('2026-11-20T09:30:00Z') });
    expect((await onWeb(world, { edit: 'true' })).model.needed).toEqual({ shown: world.member('bob'), chosen: null });
  });
});

describe('on the web', () => {
  const body = { meetingId: aMeetingId(), date: aDate(friday), values: values({ blocked: 'Yes', what: 'No keys' }) };

  it('lists the enabled colleagues beside the form, without the reader', async () => {
    const world = await open();
    await changeMember(world, 'cy', { isEnabled: false });
    expect((await onWeb(world)).colleagues).toEqual([{ memberId: world.member('bob'), name: 'bob' }]);
  });

  it('lists no colleagues beside the card of an answer', async () => {
    const world = await open();
    await answerAs(world, 'ann');
    expect((await onWeb(world)).colleagues).toBeNull();
  });

  it('names a colleague, and refuses a person who is not in the team', async () => {
    const world = await open();
    const save = (id: ReturnType<typeof aMemberId>) =>
      saveAnswer(world.answering, world.actor('ann'), { ...body, goals: [], needed: { id, shown: null } });
    await expect(save(aMemberId('nobody'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { message: 'blocker.notInTeam', path: ['needed', 'id'] },
    });
    await save(world.member('bob'));
    expect(await neededOf(world)).toBe(world.member('bob'));
  });

  it('keeps the choice in the draft until an answer has it', async () => {
    const world = await open();
    const needed = { id: world.member('cy'), shown: null };
    const draft = { ...body, values: { [question('done')]: 'Half' }, goals: [], version: null, needed };
    await saveDraft(world.answering, world.actor('ann'), draft);
    const shown = await onWeb(world);
    expect(shown.draft).toMatchObject({ needed });
    expect(shown.model.needed?.chosen).toEqual({ memberId: world.member('cy'), name: 'cy' });
    const inputs = { 'q:done': 'Half', 'n:': 'none' };
    expect(modelIn<AnsweredModel>(await press(world, inputs))).toMatchObject({ hasDraft: true });
    expect(modelIn<AnsweredModel>(await press(world, { ...inputs, 'n:': oidOf('cy') }))).toMatchObject({
      hasDraft: false,
    });
  });
});
