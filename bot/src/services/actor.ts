import type { MemberId, OrgId, TeamId, UserId } from '#contracts/ids.ts';
import type { Role } from '#contracts/permissions.ts';

/** Who is calling, read anew for each request or bot turn: role and teams are those of this moment. */
export interface Actor {
  readonly orgId: OrgId;
  /** Null for a person who is known from the chat only. */
  readonly userId: UserId | null;
  /** Null for a web account that no member of a team belongs to yet. */
  readonly memberId: MemberId | null;
  /** As the activity log names them. */
  readonly name: string;
  readonly role: Role;
  readonly teamIds: readonly TeamId[];
  /** BCP 47. */
  readonly locale: string;
}
