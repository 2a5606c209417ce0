import { writeGeneratedSummary } from '../../../bot/src/services/generatedSummaries/getOrStartSummary.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import type { TextModel } from '../../../bot/src/gateways/textModelPort.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { generatedSummary } from '../../../bot/src/store/kinds/generatedSummaries/generatedSummary.ts';
import { textModel, textModelMonth } from '../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId, aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import { startTextModelForTests } from '../../support/fakes/localTextModel.ts';
import type { LocalTextModel } from '../../support/fakes/localTextModel.ts';
import { refusingStore } from '../../support/store/storeRefusingWrites.ts';
import { answerAs, friday, question, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { generatedSummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';
import type { SummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';

let model: LocalTextModel;
startTextModelForTests((started) => {
  model = started;
});

const keyOf = ({ world }: SummaryWorld) => ({
  ...{ teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) },
});
const recordsOf = ({ world }: SummaryWorld) => inOrg(world.store, world.orgId);
const rowOf = async (place: SummaryWorld) => (await recordsOf(place).get(generatedSummary, keyOf(place)))?.value;
const turnOff = (place: SummaryWorld) => recordsOf(place).touch(textModel, undefined, { isOn: false });
const needKey = (place: SummaryWorld): void => {
  Object.assign(place.deps.textModel, { needsKey: () => true });
};

/** Keeps the summary tasks from starting. Returns the waiting tasks, which the test runs. */
const queued = ({ deps }: SummaryWorld): (() => Promise<void>)[] => {
  const tasks: (() => Promise<void>)[] = [];
  Object.assign(deps.summaryWork, { start: (task: () => Promise<void>) => tasks.push(task) > 0 });
  return tasks;
};

/** Runs `work` after each reply of the text model, before the product gets the reply. */
const duringCall = ({ deps }: SummaryWorld, work: () => Promise<unknown>): void => {
  const { complete } = deps.textModel;
  Object.assign(deps.textModel, {
    complete: async (...asked: Parameters<TextModel['complete']>) => {
      const reply = await complete(...asked);
      await work();
      return reply;
    },
  });
};

/** Returns the world's store, which fails every write of a summary while `isFailing` returns true. */
const failingSummaries = ({ world }: SummaryWorld, isFailing: () => boolean): TableStore =>
  refusingStore(world.store as TableStore & { admin: TableAdmin }, (rk) => rk.startsWith('Y|') && isFailing());

describe('a shown summary', () => {
  it('names the question of each source, and the time at which it was written', async () => {
    const place = await generatedSummaryWorld(model);
    const { sentences, writtenAt } = await place.write();
    const questions = new Set(sentences.flatMap(({ sources }) => sources.map((source) => source.question)));
    expect([...questions]).toEqual(['What did you get done?', 'What is planned?', 'Are you blocked?']);
    expect(writtenAt).toBe(toInstant(place.world.clock.now()));
  });

  it('by rules has the figures of the run', async () => {
    const place = await generatedSummaryWorld(model, {}, { ann: 'Alone' });
    const summary = await place.write();
    expect(summary.sentences).toEqual([{ text: expect.stringMatching(/^Answered 1\/3 · /) as string, sources: [] }]);
    expect(summary.writtenAt).toBeUndefined();
  });

  it('is in English for a reader whose language the product does not have', async () => {
    const place = await generatedSummaryWorld(model);
    await place.write('ann', 'en');
    expect((await place.read('bob', 'nl')).state).toBe('READY');
  });

  it('is off for an organisation that has never named a text model', async () => {
    const place = await generatedSummaryWorld(model);
    const row = await recordsOf(place).get(textModel, undefined);
    if (row === undefined) throw new Error('The world has a text model.');
    await recordsOf(place).delete(textModel, undefined, row.etag);
    expect([await place.read(), await place.write()]).toMatchObject([{ state: 'OFF' }, { state: 'OFF' }]);
  });

  it('is by rules without a key that the text model needs', async () => {
    const place = await generatedSummaryWorld(model);
    needKey(place);
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'KEY' });
    expect(model.calls).toEqual([]);
  });
});

describe('a summary that waits for its turn', () => {
  it.each<readonly [string, (place: SummaryWorld) => Promise<unknown>]>([
    ['an answer changed', ({ world }) => answerAs(world, 'ann', { change: { done: 'Another', plan: 'Continue' } })],
    ['an admin turned summaries off', turnOff],
  ])('is not written if %s meanwhile', async (_, change) => {
    const place = await generatedSummaryWorld(model);
    const tasks = queued(place);
    await place.start();
    await change(place);
    await tasks[0]?.();
    expect(model.calls).toEqual([]);
    expect(place.counted).toEqual(['generated_summaries_total changed']);
    expect(await rowOf(place)).toMatchObject({ claimedUntil: null, failure: null, summaries: [] });
  });

  it('fails if its key was removed meanwhile', async () => {
    const place = await generatedSummaryWorld(model);
    const tasks = queued(place);
    await place.start();
    needKey(place);
    await tasks[0]?.();
    expect(model.calls).toEqual([]);
    expect(place.counted).toEqual(['generated_summaries_total key']);
    expect((await rowOf(place))?.failure).toMatchObject({ reason: 'KEY', count: 1 });
  });
});

