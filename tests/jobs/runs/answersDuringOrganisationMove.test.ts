import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { placeTimes } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { cardInputs, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld, fakeSleep } from '../../support/worlds/teamWorldWithEngine.ts';

it('rejects a card press during the fence of a move as unavailable, and stores the repeated press once', async () => {
  // The clock of the storage accounts is ahead of the world's clock, so the leases of the world's engine have expired
  // for the move.
  const stores = await openPlacedStores(fakeClock('2026-11-20T12:00:00Z'));
  const world = await aWorld({ store: stores.instance() });
  await world.meeting();
  await world.runUntil('2026-11-20T09:01:00Z');
  const asked = world.messenger.calls.find(({ to, message }) => to === 'ann' && shows(message) === 'ask');
  if (asked === undefined) throw new Error('Ann was not asked.');
  const { data } = modelIn<{ data: object }>(asked.message);
  const press = () =>
    cardAction(world.answering, world.sender('ann'), {
      verb: 'submit',
      data: { ...data, ...cardInputs() },
      pressed: asked.activityId,
    });
  let presses = 0;
  let fencedAt: number | undefined;
  const sleep = fakeSleep(stores.clock);
  await moveOrganisation(
    {
      ...{ main: stores.main, clock: stores.clock, owner: 'mover', print: () => undefined },
      accounts: new Map([
        ['main', stores.main],
        ['east', stores.east],
      ]),
      monotonic: () => stores.clock.now(),
      sleep: async (ms) => {
        await sleep(ms);
        const state = await outside(stores.main).get(placesState, undefined);
        if (state?.value.move?.phase !== 'FENCE') return;
        fencedAt ??= stores.clock.now() - ms;
        // An instance may still use the old account until its lease of the place has expired.
        if (stores.clock.now() < fencedAt + placeTimes.leaseMs) return;
        presses += 1;
        await expect(press()).rejects.toMatchObject({ name: 'StoreError', fault: 'UNAVAILABLE' });
      },
    },
    world.orgId,
    'east',
  );
  expect(presses).toBeGreaterThan(0);
  expect((await rowsOf(world)).answers).toHaveLength(0);
  expect(shows(await press())).toBe('answered');
  expect((await rowsOf(world)).answers).toHaveLength(1);
  expect(await stores.accountOf(world.orgId)).toBe('east');
  await world.verify();
  await stores.close();
});
