// Runs the product with its largest organisation in a separate process. The parent process asks for the request of a
// route, sends this request, and reads how long the event loop was blocked.
import '../engine/disableJestHooks.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { sealKey } from '../../../bot/src/services/generatedSummaries/textModelTargetAndKey.ts';
import { textModel } from '../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { anOrgId, aTextModel } from '../../support/data/idDateAndRecordBuilders.ts';
import { teamsUserIdOf, channelThread, oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { startPermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import type { Cell } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import { emailOf } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';
import type { FromServer, ToServer } from './largestOrganisationServerMessages.ts';
import { watchLoop } from './eventLoopWatch.ts';
import { largestInputs, usualRequest } from './largestInputs.ts';
import { fillTeam, largeMeeting, names } from './largestOrganisation.ts';

const loop = watchLoop();

const sendToParent = (message: FromServer): void => {
  process.send?.(message);
};

const world = await startPermissionWorld();
const { app, places } = world;
await fillTeam(app.services.store as SqliteStore);
// The host of the model does not exist, so each call fails at once.
const endpoint = 'https://models.invalid/v1';
const orgId = anOrgId('contoso');
const model = aTextModel({ endpoint, sealedKey: sealKey(app.services, orgId, endpoint, 'key') });
await inOrg(app.services.store, orgId).touch(textModel, undefined, model);
const threadId = channelThread('platform');
app.connector.setMembers(
  threadId,
  names.map((name) => ({
    ...{ id: teamsUserIdOf(name), aadObjectId: oidOf(name), name, email: emailOf(name), tenantId: 'tenant-contoso' },
  })),
);
const cell: Cell = { caller: 'admin', name: 'own', place: { ...places.own, meetingId: largeMeeting.id } };
const asSuperadmin = new Set(['GET /api/org/list', 'POST /api/payment/paid/{orgId}/{month}']);

const prepare = async (name: string): Promise<FromServer> => {
  const who: Person = asSuperadmin.has(name) ? 'gus' : 'ann';
  // Creates the token first, because some requests need an old sign-in and move the clock for it.
  const token = await app.token(who);
  const make = largestInputs[name];
  const request = await (make === undefined ? usualRequest(name, world, cell) : make(world, cell));
  return { kind: 'request', request, token };
};

const answer = async (message: ToServer): Promise<FromServer> => {
  switch (message.kind) {
    case 'prepare':
      // Moves the clock by a minute between calls, so that rate limits do not reject them.
      app.clock.advance({ minutes: 1 });
      return prepare(message.name);
    case 'begin':
      loop.reset();
      return { kind: 'begun' };
    case 'end':
      return { kind: 'delay', ...(await loop.longest()) };
  }
};

process.on('message', (message: ToServer) => {
  answer(message).then(sendToParent, (error: unknown) => {
    sendToParent({ kind: 'failed', message: String(error) });
  });
});
sendToParent({
  kind: 'ready',
  port: app.port,
  names: app.routes.map(({ name }) => name),
  token: await app.token('zoe'),
});
