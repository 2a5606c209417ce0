import type { NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { setOrgState } from '../../support/worlds/setOrganisationState.ts';
import { promptsTo, runOf, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const startNotice = async (world: World) => {
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  return modelIn<NoticeModel>(
    await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null }),
  );
};

describe('an organisation that is not active', () => {
  it.each(['DEACTIVATED', 'DELETING'] as const)(
    'sends no prompts and cannot be started while it is %s',
    async (state) => {
      const world = await aWorld({ people: ['ann'] });
      await world.meeting({ isReminderEnabled: false });
      await setOrgState(world, state);
      await world.runUntil('2026-11-20T10:05:00Z', 300);
      expect(story(world)).toEqual([]);
      expect(await runOf(world)).toBeUndefined();
      expect((await startNotice(world)).title).toEqual({ key: 'help.DEACTIVATED' });
      expect(await runOf(world)).toBeUndefined();
    },
  );

  it('still asks late, within the hour, when it is switched on again', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    await setOrgState(world, 'DEACTIVATED');
    await world.runUntil('2026-11-20T09:30:00Z', 300);
    await setOrgState(world, 'ACTIVE');
    await world.runUntil('2026-11-20T09:31:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:30 ann']);
  });
});