describe('the request to the text model', () => {
  it.each([
    ['en', '1,234.5'],
    ['de', '1.234,5'],
  ])('shows numbers as readers of the language %s see them', async (locale, shown) => {
    const place = await generatedSummaryWorld(model, {}, { ann: '1234.5', bob: '2' });
    const questions = (await runOf(place.world))?.questions ?? [];
    const number = aQuestion({ type: 'NUMBER', text: 'How many lines?' });
    await recordsOf(place).touch(runKind, keyOf(place), {
      questions: questions.map((item) => (item.id === question('done') ? number : item)),
    });
    await place.write('ann', locale);
    expect(model.calls[0]?.answers.map(({ answer }) => answer)).toContain(shown);
  });
});

describe('the reply of the text model', () => {
  it('of which too few sentences are true is replaced by rules, and not asked for again', async () => {
    model.behaviour = {
      sentences: ({ answers }) => [
        { text: `${answers[0]?.author ?? ''}: ${answers[0]?.answer ?? ''}`, ids: [answers[0]?.id] },
        { text: 'ann fixed 77 logins', ids: [answers[0]?.id] },
        { text: 'ann fixed 78 logins', ids: [answers[0]?.id] },
      ],
    };
    const place = await generatedSummaryWorld(model);
    const summary = await place.write();
    expect(summary).toMatchObject({ state: 'RULES', reason: 'TOO_FEW', dropped: 2 });
    expect(summary.sentences).toMatchObject([{ text: expect.stringMatching(/^Answered 3\/3/) as string }]);
    await place.write();
    expect(model.calls).toHaveLength(1);
    expect((await rowOf(place))?.summaries).toMatchObject([{ sentences: [], dropped: 2, reason: 'TOO_FEW' }]);
    expect(place.counted.filter((line) => line.startsWith('generated_'))).toEqual([
      'generated_summaries_total too_few',
      ...['generated_sentences_total kept', 'generated_sentences_total number', 'generated_sentences_total number'],
    ]);
    const month = await recordsOf(place).get(textModelMonth, { month: '202611' });
    expect(month?.value).toMatchObject({ kept: 1, dropped: 2, fallbacks: 1 });
  });

  it('that is no list of sentences is a failure', async () => {
    model.behaviour = { content: 'Here is your summary!' };
    const place = await generatedSummaryWorld(model);
    expect(await place.write()).toMatchObject({ state: 'RULES', reason: 'FAILED', sentences: [{ sources: [] }] });
    expect((await rowOf(place))?.failure).toMatchObject({ reason: 'UNUSABLE', count: 1 });
    expect(place.counted).toContain('generated_summaries_total unusable');
  });

  it('is discarded if an admin turned summaries off meanwhile', async () => {
    const place = await generatedSummaryWorld(model);
    duringCall(place, () => turnOff(place));
    await place.start();
    await place.deps.summaryWork.settled();
    expect(place.counted).toContain('generated_summaries_total changed');
    expect(await rowOf(place)).toMatchObject({ claimedUntil: null, failure: null, summaries: [] });
  });

  it('is discarded without an error if another instance has taken over', async () => {
    const place = await generatedSummaryWorld(model);
    const taken = toInstant(place.world.clock.now() + 999_000);
    duringCall(place, () => recordsOf(place).touch(generatedSummary, keyOf(place), { claimedUntil: taken }));
    await place.start();
    await place.deps.summaryWork.settled();
    expect(await rowOf(place)).toMatchObject({ claimedUntil: taken, summaries: [] });
    expect(place.world.log.errors).toEqual([]);
  });
});

describe('a store that fails', () => {
  it('at the start rejects the request', async () => {
    const place = await generatedSummaryWorld(model);
    const deps = { ...place.deps, store: failingSummaries(place, () => true) };
    await expect(writeGeneratedSummary(deps, place.world.actor('ann'), keyOf(place))).rejects.toMatchObject({
      fault: 'UNAVAILABLE',
    });
    expect(model.calls).toEqual([]);
  });

  it('at the end is logged, and the claim lapses', async () => {
    const place = await generatedSummaryWorld(model);
    const deps = { ...place.deps, store: failingSummaries(place, () => model.calls.length > 0) };
    await writeGeneratedSummary(deps, place.world.actor('ann'), keyOf(place));
    await deps.summaryWork.settled();
    expect(place.world.log.errors).toEqual(['generatedSummary.failed: The test refuses this write.']);
    expect((await place.read()).state).toBe('WRITING');
    place.world.clock.advance({ minutes: 4 });
    expect((await place.read()).state).toBe('NEEDED');
  });
});
