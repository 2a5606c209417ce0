import type { MemberId, OrgId, TeamId, UserId } from '#contracts/ids.ts';
import type { Role } from '#contracts/permissions.ts';

/** How and when the caller signed in. */
export interface SignIn {
  readonly familyId: string;
  /** Of the account when it was signed in to. */
  readonly epoch: number;
  readonly method: 'PASSWORD' | 'MICROSOFT' | 'TEAMS';
  readonly hasSecondFactor: boolean;
  /** The only organisation it opens, where a tenant vouches for the person; null = all of theirs. */
  readonly confinedTo: OrgId | null;
  /** Epoch ms. */
  readonly at: number;
}

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
  /** Of a caller with a session; somebody in the chat has none. */
  readonly signIn?: SignIn;
}
