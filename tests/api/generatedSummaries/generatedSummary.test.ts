import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  getGeneratedSummary,
  writeGeneratedSummary,
} from '../../../bot/src/services/generatedSummaries/getOrStartSummary.ts';
import type { TextModelRow } from '../../../bot/src/services/generatedSummaries/textModelTargetAndKey.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { generatedSummary } from '../../../bot/src/store/kinds/generatedSummaries/generatedSummary.ts';
import { textModel, textModelMonth } from '../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import { aDate, aMeetingId, anInstant, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { quoteEach, startTextModelForTests } from '../../support/fakes/localTextModel.ts';
import type { LocalTextModel } from '../../support/fakes/localTextModel.ts';
import { answerAs, friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { generatedSummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';
import type { SummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';

let model: LocalTextModel;
startTextModelForTests((started) => {
  model = started;
});

const keyOf = ({ world }: SummaryWorld) => ({
  ...{ teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) },
});
const monthOf = async ({ world }: SummaryWorld) =>
  (await inOrg(world.store, world.orgId).get(textModelMonth, { month: '202611' }))?.value;
const rowOf = async (place: SummaryWorld) =>
  (await inOrg(place.world.store, place.world.orgId).get(generatedSummary, keyOf(place)))?.value;
const change = ({ world }: SummaryWorld, fields: Partial<TextModelRow>) =>
  inOrg(world.store, world.orgId).touch(textModel, undefined, fields);

describe('a generated summary', () => {
  it('is written once, cached for all readers, and has sentences with their sources', async () => {
    const place = await generatedSummaryWorld(model);
    expect(await place.read()).toMatchObject({ state: 'NEEDED', sentences: [] });
    expect(model.calls).toEqual([]);
    expect(await place.start()).toMatchObject({ state: 'WRITING' });
    await place.deps.summaryWork.settled();
    const summary = await place.read('bob');
    expect(summary).toMatchObject({ state: 'READY', dropped: 0, answersUsed: 9, answersTotal: 9 });
    expect(summary.sentences).toContainEqual({
      text: 'ann: Fixed the login for Contoso',
      sources: [
        { memberId: place.world.member('ann'), name: 'ann', questionId: 'done', question: 'What did you get done?' },
      ],
    });
    expect(await place.write('cy')).toEqual(summary);
    expect(model.calls).toHaveLength(1);
    expect(place.counted).toContain('generated_summaries_total ready');
  });

  it('stays off until an admin turns it on, and again after they turn it off', async () => {
    const place = await generatedSummaryWorld(model, { isOn: false });
    expect([await place.read(), await place.write()]).toMatchObject([{ state: 'OFF' }, { state: 'OFF' }]);
    await change(place, { isOn: true });
    expect((await place.write()).state).toBe('READY');
    await change(place, { isOn: false });
    expect(await place.read()).toMatchObject({ state: 'OFF', sentences: [] });
    expect(model.calls).toHaveLength(1);
  });

  it('waits for the end of the run, and needs two members who answered', async () => {
    const place = await generatedSummaryWorld(model, {}, { ann: 'Alone' });
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'FEW_ANSWERS' });
    await place.world.runUntil('2026-11-23T09:05:00Z', 1800);
    const open = { ...keyOf(place), date: aDate('2026-11-23') };
    const reading = await writeGeneratedSummary(place.deps, place.world.actor('ann'), open);
    expect(reading).toMatchObject({ state: 'WAITING', sentences: [] });
    await expect(
      getGeneratedSummary(place.deps, place.world.actor('ann'), { ...open, date: aDate('2026-11-21') }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(model.calls).toEqual([]);
  });

  it('is written in the language of each reader', async () => {
    const place = await generatedSummaryWorld(model);
    await place.write('ann', 'en-GB');
    await place.write('bob', 'de');
    expect((await place.read('cy', 'en')).state).toBe('READY');
    expect(model.calls.map(({ body }) => /in (\w+)\./.exec(body.messages[0]?.content ?? '')?.[1])).toEqual([
      ...['English', 'German'],
    ]);
    expect((await rowOf(place))?.summaries.map(({ language }) => language)).toEqual(['en', 'de']);
  });

  it('sends initials instead of names, and shows names', async () => {
    const place = await generatedSummaryWorld(model, { usesInitials: true });
    const { sentences } = await place.write();
    const sent = JSON.stringify(model.calls[0]?.answers);
    expect(sent).not.toMatch(/\b(?:ann|bob|cy)\b/);
    expect(sent).toContain('"answer":"Reviewed the pages of BO"');
    expect(sentences.map(({ text }) => text)).toContain('cy: Reviewed the pages of bob');
  });
});

describe('a change of an answer', () => {
  it('hides the summary at once, and the next request writes a new one', async () => {
    const place = await generatedSummaryWorld(model);
    await place.write();
    await answerAs(place.world, 'ann', { change: { done: 'Fixed the logout', plan: 'Continue' } });
    expect(await place.read()).toMatchObject({ state: 'NEEDED', sentences: [] });
    const { sentences } = await place.write();
    expect(JSON.stringify(sentences)).toContain('logout');
    expect(JSON.stringify(await rowOf(place))).not.toContain('login');
  });

  it('while the model writes discards what it writes', async () => {
    const place = await generatedSummaryWorld(model);
    model.behaviour = {
      sentences: ({ answers }) =>
        answers.map(({ id, author, answer }) => ({ text: `${author}: ${answer}`, ids: [id] })),
    };
    const { complete } = place.deps.textModel;
    Object.assign(place.deps.textModel, {
      complete: async (...args: Parameters<typeof complete>) => {
        const reply = await complete(...args);
        await answerAs(place.world, 'ann', { change: { done: 'Something else', plan: 'Continue' } });
        return reply;
      },
    });
    expect(await place.write()).toMatchObject({ state: 'NEEDED', sentences: [] });
    expect(place.counted).toContain('generated_summaries_total changed');
    expect((await monthOf(place))?.inputTokens).toBe(1000);
  });
});

describe('the erasure of an author', () => {
  const erase = (place: SummaryWorld, memberId: MemberId) => {
    const { world } = place;
    // Only the erasure of the account removes the delivery records of the chat messages, so `verify` must ignore that
    // they name no message.
    world.plants(/names no message/);
    const erased = { memberId, names: ['ann'], replacement: 'Deleted user' };
    return eraseInTeam(
      { ...world.deps, newId: () => idOf('n') },
      { orgId: world.orgId, teamId: world.teamId },
      erased,
      anInstant(`${friday}T13:00:00Z`),
    );
  };

  it('removes the summaries, and the words are never sent again', async () => {
    const place = await generatedSummaryWorld(model);
    await place.write();
    await erase(place, place.world.member('ann'));
    expect(await rowOf(place)).toBeUndefined();
    model.calls.length = 0;
    const { sentences } = await place.write('bob');
    expect(JSON.stringify([model.calls, sentences])).not.toMatch(/login|Contoso|\bann\b/);
    expect(sentences.length).toBeGreaterThan(1);
  });

  it('while the model writes keeps the sentences from being stored', async () => {
    const place = await generatedSummaryWorld(model);
    const { complete } = place.deps.textModel;
    Object.assign(place.deps.textModel, {
      complete: async (...args: Parameters<typeof complete>) => {
        const reply = await complete(...args);
        await erase(place, place.world.member('ann'));
        return reply;
      },
    });
    await place.start();
    await place.deps.summaryWork.settled();
    expect(await rowOf(place)).toBeUndefined();
  });
});

describe('one run', () => {
  it('has one writer at a time, also with two instances', async () => {
    const place = await generatedSummaryWorld(model);
    const second = place.another();
    const ask = (deps: SummaryWorld['deps'], who: string) =>
      writeGeneratedSummary(deps, place.world.actor(who), keyOf(place));
    const states = await Promise.all([
      ...[ask(place.deps, 'ann'), ask(second, 'bob'), ask(place.deps, 'cy'), ask(second, 'ann'), ask(second, 'cy')],
    ]);
    expect(states.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'WRITING'));
    await Promise.all([place.deps.summaryWork.settled(), second.summaryWork.settled()]);
    expect(model.calls).toHaveLength(1);
    expect(place.world.log.errors).toEqual([]);
    expect((await place.read()).state).toBe('READY');
  });

  it('is written again after an instance ended while it wrote', async () => {
    const place = await generatedSummaryWorld(model);
    Object.assign(place.deps.summaryWork, { start: () => true });
    await place.start();
    expect((await place.read()).state).toBe('WRITING');
    const second = place.another();
    place.world.clock.advance({ minutes: 4 });
    await writeGeneratedSummary(second, place.world.actor('ann'), keyOf(place));
    await second.summaryWork.settled();
    expect((await place.read()).state).toBe('READY');
  });

  it('is tried again after a pause that doubles', async () => {
    const place = await generatedSummaryWorld(model);
    model.behaviour = { status: 400 };
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'FAILED' });
    await place.write();
    expect(model.calls).toHaveLength(1);
    place.world.clock.advance({ seconds: 61 });
    expect((await place.read()).state).toBe('NEEDED');
    await place.write();
    place.world.clock.advance({ seconds: 61 });
    expect((await place.read()).state).toBe('RULES');
    place.world.clock.advance({ seconds: 60 });
    model.behaviour = quoteEach;
    expect((await place.write()).state).toBe('READY');
    expect((await rowOf(place))?.failure).toBeNull();
  });
});

