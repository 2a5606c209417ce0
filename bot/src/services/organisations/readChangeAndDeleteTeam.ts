import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  deleteTeam as deleteTeamCall,
  setTeamLanguage as setTeamLanguageCall,
  Team,
  TeamInfo,
} from '#contracts/organisations/teamAndMemberCalls.ts';
import { languageNames } from '#contracts/text/languagesAndLocaleChoice.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { planTeamRemoval } from '../dataLifecycle/planAndRunDeletionJobs.ts';
import type { Deps } from '../core/deps.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import { mergeChanges, updateWithLog } from '../core/optimisticUpdate.ts';
import { markTeamDeletedAndCancelRuns } from '../runs/markTeamDeletedAndCancelRuns.ts';
import { teamLanguage } from '../tenancy/teamLanguage.ts';

interface InTeam {
  readonly teamId: TeamId;
}

export const getTeam = async (deps: Pick<Deps, 'store'>, actor: Actor, { teamId }: InTeam): Promise<Team> => {
  const { value } = await requireTeam(deps, actor, teamId, 'team.read');
  return { id: teamId, name: value.name };
};

const countMeetings = async (records: Records<OrgId>, teamId: TeamId): Promise<number> => {
  const pk = meetingKind.partition(records.scope, { teamId });
  const keys: string[] = [];
  for await (const { rk } of scanRows(records.store, meetingKind.table, pk, { ...prefixRange('G|'), keysOnly: true }))
    keys.push(rk);
  return keys.length;
};

export const getTeamInfo = async (deps: Pick<Deps, 'store'>, actor: Actor, { teamId }: InTeam): Promise<TeamInfo> => {
  const { value } = await requireTeam(deps, actor, teamId, 'team.read');
  const records = inOrg(deps.store, actor.orgId);
  const [present, reports] = await Promise.all([listPresentMembers(records, teamId), countMeetings(records, teamId)]);
  return {
    id: teamId,
    name: value.name,
    isConnected: value.state === 'CONNECTED',
    isGroupChat: value.kind === 'GROUP',
    members: present.length,
    enabledMembers: present.filter((item) => item.isEnabled).length,
    reports,
    language: teamLanguage(value),
    createdOn: value.createdOn,
  };
};

/** Sets the language of a team. The next card uses it; a posted message gets it when the message is next updated. */
export const setTeamLanguage = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  actor: Actor,
  { teamId, language }: ParsedOf<typeof setTeamLanguageCall>,
): Promise<OutputOf<typeof setTeamLanguageCall>> => {
  await requireTeam(deps, actor, teamId, 'team.manage');
  const records = inOrg(deps.store, actor.orgId);
  await updateWithLog(
    records,
    teamKind,
    { teamId },
    {
      change: (row) => mergeChanges(row, { language }),
      log: () =>
        auditedActionSteps(records, actor, {
          ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
          ...{ message: 'activity.teamLanguage', values: { name: languageNames[language] } },
        }),
    },
  );
  return { id: teamId, language };
};

/**
 * Deletes a team. First its row in the organisation becomes DELETED, which ends all access; then its open runs are
 * cancelled; last its own row becomes DELETED. A repeated call finishes an interrupted call. The deletion job removes
 * the rows a few minutes later.
 */
export const deleteTeam = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  actor: Actor,
  { teamId }: ParsedOf<typeof deleteTeamCall>,
): Promise<OutputOf<typeof deleteTeamCall>> => {
  await requireTeam(deps, actor, teamId, 'team.manage');
  const { orgId, name: by } = actor;
  const records = inOrg(deps.store, orgId);
  await planTeamRemoval(deps, actor, teamId);
  await updateWithLog(
    records,
    orgTeam,
    { teamId },
    {
      change: (row) => mergeChanges(row, { state: 'DELETED' }),
      log: ({ name }) =>
        auditedActionSteps(records, actor, {
          ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
          ...{ message: 'activity.teamDeleted', values: { name } },
        }),
    },
  );
  await markTeamDeletedAndCancelRuns(deps, orgId, teamId, by);
  return { id: teamId };
};
