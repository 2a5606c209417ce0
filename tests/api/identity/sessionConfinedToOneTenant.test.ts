import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { switchOrganisation } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { changePassword } from '#contracts/registration/changePassword.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { totpBegin, totpConfirm, totpDisable } from '#contracts/identity/secondFactorCalls.ts';
import { deleteTask } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { deleteTemplate, renameTemplate } from '#contracts/meetings/templateCalls.ts';
import { updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import { joinOrganisation } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMeetingId, anOrgId, aTemplateId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { routeCalls, sent } from '../../support/apps/permissionCallOfEachRoute.ts';
import type { RouteCall } from '../../support/apps/permissionRouteCallBuilders.ts';
import { ask, startPermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import type { PermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import { passwordOf, requestOf } from '../../support/apps/testApp.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';

// Ann belongs to two organisations, and her session comes from a sign-in with the Microsoft account of one tenant. It
// calls every route, and must change neither her account nor the other organisation.

const here = anOrgId('contoso');
const elsewhere = anOrgId('fabrikam');
const ann = aUserId('ann');

let world: PermissionWorld;
beforeAll(async () => {
  world = await startPermissionWorld();
  await joinOrganisation(world.app.services, ann, { orgId: elsewhere, memberId: null, role: 'user' });
  await outside(world.app.services.store).touch(profile, { userId: ann }, { lastOrgId: elsewhere });
});
afterAll(() => world.app.stop());

/** True for rows of one session, and for rows of the account that concern one organisation only. */
const isOfOneOrg = (rk: string, orgId: OrgId): boolean => rk.startsWith('fam|') || rk === 'net' || rk.includes(orgId);

/** Returns the rows of Ann's account and of her other organisation, with their versions. */
const protectedRows = async (): Promise<string[]> => {
  const { admin } = world.app.services.store as SqliteStore;
  const matches: string[] = [];
  for (const table of tables)
    for (const { pk, rk, etag } of await rowsOf(admin, table)) {
      const isAccount = pk === `u:${ann}` && !isOfOneOrg(rk, here);
      if (isAccount || pk.includes(elsewhere)) matches.push(`${table} ${pk} ${rk} ${String(etag)}`);
    }
  return matches.sort();
};

const password = passwordOf('ann');
/** Inputs by endpoint that would change the account if the call were allowed. */
const inputs = new Map<unknown, object>([
  [updateProfile, { firstName: 'Renamed', lastName: 'Everywhere' }],
  [memberPreferences, { language: 'ja' }],
  [switchOrganisation, { orgId: here }],
  [
    changePassword,
    { oldPassword: password, newPassword: 'four words that fit', passwordConfirmation: 'four words that fit' },
  ],
  [totpBegin, { password }],
  [totpConfirm, { code: '000000' }],
  [totpDisable, { password, code: '000000' }],
  // The shared inputs use a sign-in to the other organisation, so these calls have inputs of their own.
  [renameTemplate, { templateId: aTemplateId('nowhere'), name: 'Renamed' }],
  [deleteTemplate, { templateId: aTemplateId('nowhere') }],
  [deleteTask, { meetingId: aMeetingId('none'), id: `20261120-${'0'.repeat(26)}` }],
]);

const callAs = async (routeCall: RouteCall, confinedTo: OrgId | null) => {
  const { app, places } = world;
  const sessionEpoch = (await outside(app.services.store).get(profile, { userId: ann }))?.value.sessionEpoch ?? 1;
  const subject = { userId: ann, orgId: here, sessionEpoch, method: 'TEAMS', confinedTo } as const;
  const token = await tokenFor(app.services, subject);
  const cell = { caller: 'admin', name: 'own', place: places.own } as const;
  if (routeCall.endpoint === null) {
    const [method = 'GET', target = '/'] = routeCall.name.split(' ');
    return ask(app.port, token, { method, target });
  }
  const input = inputs.get(routeCall.endpoint) ?? (await sent(routeCall, cell, world));
  return ask(app.port, token, requestOf(routeCall.endpoint, input));
};

it.each(routeCalls.map((routeCall) => [routeCall.name, routeCall] as const))(
  '%s changes nothing outside the organisation whose tenant confirms the session',
  async (_name, routeCall) => {
    await world.app.beat();
    const before = await protectedRows();
    await callAs(routeCall, here);
    await world.app.beat();
    expect(await protectedRows()).toEqual(before);
  },
);

it('rejects calls on the whole account with a text that gives the reason', async () => {
  const refused: string[] = [];
  for (const routeCall of routeCalls) {
    const { text } = await callAs(routeCall, here);
    // The calls try to change Ann's language, so the refusal may be in English or in Japanese.
    if (['en', 'ja'].some((language) => text.includes(translateFor(language)('org.confinedAccount'))))
      refused.push(routeCall.name);
  }
  expect(refused).toEqual([
    'POST /api/user/changePassword',
    'POST /api/auth/totp/begin',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/totp/disable',
    'POST /api/member/join',
    'POST /api/user/profileupdate',
    'POST /api/user/signinmethods/remove',
  ]);
});

it('sets the language for that organisation only', async () => {
  const { app } = world;
  const { services } = app;
  const language = async (confinedTo: OrgId | null) => {
    const token = await tokenFor(services, { userId: ann, orgId: here, method: 'TEAMS', confinedTo });
    return (await authenticate(services, token))?.locale;
  };
  const token = await tokenFor(services, { userId: ann, orgId: here, method: 'TEAMS', confinedTo: here });
  const { text } = await ask(app.port, token, requestOf(memberPreferences, { language: 'ja' }));
  expect(JSON.parse(text)).toMatchObject({ data: { language: 'ja' } });
  expect([await language(here), await language(null)]).toEqual(['ja', 'en']);
});
