import { digestOf } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { issueSecret } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { exchangeMicrosoftCode } from '../../../bot/src/services/microsoftAccounts/microsoftWebSignIn.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { removeSignInMethod } from '../../../bot/src/services/microsoftAccounts/listAndRemoveSignInMethods.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { ann, joinWorld, zoe } from '../../support/apps/microsoftJoinWorld.ts';
import type { JoinWorld } from '../../support/apps/microsoftJoinWorld.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

// Tests that a linked Microsoft account loses its access to the other account when it is unlinked, even if it signs in
// at the same time. One of the two calls runs before a store call of the other call.

const browser = 'b'.repeat(43);

/**
 * Links Ann's Microsoft account to Zoe's account. Returns the unlinking and the sign-in as two functions that take the
 * store that they use.
 */
const racers = async (world: JoinWorld) => {
  const token = await world.tokenOf();
  await world.join(ann, token);
  const owner = await world.actorOf(token);
  const { memberId } = (await world.app.memberOf(ann)).pointer;
  // The code with which the browser gets its session after the sign-in at Microsoft.
  const code = await issueSecret(world.deps, {
    ...{ kind: 'SIGN_IN', subject: 'browser', lifeMs: 60_000 },
    payload: { browser: digestOf(browser), tid: ann.tid, oid: ann.oid, joins: '', session: '' },
  });
  const caller = { browser, actor: () => Promise.resolve(undefined) };
  return {
    remove: async (store: TableStore): Promise<void> => {
      await removeSignInMethod({ ...world.deps, store }, owner, { memberId });
    },
    /**
     * Signs Ann in. Returns a function that returns the account of the new session; undefined if the sign-in was
     * rejected.
     */
    signIn: async (store: TableStore) => {
      const session = await exchangeMicrosoftCode({ ...world.app.deps, store }, { code }, caller).catch(
        () => undefined,
      );
      return async () => {
        if (session === undefined || !('token' in session)) return undefined;
        return (await authenticate(world.app.deps, session.token))?.userId;
      };
    },
  };
};

type Racers = Awaited<ReturnType<typeof racers>>;
type Owner = Awaited<ReturnType<Racers['signIn']>>;

/**
 * Runs one call before a store call of the other call, for every seventh store call (`callsBetweenFaults`). Returns the
 * orders in which Ann still gets a session of Zoe's account.
 */
const raceAtEveryCall = async (
  race: (
    calls: Racers,
    hooked: TableStore,
    store: TableStore,
    onHook: (work: () => Promise<void>) => void,
  ) => Promise<Owner>,
) => {
  const open: string[] = [];
  let index = 1;
  for (let isDone = false; !isDone; index += callsBetweenFaults) {
    const world = await joinWorld();
    const calls = await racers(world);
    const hooked = createHookedStore(world.store);
    const hook = { hasRun: false };
    const owner = await race(calls, hooked, world.store, (work) => {
      hooked.before(index, async () => {
        await work();
        hook.hasRun = true;
      });
    });
    isDone = !hook.hasRun;
    if (hook.hasRun && (await owner()) === zoe) open.push(`session ${index}`);
    if (hook.hasRun && (await world.userIn(await world.signInAs(ann))) === zoe) open.push(`next sign-in ${index}`);
    await world.app.close();
  }
  return { hookedCalls: index, open };
};

it('opens no session of the account after a removal during a sign-in', async () => {
  const { hookedCalls, open } = await raceAtEveryCall((calls, hooked, store, onHook) => {
    onHook(() => calls.remove(store));
    return calls.signIn(hooked);
  });
  expect(hookedCalls).toBeGreaterThan(15);
  expect(open).toEqual([]);
});

it('opens no session of the account after a sign-in during a removal', async () => {
  const { hookedCalls, open } = await raceAtEveryCall(async (calls, hooked, store, onHook) => {
    let owner: Owner = () => Promise.resolve(undefined);
    onHook(async () => {
      owner = await calls.signIn(store);
    });
    await calls.remove(hooked);
    return () => owner();
  });
  expect(hookedCalls).toBeGreaterThan(15);
  expect(open).toEqual([]);
});
