import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestStopReason } from '#contracts/digests/digestCalls.ts';
import { whyDigestStops } from '../../domain/digests/whyDigestStops.ts';
import type { OwnerFacts } from '../../domain/digests/whyDigestStops.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import { accessibleTeamIds, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import type { Digest } from './readDigestsAndBuildRows.ts';

type Team = ValueOf<typeof teamKind>;

/**
 * The owner of a digest. A digest contains only what its owner may read, so `stop` is the reason why it can no longer
 * be sent; null if it can be sent.
 */
export interface DigestOwner {
  readonly stop: DigestStopReason | null;
  /** The owner as the reader of the digest; undefined if the person was erased. */
  readonly actor: Actor | undefined;
  /** The team of the digest; undefined for a digest of the organisation, and for a removed team. */
  readonly team: Team | undefined;
}

type Place = OwnerFacts['place'];

const placeOf = async (
  records: Records<OrgId>,
  { teamId }: Pick<Digest, 'teamId'>,
  memberId: MemberId,
  places: Awaited<ReturnType<typeof findTeamMemberships>>,
): Promise<Place> => {
  if (teamId === null) {
    const [first] = places;
    return first === undefined ? undefined : { isEnabled: places.some(({ row }) => row.isEnabled), hasLeft: false };
  }
  const row = (await records.get(teamMember, { teamId, memberId }))?.value;
  return row === undefined ? undefined : { isEnabled: row.isEnabled, hasLeft: row.leftOn !== null };
};

export const readDigestOwner = async (
  records: Records<OrgId>,
  row: Pick<Digest, 'teamId' | 'ownerId'>,
): Promise<DigestOwner> => {
  const { teamId, ownerId: memberId } = row;
  const team = teamId === null ? undefined : (await records.get(teamKind, { teamId }))?.value;
  const hasTeam = teamId === null || (team !== undefined && team.state !== 'DELETED');
  const isOrganisation = teamId === null;
  const member = memberId === null ? undefined : (await records.get(orgMember, { memberId }))?.value;
  if (member === undefined || memberId === null)
    return { stop: whyDigestStops({ isOrganisation, hasTeam, owner: undefined }), actor: undefined, team };
  const places = await findTeamMemberships(records, memberId);
  const { role, name, userId } = member;
  const owner = { role, place: await placeOf(records, row, memberId, places) };
  return {
    stop: whyDigestStops({ isOrganisation, hasTeam, owner }),
    actor: { orgId: records.scope, userId, memberId, name, role, teamIds: accessibleTeamIds(places), locale: 'en' },
    team,
  };
};
