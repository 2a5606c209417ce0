import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/ids.ts';
import type { Role } from '#contracts/core/permissions.ts';

/** The method and time of the caller's sign-in. */
export interface SignIn {
  readonly familyId: string;
  /** Session epoch of the account at the sign-in. */
  readonly epoch: number;
  readonly method: 'PASSWORD' | 'MICROSOFT' | 'TEAMS';
  readonly hasSecondFactor: boolean;
  /**
   * The only organisation that the session opens, if a tenant vouches for the person; null = all organisations of the
   * account.
   */
  readonly confinedTo: OrgId | null;
  /** The Microsoft account that opened the session, as the partition key of its row; null = a password opened it. */
  readonly identity?: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/** The caller, read again for each request or bot turn, so that role and teams are current. */
export interface Actor {
  readonly orgId: OrgId;
  /** Null for a person who is known from the chat only. */
  readonly userId: UserId | null;
  /** Null for a web account that is not linked to a member of a team yet. */
  readonly memberId: MemberId | null;
  /** The name in the activity log. */
  readonly name: string;
  readonly role: Role;
  readonly teamIds: readonly TeamId[];
  /** BCP 47. */
  readonly locale: string;
  /** Set for a caller with a session; missing for a sender in the chat. */
  readonly signIn?: SignIn;
}
