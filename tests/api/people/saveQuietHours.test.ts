import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
const night = { from: 1320, to: 420 };

const stored = async (name: string) =>
  (
    await inOrg(app().services.store, anOrgId('contoso')).get(teamMember, {
      teamId: aTeamId('platform'),
      memberId: aMemberId(name),
    })
  )?.value.quietHours;

it('are stored for the person alone, stay if they are left out, and end with null', async () => {
  expect(await app().get('cy', memberPreferences, { quietHours: night })).toMatchObject({ quietHours: night });
  expect(await app().get('cy', memberPreferences, { mute: true })).toMatchObject({ quietHours: night });
  expect(await stored('cy')).toEqual(night);
  expect((await stored('bob')) ?? null).toBeNull();
  expect(await app().get('cy', memberPreferences, { quietHours: null })).toMatchObject({ quietHours: null });
  expect(await stored('cy')).toBeNull();
});

it.each([
  ['a time after the day', { from: 0, to: 1440 }, 'invalid.number'],
  ['too short', { from: 0, to: 29 }, 'invalid.quietHours'],
  ['too long', { from: 0, to: 961 }, 'invalid.quietHours'],
  ['the whole day', { from: 60, to: 60 }, 'invalid.quietHours'],
])('are refused: %s', async (_, quietHours, message) => {
  const answer = await app().ask('cy', memberPreferences, { quietHours });
  expect(answer.status).toBe(400);
  expect(String(answer.body)).toContain(message === 'invalid.number' ? 'whole number' : '30 minutes');
});
