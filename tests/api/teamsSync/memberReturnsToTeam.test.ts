import { deleteVacation, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { joinTeam } from '../../../bot/src/services/teamsSync/syncRoster.ts';
import { leaveTeam } from '../../../bot/src/services/teamsSync/leaveTeam.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { dayVacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { aRosterPerson } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';

// Tests a member who left a team in Teams and is added to it again.

const start = appPerTest();
const today = aDate('2026-11-20');
const bob = aMemberId('bob');
const platform = aTeamId('platform');

const world = async () => {
  const app = await start();
  const placeOf = (team: string) => ({
    ...{ orgId: anOrgId(), teamId: aTeamId(team), tid: 'tenant-contoso', serviceUrl: `${app.connector.url}/` },
  });
  const records = inOrg(app.services.store, anOrgId());
  return {
    app,
    records,
    join: (team: string) => joinTeam(app.services, placeOf(team), [aRosterPerson('bob')]),
    leave: (team: string) => leaveTeam(app.services, placeOf(team), [bob]),
    /** Returns the member's entry in the list of members that the run stored when it opened. */
    snapshotOf: async (meetingId: Parameters<typeof runKind.at>[1]['meetingId']) => {
      const run = await records.get(runKind, { teamId: platform, meetingId, date: today });
      return run?.value.members.find(({ memberId }) => memberId === bob);
    },
  };
};

it('is asked by the zone, and has the settings, that the member chose meanwhile in another team', async () => {
  const { app, records, join, leave, snapshotOf } = await world();
  await app.get('bob', memberPreferences, { timezone: aZone('Asia/Tokyo') });
  await join('sales');
  const members = [aMemberId('ann'), bob];
  const { id } = await app.get('ann', saveMeeting, aMeetingDraft({ members, timeBasis: 'MEMBER' }));
  await leave('platform');
  const quietHours = { from: 1320, to: 420 };
  await app.get('bob', memberPreferences, { timezone: aZone('America/New_York'), mute: true, quietHours });
  await join('platform');
  expect((await records.get(teamMember, { teamId: platform, memberId: bob }))?.value).toMatchObject({
    ...{ timezone: 'America/New_York', timezoneFrom: 'PERSON', isMuted: true, quietHours, leftOn: null },
  });
  await app.beatAt('2026-11-20T15:00:00Z');
  expect(await snapshotOf(id)).toMatchObject({ zone: 'America/New_York' });
});

it('owes an open run again at once, and gets its reminders', async () => {
  const { app, join, leave, snapshotOf } = await world();
  const members = [aMemberId('ann'), bob];
  const { id } = await app.get('ann', saveMeeting, aMeetingDraft({ members }));
  await app.beatAt('2026-11-20T09:00:00Z');
  await leave('platform');
  expect(await snapshotOf(id)).toMatchObject({ dropped: true });
  await app.beatAt('2026-11-20T09:05:00Z');
  await join('platform');
  expect(await snapshotOf(id)).toMatchObject({ dropped: false });
  app.connector.forget();
  await app.beatAt('2026-11-20T10:00:00Z');
  expect(app.connector.of('create', 'send')).toHaveLength(2);
});

it('is asked on a day whose vacation was removed meanwhile', async () => {
  const { app, records, join, leave } = await world();
  const days = { objectType: 'User', objectId: bob, dates: [aDate('2026-11-24'), aDate('2026-11-25')] } as const;
  await app.get('bob', saveVacation, { ...days, dates: [...days.dates] });
  await leave('platform');
  await app.get('ann', deleteVacation, { ...days, dates: [aDate('2026-11-24')] });
  await join('platform');
  const copies = await Promise.all(
    days.dates.map((date) => records.get(dayVacation, { teamId: platform, memberId: bob, date })),
  );
  expect(copies.map((copy) => copy?.value.date)).toEqual([undefined, '2026-11-25']);
});
