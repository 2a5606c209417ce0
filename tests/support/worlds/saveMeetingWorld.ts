import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { activityText } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import * as meetings from '../../../bot/src/services/meetings/storeMeeting.ts';
import { getMeetingDetail } from '../../../bot/src/services/meetings/listMeetings.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { due, duePartition } from '../../../bot/src/store/kinds/due/dueRow.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aMeetingDraft, aMeetingId, anInstant, anOrgId, aTeamId } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { anActor, seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

/** Creates a team with three people and two channels, and a member who saves meetings. */
export const meetingWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const deps = testDeps(store, clock);
  const seeded = await seedTeam(store, { people: ['ann', 'bob', 'cy'], channels: ['alerts'] });
  const actor = anActor('bob');
  const draft = (change: Partial<MeetingDraft> = {}) => meetingDraft.parse(aMeetingDraft(change));
  const save = (change: Partial<MeetingDraft> = {}, by = actor) => meetings.storeMeeting(deps, by, draft(change));
  /** Saves a stored meeting with a change, as a client does after an edit. */
  const edited = async (id: Awaited<ReturnType<typeof save>>['id'], change: Partial<MeetingDraft>) =>
    save({ ...(await getMeetingDetail(deps, actor, { meetingId: id })), ...change });
  const log = async (objectId: string) => {
    const rows = await inOrg(store, seeded.orgId).list(
      teamActivity,
      { teamId: aTeamId() },
      prefixRange(`L|${objectId}|`),
    );
    return rows.map(({ value }) => ({ ...value, text: activityText(translateFor('en'), 'en', value) }));
  };
  const dueRows = async () => {
    const shard = duePartition(shardOf(seeded.orgId));
    return (await outside(store).list(due, { ...anyDue, orgId: seeded.orgId }, { from: '0', to: 'z' })).map((row) => {
      expect(row.key.pk).toBe(shard);
      return row.value;
    });
  };
  return { store, clock, deps, actor, draft, save, edited, log, dueRows, ...seeded };
};

const anyDue = {
  at: anInstant('2026-11-20T08:00:00Z'),
  kind: 'prompt' as const,
  orgId: anOrgId(),
  teamId: aTeamId(),
  meetingId: aMeetingId(),
  date: '2026-11-20' as never,
  zone: null,
};
