import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { CardSigner } from '../core/cardSigner.ts';
import type { Deps } from '../core/deps.ts';
import { weekLink } from '../core/webLinks.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import type { WeekModel } from '../core/cardPresenterPort.ts';
import { weekStateOf, weekSum, weekVersion } from './weekViewAndWaitingWeeks.ts';
import type { WeekFacts } from './weekViewAndWaitingWeeks.ts';

export interface WeekCardDeps extends Pick<Deps, 'publicUrl'> {
  readonly signer: CardSigner;
}

export const teamNameOf = async ({ store }: Pick<Deps, 'store'>, orgId: OrgId, teamId: TeamId): Promise<string> =>
  (await inOrg(store, orgId).get(teamKind, { teamId }))?.value.name ?? '';

export const weekModel = (
  { signer, publicUrl }: WeekCardDeps,
  facts: WeekFacts,
  {
    teamName,
    isOld = false,
    problem,
  }: { readonly teamName: string; readonly isOld?: boolean; readonly problem?: MessageKey },
): WeekModel => {
  const { records, owner, member, week, days, decidedBy } = facts;
  const { monday } = week;
  const { teamId, memberId } = owner;
  return {
    data: signer.signWeek({ O: records.scope, T: teamId, memberId, monday, version: weekVersion(facts) }),
    ...{ user: member.name, teamName, monday, isOld, decidedBy, state: weekStateOf(week) },
    days: days.map((day) => ({ date: day.date, minutes: weekSum({ days: [day] }).minutes })),
    minutes: weekSum(facts).minutes,
    note: week.stored?.value.note ?? null,
    url: weekLink(publicUrl, { teamId, memberId, monday }),
    ...(problem === undefined ? {} : { problem }),
  };
};

/**
 * Returns the members who may approve weeks in a team. `except` is the owner of the week, who is left out, because no
 * one is asked to approve their own hours.
 */
export const approversOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  except: MemberId,
): Promise<readonly TeamMember[]> => {
  const [people, present] = await Promise.all([
    records.list(orgMember, undefined, prefixRange('mem|')),
    listPresentMembers(records, teamId),
  ]);
  const admins = new Set(people.filter(({ value }) => value.role === 'admin').map(({ value }) => value.memberId));
  return present.filter((item) => item.isEnabled && item.memberId !== except && admins.has(item.memberId));
};
