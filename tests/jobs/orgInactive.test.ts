import type { NoticeModel } from '../../bot/src/services/presenter.ts';
import { start } from '../../bot/src/services/starts.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { org } from '../../bot/src/store/kinds/org.ts';
import { anInstant, aZone } from '../support/builders.ts';
import { modelIn } from '../support/fakePresenter.ts';
import { promptsTo, runOf, story } from '../support/runs.ts';
import { aWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const setState = async (world: World, state: 'ACTIVE' | 'DEACTIVATED' | 'DELETING') => {
  const at = anInstant('2026-11-01T08:00:00Z');
  // Whoever pays, or need not yet.
  const later = anInstant('2027-01-01T08:00:00Z');
  const settings = { requireSecondFactor: false, microsoftOnly: false, isAutomatic: true };
  const row = { orgId: world.orgId, name: 'Contoso', state, trialEndsAt: later, createdOn: at, ...settings };
  await inOrg(world.store, world.orgId).touch(org, undefined, row);
};

const say = async (world: World) => {
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  return modelIn<NoticeModel>(await start(world.starting, world.actor('ann'), reader, { query: '', thread: null }));
};

describe('an organisation that is switched off', () => {
  it.each(['DEACTIVATED', 'DELETING'] as const)('asks nobody and cannot be started while it is %s', async (state) => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    await setState(world, state);
    await world.runUntil('2026-11-20T10:05:00Z', 300);
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toBeUndefined();
    expect((await say(world)).lines).toEqual([{ key: 'start.orgInactiveLine' }]);
    expect(await runOf(world)).toBeUndefined();
  });

  it('still asks late, within the hour, when it is switched on again', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false });
    await setState(world, 'DEACTIVATED');
    await world.runUntil('2026-11-20T09:30:00Z', 300);
    await setState(world, 'ACTIVE');
    await world.runUntil('2026-11-20T09:31:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:30 ann']);
  });
});
