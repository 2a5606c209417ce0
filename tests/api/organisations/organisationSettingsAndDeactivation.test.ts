import { getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import {
  activateOrg,
  getOrg,
  listOrgs,
  orgAudit,
  orgSettings,
  updateOrg,
} from '#contracts/organisations/organisationCalls.ts';
import { getOrgOfMember } from '#contracts/people/getOrgOfMember.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { saveSettings } from '../../../bot/src/services/organisations/listAndChangeOrganisations.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aUserId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, useTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

const start = appPerTest();

/** Leaves out the entries about new accounts, because every test app creates accounts. */
const since = <T extends { readonly text: string }>(items: readonly T[]): T[] =>
  items.filter((item) => !item.text.endsWith('now has an account.'));

const orgTexts = async (app: TestApp): Promise<string[]> =>
  since((await app.get('ann', orgAudit, {})).items.filter((item) => item.teamId === null)).map((item) => item.text);

const saveDaily = (app: TestApp) =>
  app.get('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann'), aMemberId('bob')] }));

describe('the organisation', () => {
  const app = useTestApp();

  it('is shown to everyone in it', async () => {
    expect(await app().get('bob', getOrg, {})).toEqual({
      ...{ id: anOrgId(), name: 'Contoso', isActive: true, isConnected: true, createdOn: '2026-11-01T09:00:00.000Z' },
      ...{ retentionDays: null, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [], maySkip: true },
    });
  });

  it('is listed with the role one has in it, and with the others one is in', async () => {
    expect(await app().get('bob', listOrgs, {})).toEqual({
      items: [{ id: anOrgId(), name: 'Contoso', state: 'ACTIVE', role: 'user' }],
      next: null,
    });
    const existing = { userId: aUserId('cy'), orgId: anOrgId('fabrikam'), memberId: null };
    await outside(app().services.store).insert(membership, existing, existing);
    // After a removal, the row of kind `membership` can remain for a moment without its `orgUser` row. The list must
    // already leave out the organisation.
    expect((await app().get('cy', listOrgs, {})).items).toHaveLength(1);
    await inOrg(app().services.store, anOrgId('fabrikam')).insert(orgUser, existing, { ...existing, role: 'admin' });
    expect((await app().get('cy', listOrgs, {})).items.map((item) => [item.name, item.role])).toEqual([
      ['Contoso', 'user'],
      ['Fabrikam', 'admin'],
    ]);
  });

  it('the organisation of a member is returned only to people who may see the member', async () => {
    const ask = (who: 'bob' | 'ann' | 'gus', name: string) =>
      app().ask(who, getOrgOfMember, { memberId: aMemberId(name) });
    for (const name of ['bob', 'cy'])
      expect((await ask('bob', name)).envelope.data).toEqual({ id: anOrgId(), name: 'Contoso', isActive: true });
    expect((await ask('gus', 'sam')).status).toBe(200);
    for (const [who, name] of [
      ['bob', 'sam'],
      ['bob', 'zoe'],
      ['bob', 'nobody'],
      ['ann', 'zoe'],
    ] as const)
      expect((await ask(who, name)).envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
  });

  it('is renamed by admins, everywhere and once', async () => {
    expect((await app().ask('bob', updateOrg, { name: 'Mine' })).status).toBe(403);
    expect((await app().ask('ann', updateOrg, { name: ' \u200b ' })).envelope.message).toBe('Name is required');
    expect(await app().get('ann', updateOrg, { name: ' Contoso Ltd ' })).toMatchObject({ name: 'Contoso Ltd' });
    const index = await outside(app().services.store).get(orgIndex, { orgId: anOrgId() });
    expect(index?.value.name).toBe('Contoso Ltd');
    const before = withoutSignInRows(await app().dump());
    await app().get('ann', updateOrg, { name: 'Contoso Ltd' });
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    expect(await orgTexts(app())).toEqual(['Renamed the organization from Contoso to Contoso Ltd.']);
  });

  it('another organisation is not found, whichever id an admin names', async () => {
    const before = withoutSignInRows(await app().dump());
    for (const orgId of [anOrgId('fabrikam'), anOrgId('nowhere')]) {
      const replies = [
        await app().ask('ann', updateOrg, { name: 'Mine', orgId }),
        await app().ask('ann', activateOrg, { isActive: false, orgId }),
        await app().ask('ann', orgSettings, { retentionDays: 30, orgId }),
        await app().ask('ann', orgAudit, { orgId }),
      ];
      for (const { envelope } of replies) expect(envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
    }
    expect(withoutSignInRows(await app().dump())).toEqual(before);
  });

  it('keeps its settings and logs each change, and a missing field stays unchanged', async () => {
    await app().get('ann', orgSettings, { retentionDays: 365, requireSecondFactor: true });
    const microsoft = { ...app().services, entra: {} };
    const ann = anActor('ann', { role: 'admin' });
    expect(await saveSettings(microsoft, ann, { microsoftOnly: true })).toMatchObject({
      ...{ retentionDays: 365, requireSecondFactor: true, microsoftOnly: true },
    });
    await app().get('ann', orgSettings, { retentionDays: null, requireSecondFactor: false, microsoftOnly: false });
    expect((await orgTexts(app())).filter((orgText) => !orgText.startsWith('Renamed')).sort()).toEqual([
      'A second factor is no longer required.',
      'A second factor is now required.',
      'Answers are deleted after 365 days.',
      'Answers are kept for good.',
      'Only Microsoft sign-in is allowed now.',
      'Sign-in with a password is allowed again.',
    ]);
    for (const retentionDays of [0, 29, 3651, 30.5])
      expect((await app().ask('ann', orgSettings, { retentionDays })).envelope.message).toBe(
        'Please enter 30 to 3,650 days.',
      );
  });

  it('cannot lock itself out: Microsoft sign-in only requires a configured server and an admin who uses it', async () => {
    const requireMicrosoft = (deps: Parameters<typeof saveSettings>[0]) =>
      saveSettings(deps, anActor('ann', { role: 'admin' }), { microsoftOnly: true });
    await expect(requireMicrosoft(app().services)).rejects.toMatchObject({
      details: { message: 'org.microsoftNotSetUp' },
    });
    const { store } = app().services;
    const members = ['ann', 'eve'].map((name) => ({ memberId: aMemberId(name) }));
    for (const key of members) await inOrg(store, anOrgId()).touch(orgMember, key, { role: 'user' });
    await expect(requireMicrosoft({ ...app().services, entra: {} })).rejects.toMatchObject({
      details: { message: 'org.microsoftNeedsAdmin' },
    });
    for (const key of members) await inOrg(store, anOrgId()).touch(orgMember, key, { role: 'admin' });
    expect(await app().get('bob', getOrg, {})).toMatchObject({ microsoftOnly: false });
  });

  it('does not lock itself out: Microsoft sign-in only needs a tenant', async () => {
    const records = inOrg(app().services.store, anOrgId('fabrikam'));
    const row = await records.get(org, undefined);
    if (row === undefined) throw new Error('There is no organisation');
    await records.replace(org, undefined, { ...row.value, tid: null }, row.etag);
    const { status, envelope } = await app().ask('zoe', orgSettings, { microsoftOnly: true });
    expect([status, envelope.message]).toEqual([
      400,
      'Connect the organization with Microsoft Teams first. Otherwise nobody could sign in.',
    ]);
  });
});

describe('a deactivated organisation', () => {
  const app = useTestApp();
  const prompts = () => app().connector.of('send', 'create').length;

  it('sends no prompts: open runs are cancelled, later ones skipped, and all of them stay readable', async () => {
    const meeting = await saveDaily(app());
    await app().beatAt('2026-11-20T09:00:00Z');
    const asked = prompts();
    expect(asked).toBeGreaterThan(0);
    expect((await app().ask('bob', activateOrg, { isActive: false })).status).toBe(403);
    expect(await app().get('ann', activateOrg, { isActive: false })).toMatchObject({ isActive: false });
    const report = await app().get('bob', getReport, { teamId: aTeamId(), date: aDate('2026-11-20') });
    expect(report.reports[0]).toMatchObject({ state: 'CANCELLED', reason: 'DEACTIVATED' });
    expect(await app().get('bob', getMeeting, { meetingId: meeting.id })).toMatchObject({ name: meeting.name });
    app().connector.forget();
    // One minute after the opening of Monday's run, which is still within the time in which its prompts could be sent.
    await app().beatAt('2026-11-23T10:01:00Z');
    expect(prompts()).toBe(0);
    const index = await outside(app().services.store).get(orgIndex, { orgId: anOrgId() });
    expect(index?.value.state).toBe('DEACTIVATED');
  });

  it('deactivated again changes nothing', async () => {
    const before = withoutSignInRows(await app().dump());
    await app().get('ann', activateOrg, { isActive: false });
    expect(withoutSignInRows(await app().dump())).toEqual(before);
  });

  it('asks again from its next run on, once it is activated', async () => {
    await app().get('ann', activateOrg, { isActive: true });
    expect((await orgTexts(app())).slice(0, 2)).toEqual([
      'Activated the organization.',
      'Deactivated the organization. Its reports send no questions until it is activated again.',
    ]);
    await app().beatAt('2026-11-23T12:00:00Z');
    expect(prompts()).toBe(0);
    await app().beatAt('2026-11-24T09:00:00Z');
    expect(prompts()).toBeGreaterThan(0);
  });

  it('cannot be brought back from its deletion so', async () => {
    const records = inOrg(app().services.store, anOrgId('fabrikam'));
    const token = await app().token('zoe');
    expect(token).not.toBe('');
    await records.touch(org, undefined, { state: 'DELETING' });
    expect((await app().ask('zoe', activateOrg, { isActive: true })).status).toBe(401);
    expect((await records.get(org, undefined))?.value.state).toBe('DELETING');
  });
});

describe('a superadmin', () => {
  it('finds every organisation and manages the one they name, and no more than that', async () => {
    const app = await start(undefined, { SUPERADMINS: emailOf('gus') });
    const { items } = await app.get('gus', listOrgs, {});
    expect(items.map((item) => item.name).sort()).toEqual(['Contoso', 'Fabrikam']);
    const [first, second] = items;
    expect(await app.get('gus', listOrgs, { cursor: second?.id ?? '' })).toEqual({ items: [second], next: null });
    expect((await app.get('gus', listOrgs, { cursor: first?.id ?? '' })).items).toEqual(items);
    expect((await app.ask('gus', listOrgs, { cursor: 'x' })).status).toBe(400);
    const orgId = anOrgId('fabrikam');
    expect(await app.get('gus', activateOrg, { isActive: false, orgId })).toMatchObject({ id: orgId, isActive: false });
    expect(since((await app.get('gus', orgAudit, { orgId })).items).map((item) => item.text)).toEqual([
      'Deactivated the organization. Its reports send no questions until it is activated again.',
    ]);
    expect((await app.ask('gus', updateOrg, { name: 'X', orgId: anOrgId('nowhere') })).status).toBe(404);
    expect((await app.ask('gus', saveMeeting, aMeetingDraft())).status).toBe(403);
  });
});
