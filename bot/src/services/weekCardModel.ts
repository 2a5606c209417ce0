import type { MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { orgMember } from '../store/kinds/org.ts';
import { team as teamKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { CardSigner } from './cardSigning.ts';
import type { Deps } from './deps.ts';
import { weekLink } from './links.ts';
import { presentMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import type { WeekModel } from './presenter.ts';
import { stateOf, weekSum, weekVersion } from './timesheetWeeks.ts';
import type { WeekFacts } from './timesheetWeeks.ts';

export interface WeekCardDeps extends Pick<Deps, 'publicUrl'> {
  readonly signer: CardSigner;
}

export const teamNameOf = async ({ store }: Pick<Deps, 'store'>, orgId: OrgId, teamId: TeamId): Promise<string> =>
  (await inOrg(store, orgId).get(teamKind, { teamId }))?.value.name ?? '';

/** What a week's card shows now. */
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
    ...{ user: member.name, teamName, monday, isOld, decidedBy, state: stateOf(week) },
    days: days.map((day) => ({ date: day.date, minutes: weekSum({ days: [day] }).minutes })),
    minutes: weekSum(facts).minutes,
    note: week.stored?.value.note ?? null,
    url: weekLink(publicUrl, { teamId, memberId, monday }),
    ...(problem === undefined ? {} : { problem }),
  };
};

/** Who may approve in a team, but for one: nobody is asked about their own hours. */
export const approversOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  except: MemberId,
): Promise<readonly TeamMember[]> => {
  const [people, present] = await Promise.all([
    records.list(orgMember, { memberId: '' as MemberId }, prefixRange('mem|')),
    presentMembers(records, teamId),
  ]);
  const admins = new Set(people.filter(({ value }) => value.role === 'admin').map(({ value }) => value.memberId));
  return present.filter((one) => one.isEnabled && one.memberId !== except && admins.has(one.memberId));
};
