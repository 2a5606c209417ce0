import { getOrg, orgConflict, orgSettings, updateOrg } from '#contracts/organisations/organisationCalls.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();

it('an organisation that another person changed is returned in its current state, and nothing is written', async () => {
  await app().get('ann', updateOrg, { name: 'Contoso One' });
  await app().get('ann', orgSettings, { retentionDays: 90 });
  const before = withoutSignInRows(await app().dump());
  for (const { status, envelope } of [
    await app().ask('ann', updateOrg, { name: 'Contoso Two', previousName: 'Contoso' }),
    await app().ask('ann', orgSettings, { retentionDays: 60, previousRetentionDays: null }),
  ]) {
    expect([status, envelope.errorCode]).toEqual([409, 'ORG_CHANGED']);
    expect(orgConflict.parse(envelope.data).organisation).toMatchObject({ name: 'Contoso One', retentionDays: 90 });
  }
  expect(withoutSignInRows(await app().dump())).toEqual(before);
  // Neither a repeated save after a lost reply nor a change of another field is a conflict.
  await app().get('ann', updateOrg, { name: 'Contoso One', previousName: 'Contoso' });
  await app().get('ann', orgSettings, { requireSecondFactor: false });
  expect(await app().get('ann', updateOrg, { name: 'Contoso Two', previousName: 'Contoso One' })).toMatchObject({
    name: 'Contoso Two',
  });
});

it('an organisation keeps one of two parallel names, in lists as well', async () => {
  const replies = await Promise.all(
    ['Left', 'Right'].map((name) => app().ask('ann', updateOrg, { name, previousName: 'Contoso Two' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { name } = await app().get('ann', getOrg, {});
  expect(name).toBe(replies[0]?.status === 200 ? 'Left' : 'Right');
  expect((await outside(app().services.store).get(orgIndex, { orgId: anOrgId() }))?.value.name).toBe(name);
});
