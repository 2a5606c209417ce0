import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import { routeCalls, sent } from '../../support/apps/permissionCallOfEachRoute.ts';
import type { RouteCall } from '../../support/apps/permissionRouteCallBuilders.ts';
import {
  ask,
  callers,
  expected,
  personOf,
  placeNames,
  startPermissionWorld,
} from '../../support/apps/permissionWorldAndExpectedResults.ts';
import type { Caller, Cell, PermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { requestOf } from '../../support/apps/testApp.ts';

// Tests every route over HTTP on the composed product, for each caller and each place of the object in the call, such
// as another team. The expected outcome comes from the permission table of the contracts, never from the services.

let world: PermissionWorld;
beforeAll(async () => {
  world = await startPermissionWorld();
});
afterAll(() => world.app.stop());

const access = new Map<string, string>();
const found = (): Map<string, string> => {
  for (const route of world.app.routes) access.set(route.name, route.access);
  return access;
};

interface Result {
  readonly cell: Cell;
  readonly is: string;
  readonly must: string;
}

const mustBe = (routeCall: RouteCall, cell: Cell): string => {
  const rule = found().get(routeCall.name) ?? 'anyone';
  if (rule !== 'anyone') return expected(rule as Permission, routeCall, cell);
  return routeCall.open === null ? routeCall.allowed : routeCall.open(cell);
};

const cells = (): Cell[] =>
  callers.flatMap((caller) => placeNames.map((name) => ({ caller, name, place: world.places[name] })));

const requestFor = async (routeCall: RouteCall, cell: Cell) => {
  if (routeCall.endpoint !== null) return requestOf(routeCall.endpoint, await sent(routeCall, cell, world));
  const [method = 'GET', target = '/'] = routeCall.name.split(' ');
  return { method, target };
};

const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'];

const run = async (routeCall: RouteCall, cell: Cell): Promise<Result & { text: string; hasWritten: boolean }> => {
  const { app } = world;
  const who = personOf(cell.caller);
  const token = who === null ? null : await app.token(who);
  const request = await requestFor(routeCall, cell);
  const must = mustBe(routeCall, cell);
  const isRefusal = routeCall.endpoint?.access !== 'anyone' && refusals.includes(must);
  // Sends the emails of earlier calls first, so that they do not count as writes of this call.
  if (isRefusal) await app.beat();
  const before = isRefusal ? await app.dump() : [];
  const { outcome, text } = await ask(app.port, token, request);
  const after = isRefusal ? await app.dump() : before;
  // `dump` returns the same list if nothing was committed in between.
  const hasWritten = after !== before && withoutSignInRows(before).join() !== withoutSignInRows(after).join();
  return { cell, is: outcome, must, text, hasWritten };
};

const signs: Readonly<Record<string, string>> = { UNAUTHENTICATED: '1', FORBIDDEN: '3', NOT_FOUND: '4' };
const lines: string[] = [];
let count = 0;
let wrong = 0;

const lineOf = (routeCall: RouteCall, results: readonly Result[]): string => {
  const of = (caller: Caller): string =>
    results
      .filter(({ cell }) => cell.caller === caller)
      .map(({ is, must }) => (is === must ? (signs[is] ?? '+') : '!'))
      .join('');
  return `${routeCall.name.padEnd(76)} ${callers.map(of).join('  ')}`;
};

/** Matches texts that only people of the other organisation may read. */
const foreign = /fabrikam|zoe@|"Zoe"|"Mars"/i;

it('covers exactly the existing routes', () => {
  expect([...found().keys()].sort()).toEqual(routeCalls.map((routeCall) => routeCall.name).sort());
});

it.each(routeCalls.map((routeCall) => [routeCall.name, routeCall] as const))('%s', async (_name, routeCall) => {
  const results: Awaited<ReturnType<typeof run>>[] = [];
  for (const cell of cells()) results.push(await run(routeCall, cell));
  lines.push(lineOf(routeCall, results));
  count += results.length;
  wrong += results.filter(({ is, must }) => is !== must).length;
  const describeResult = ({ cell: { caller, name }, is, must }: Result) => `${caller}, ${name}: ${is}, must be ${must}`;
  expect(results.filter(({ is, must }) => is !== must).map(describeResult)).toEqual([]);
  expect(results.filter((result) => result.hasWritten).map(describeResult)).toEqual([]);
  const strangers = results.filter(({ cell }) => cell.caller !== 'superadmin');
  expect(strangers.filter(({ text }) => foreign.test(text)).map(describeResult)).toEqual([]);
});

it('prints the matrix', () => {
  const head = `${'(own, other team, other organisation, missing)'.padEnd(76)} ${callers.map((caller) => caller.slice(0, 4)).join('  ')}`;
  const legend = '+ allowed  1 sign in  3 forbidden  4 not found  ! wrong';
  process.stdout.write(`${[legend, head, ...lines, `${count} cells, ${wrong} wrong`].join('\n')}\n`);
  expect([count, wrong]).toEqual([routeCalls.length * callers.length * placeNames.length, 0]);
});