describe('the cost of a month', () => {
  it('is that of the reported tokens', async () => {
    const place = await generatedSummaryWorld(model);
    await place.write();
    expect(await monthOf(place)).toMatchObject({
      ...{ calls: 1, failures: 0, inputTokens: 1000, outputTokens: 100, cost: 210, kept: 9, dropped: 0, fallbacks: 0 },
    });
  });

  it('estimates tokens for a reply without a count and for a reply that came too late', async () => {
    const place = await generatedSummaryWorld(model);
    model.usage = undefined;
    model.behaviour = 'HANGS';
    await place.write();
    const late = await monthOf(place);
    expect(late).toMatchObject({ calls: 1, failures: 1, outputTokens: 2000 });
    expect(late?.inputTokens).toBeGreaterThan(300);
  });

  it('counts no tokens if the provider refused the call', async () => {
    const place = await generatedSummaryWorld(model);
    model.behaviour = { status: 429 };
    await place.write();
    expect(await monthOf(place)).toMatchObject({ calls: 1, failures: 1, inputTokens: 0, outputTokens: 0, cost: 0 });
  });

  it('never exceeds the cap: the summary by rules names the reason', async () => {
    const place = await generatedSummaryWorld(model, { monthlyCap: 0 });
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'CAP' });
    await change(place, { monthlyCap: 0.0005 });
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'CAP' });
    expect(model.calls).toEqual([]);
    place.world.clock.advance({ minutes: 2 });
    await change(place, { monthlyCap: 1 });
    expect((await place.write()).state).toBe('READY');
    expect((await place.read()).sentences.length).toBeGreaterThan(1);
  });

  it('begins at zero with each month', async () => {
    const place = await generatedSummaryWorld(model, { monthlyCap: 0.002 });
    await place.write();
    await inOrg(place.world.store, place.world.orgId).touch(textModelMonth, { month: '202611' }, { cost: 2000 });
    expect((await place.write('ann', 'de')).reason).toBe('CAP');
    place.world.clock.set('2026-12-01T00:00:01Z');
    expect((await place.read('ann', 'de')).state).toBe('NEEDED');
  });
});

describe('five failures in a row', () => {
  it('pause all calls of the organisation, until the pause is over or a test succeeds', async () => {
    const place = await generatedSummaryWorld(model);
    model.behaviour = { status: 400 };
    for (const locale of ['en', 'de', 'fr', 'es', 'ja']) {
      await place.write('ann', locale);
      place.world.clock.advance({ minutes: 70 });
    }
    place.world.clock.advance({ minutes: -60 });
    expect(model.calls).toHaveLength(5);
    expect(await place.write('ann', 'ar')).toMatchObject({ state: 'RULES', reason: 'PAUSED' });
    expect(model.calls).toHaveLength(5);
    place.world.clock.advance({ minutes: 70 });
    model.behaviour = quoteEach;
    expect((await place.write()).state).toBe('READY');
    expect((await monthOf(place))?.pausedUntil ?? null).toBeNull();
  });
});
