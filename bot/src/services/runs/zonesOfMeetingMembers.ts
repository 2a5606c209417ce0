import type { MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';

export interface MemberWithZone {
  readonly memberId: MemberId;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/**
 * Returns the zones of the members whom a meeting would ask, each once. A member without a zone counts with the
 * meeting's zone.
 */
export const zonesOfMeetingMembers = (
  meeting: Pick<Meeting, 'members' | 'timezone'>,
  people: readonly MemberWithZone[],
): ZoneId[] => {
  const asked = new Set<string>(meeting.members);
  const present = people.filter((person) => asked.has(person.memberId) && person.isEnabled && person.leftOn === null);
  return [...new Set(present.map((zoned) => zoned.timezone ?? meeting.timezone))];
};
