import { writeGeneratedSummary } from '../../../bot/src/services/generatedSummaries/getOrStartSummary.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { startTextModelForTests } from '../../support/fakes/localTextModel.ts';
import type { LocalTextModel } from '../../support/fakes/localTextModel.ts';
import { friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { generatedSummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';
import type { SummaryWorld } from '../../support/worlds/generatedSummaryWorld.ts';

// An instance writes four summaries at a time, so a summary can wait longer than its claim lasts (three minutes).

let model: LocalTextModel;
startTextModelForTests((started) => {
  model = started;
});

/** Lets the work of this instance wait. Returns the function that does it. */
const delayWork = ({ deps }: SummaryWorld): (() => Promise<void>) => {
  const tasks: (() => Promise<void>)[] = [];
  Object.assign(deps.summaryWork, { start: (task: () => Promise<void>) => tasks.push(task) > 0 });
  return async () => {
    for (const task of tasks.splice(0)) await task();
  };
};

describe('a summary that waited longer than its claim lasts', () => {
  it('is requested from the text model once, although readers ask for it again', async () => {
    const place = await generatedSummaryWorld(model);
    const doWork = delayWork(place);
    for (let times = 0; times < 4; times += 1) {
      expect((await place.start()).state).toBe('WRITING');
      place.world.clock.advance({ minutes: 4 });
    }
    await doWork();
    expect(model.calls).toHaveLength(1);
    expect((await place.read()).state).toBe('READY');
    expect(place.world.log.errors).toEqual([]);
  });

  it('is not requested if another instance wrote it meanwhile', async () => {
    const place = await generatedSummaryWorld(model);
    const doWork = delayWork(place);
    await place.start();
    place.world.clock.advance({ minutes: 4 });
    const second = place.another();
    const key = { teamId: place.world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await writeGeneratedSummary(second, place.world.actor('bob'), key);
    await second.summaryWork.settled();
    await doWork();
    expect(model.calls).toHaveLength(1);
    expect((await place.read()).state).toBe('READY');
  });

  it('is claimed again while it is written', async () => {
    const place = await generatedSummaryWorld(model);
    const doWork = delayWork(place);
    await place.start();
    place.world.clock.advance({ minutes: 4 });
    const states: string[] = [];
    const { complete } = place.deps.textModel;
    Object.assign(place.deps.textModel, {
      complete: async (...args: Parameters<typeof complete>) => {
        states.push((await place.read('bob')).state);
        return complete(...args);
      },
    });
    await doWork();
    expect(states).toEqual(['WRITING']);
  });
});
