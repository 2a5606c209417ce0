import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { deleteOrg, eraseUser } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import {
  getOrg,
  orgAudit,
  orgConflict,
  orgSettings,
  saveLinkPatterns,
} from '#contracts/organisations/organisationCalls.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { inOrg, kind } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { emailOf, useTestApp } from '../../support/apps/testApp.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';

const start = appPerTest();

const jira = { prefix: 'ABC-', url: 'https://contoso.atlassian.net/browse/{key}' };
const gitHub = { prefix: '#', url: 'https://github.com/contoso/web/issues/{number}' };
const previousSchema = org.schema.omit({ linkPatterns: true });

describe('the link patterns of an organisation', () => {
  const app = useTestApp();
  const save = (who: 'ann' | 'bob' | 'zoe' | null, linkPatterns: readonly unknown[]) =>
    app().ask(who, saveLinkPatterns, { linkPatterns: [...linkPatterns] });

  it('are saved by admins, for all members, with the change in the log, and once', async () => {
    expect((await app().get('bob', getOrg, {})).linkPatterns).toEqual([]);
    expect(await app().get('ann', saveLinkPatterns, { linkPatterns: [jira, gitHub] })).toMatchObject({
      linkPatterns: [jira, gitHub],
    });
    expect((await app().get('bob', getOrg, {})).linkPatterns).toEqual([jira, gitHub]);
    expect((await app().get('bob', getUserDetails, {})).linkPatterns).toEqual([jira, gitHub]);
    const before = withoutSignInRows(await app().dump());
    await app().get('ann', saveLinkPatterns, { linkPatterns: [jira, gitHub] });
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    const entries = (await app().get('ann', orgAudit, {})).items.filter(({ text }) => text.includes('link pattern'));
    expect(entries).toMatchObject([
      {
        text: 'Changed the link patterns. There are 2 now.',
        ...{ username: 'Ann', before: null, after: `ABC- → ${jira.url}\n# → ${gitHub.url}` },
      },
    ]);
  });

  it('are not for the signed-out, for members, or for other organisations; nothing is written', async () => {
    await app().token('zoe');
    const before = withoutSignInRows(await app().dump());
    expect((await save(null, [jira])).status).toBe(401);
    expect((await save('bob', [jira])).status).toBe(403);
    const foreign = await app().ask('zoe', saveLinkPatterns, { linkPatterns: [jira], orgId: anOrgId() });
    expect(foreign.envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    expect((await app().get('zoe', getUserDetails, {})).linkPatterns).toEqual([]);
  });

  it('are refused as a whole if one is wrong, with the wrong field and a sentence', async () => {
    const before = withoutSignInRows(await app().dump());
    const of = (url: string) => [jira, { prefix: 'X-', url }];
    for (const [list, message, path] of [
      [of('http://x.test/{key}'), 'The address must begin with https://.', [1, 'url']],
      [of('javascript:alert({key})'), 'The address must begin with https://.', [1, 'url']],
      [of('data:text/html,{key}'), 'The address must begin with https://.', [1, 'url']],
      [of('https://a:b@x.test/{key}'), 'The address must not contain a user name or a password.', [1, 'url']],
      [of(`https://x.test/${'a'.repeat(400)}{key}`), 'The address can have at most 300 characters.', [1, 'url']],
      [
        of('https://x.test/'),
        'The address must contain {key} or {number}, after the host, and no other braces.',
        [1, 'url'],
      ],
      [[jira, { ...jira, prefix: 'abc-' }], 'Another pattern has this prefix.', [1, 'prefix']],
      [Array(limits.linkPatterns + 1).fill(jira), 'An organization can have at most 20 link patterns.', []],
      [Array(1000).fill(jira), 'An organization can have at most 20 link patterns.', []],
    ] as const) {
      const { status, envelope } = await save('ann', list);
      expect([status, envelope.message]).toEqual([400, message]);
      expect(envelope).toMatchObject({ errorCode: 'INVALID_INPUT', path: ['linkPatterns', ...path] });
    }
    expect((await save('ann', [{ ...jira, prefix: '(a+)+$' }])).envelope.message).toMatch(/^A prefix begins with a/);
    expect(withoutSignInRows(await app().dump())).toEqual(before);
  });

  it('the link patterns of an organisation that another admin changed meanwhile are returned as they are now', async () => {
    const change = { linkPatterns: [gitHub], previousLinkPatterns: [jira] };
    const { status, envelope } = await app().ask('eve', saveLinkPatterns, change);
    expect([status, envelope.errorCode]).toEqual([409, 'ORG_CHANGED']);
    expect(orgConflict.parse(envelope.data).organisation.linkPatterns).toEqual([jira, gitHub]);
    const right = { linkPatterns: [jira], previousLinkPatterns: [jira, gitHub] };
    expect((await app().get('eve', saveLinkPatterns, right)).linkPatterns).toEqual([jira]);
    // An equal save that is repeated, as after a lost reply, is no conflict.
    expect((await app().get('eve', saveLinkPatterns, right)).linkPatterns).toEqual([jira]);
  });

  it('survive a change by the previous version, which does not know them', async () => {
    const previous = kind({ ...org, schema: previousSchema });
    const records = inOrg(app().services.store, anOrgId());
    const row = await records.get(previous, undefined);
    if (row === undefined) throw new Error('There is no organisation.');
    expect(row.value).not.toHaveProperty('linkPatterns');
    await records.replace(previous, undefined, { ...row.value, retentionDays: 90 }, row.etag);
    expect(await app().get('ann', getOrg, {})).toMatchObject({ retentionDays: 90, linkPatterns: [jira] });
    await app().get('ann', orgSettings, { retentionDays: null });
  });

  it('may be deleted with an entry of the log', async () => {
    expect((await app().get('ann', saveLinkPatterns, { linkPatterns: [] })).linkPatterns).toEqual([]);
    const { items } = await app().get('ann', orgAudit, {});
    expect(items.filter(({ text }) => text === 'Removed all link patterns.')).toMatchObject([
      { before: `ABC- → ${jira.url}`, after: null },
    ]);
  });
});

describe('the rows of link patterns', () => {
  it('stay after an erasure, are deleted with their organisation, and are checked by verify-store', async () => {
    const app = await start();
    await app.get('ann', saveLinkPatterns, { linkPatterns: [jira] });
    const { admin } = app.services.store as SqliteStore;
    const stored = async () => (await inOrg(app.services.store, anOrgId()).get(org, undefined))?.value.linkPatterns;
    const holds = async () => JSON.stringify((await admin.scanAll('Org')).rows).includes('atlassian');
    await app.get('bob', eraseUser, {});
    await app.beatAt('2026-11-20T09:00:00Z');
    expect(await stored()).toEqual([jira]);
    expect(await holds()).toBe(true);
    expect((await verifyStore(admin)).findings).toEqual([]);
    await app.get('ann', deleteOrg, {});
    for (const day of [22, 24, 26, 28]) await app.beatAt(`2026-11-${day}T09:00:00Z`);
    for (let beat = 0; beat < 10 && (await holds()); beat += 1) await app.beatAt('2026-11-29T09:00:00Z');
    expect(await stored()).toBeNull();
    expect(await holds()).toBe(false);
  });

  it('the rows of link patterns that are damaged are a finding of verify-store', async () => {
    const app = await start();
    await app.get('ann', saveLinkPatterns, { linkPatterns: [jira] });
    const { admin } = app.services.store as SqliteStore;
    const { rows } = await admin.scanAll('Org');
    const row = rows.find(({ pk, rk }) => pk === anOrgId() && rk === 'org');
    if (row === undefined) throw new Error('There is no organisation.');
    const values = { ...row.values, j_linkPatterns: '[{"prefix":1}]' };
    await admin.bulkPut('Org', [{ pk: row.pk, rk: row.rk, values }]);
    const { findings } = await verifyStore(admin);
    expect(findings).toContainEqual({
      ...{ table: 'Org', key: { pk: anOrgId(), rk: 'org' }, what: 'cannot be read in format 2' },
    });
  });
});

it('a superadmin changes the patterns of the organisation that the call names', async () => {
  const app = await start(undefined, { SUPERADMINS: emailOf('gus') });
  const orgId = anOrgId('fabrikam');
  expect(await app.get('gus', saveLinkPatterns, { linkPatterns: [jira], orgId })).toMatchObject({
    ...{ id: orgId, linkPatterns: [jira] },
  });
  expect((await app.get('zoe', getUserDetails, {})).linkPatterns).toEqual([jira]);
});
