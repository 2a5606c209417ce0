import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type {
  deleteTeam as deleteTeamCall,
  setTeamLanguage as setTeamLanguageCall,
  Team,
  TeamInfo,
} from '#contracts/team.ts';
import { languageNames } from '#contracts/text/languages.ts';
import { inOrg, scanRows } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { orgTeam } from '../store/kinds/org.ts';
import { meeting as meetingKind, team as teamKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { requireTeam } from './access.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import { planTeamRemoval } from './cascades.ts';
import type { Deps } from './deps.ts';
import { presentMembers } from './members.ts';
import { patched, revise } from './revise.ts';
import { stopTeam } from './teamAdminStop.ts';
import { languageIn } from './teamLanguage.ts';

interface InTeam {
  readonly teamId: TeamId;
}

export const getTeam = async (deps: Pick<Deps, 'store'>, actor: Actor, { teamId }: InTeam): Promise<Team> => {
  const { value } = await requireTeam(deps, actor, teamId, 'team.read');
  return { id: teamId, name: value.name };
};

const countMeetings = async (records: Records<OrgId>, teamId: TeamId): Promise<number> => {
  const { pk } = meetingKind.at(records.scope, { teamId, meetingId: '' as MeetingId });
  const keys: string[] = [];
  for await (const { rk } of scanRows(records.store, meetingKind.table, pk, prefixRange('G|'), { keysOnly: true }))
    keys.push(rk);
  return keys.length;
};

/** What there is to know of a team at a glance. */
export const getTeamInfo = async (deps: Pick<Deps, 'store'>, actor: Actor, { teamId }: InTeam): Promise<TeamInfo> => {
  const { value } = await requireTeam(deps, actor, teamId, 'team.read');
  const records = inOrg(deps.store, actor.orgId);
  const [present, reports] = await Promise.all([presentMembers(records, teamId), countMeetings(records, teamId)]);
  return {
    id: teamId,
    name: value.name,
    isConnected: value.state === 'CONNECTED',
    isGroupChat: value.kind === 'GROUP',
    members: present.length,
    enabledMembers: present.filter((one) => one.isEnabled).length,
    reports,
    language: languageIn(value),
    createdOn: value.createdOn,
  };
};

/** From the next card on; what was posted stays as it is until it changes. */
export const setTeamLanguage = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  actor: Actor,
  { teamId, language }: ParsedOf<typeof setTeamLanguageCall>,
): Promise<OutputOf<typeof setTeamLanguageCall>> => {
  await requireTeam(deps, actor, teamId, 'team.manage');
  const records = inOrg(deps.store, actor.orgId);
  await revise(
    records,
    teamKind,
    { teamId },
    (row) => patched(row, { language }),
    () =>
      deedSteps(records, actor, {
        ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
        ...{ message: 'activity.teamLanguage', values: { name: languageNames[language] } },
      }),
  );
  return { id: teamId, language };
};

/**
 * Deletes a team: its row in the organisation first, which ends everybody's access, last its own, which says that all of
 * it is done; between them its open runs are called off. Repeated after a crash it finishes. The rows are
 * removed by the cascade, a few minutes later.
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
  await revise(
    records,
    orgTeam,
    { teamId },
    (row) => patched(row, { state: 'DELETED' }),
    ({ name }) =>
      deedSteps(records, actor, {
        ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
        ...{ message: 'activity.teamDeleted', values: { name } },
      }),
  );
  await stopTeam(deps, orgId, teamId, by);
  return { id: teamId };
};
