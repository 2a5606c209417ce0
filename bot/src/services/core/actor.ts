import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Role } from '#contracts/core/rolesAndPermissions.ts';

export interface SignIn {
  readonly familyId: string;
  /** The session epoch of the account at the sign-in. The session ends when the account gets a higher epoch. */
  readonly epoch: number;
  readonly method: 'PASSWORD' | 'MICROSOFT' | 'TEAMS';
  readonly hasSecondFactor: boolean;
  /**
   * The only organisation that the session may enter, because only the person's Microsoft tenant proved the identity;
   * null = all organisations of the account.
   */
  readonly confinedTo: OrgId | null;
  /**
   * The partition key of the Microsoft account that opened the session; null = the session was opened with a password.
   */
  readonly identity?: string | null;
  /** Epoch ms of the sign-in. Some calls require a recent sign-in. */
  readonly at: number;
}

/**
 * The caller of a service. It is built again for each request or chat message, so that the role and the teams are
 * current.
 */
export interface Actor {
  readonly orgId: OrgId;
  /** Null for a person without a web account, who is known from the chat only. */
  readonly userId: UserId | null;
  /** Null for a web account that is not linked to a member of a team yet. */
  readonly memberId: MemberId | null;
  readonly name: string;
  readonly role: Role;
  readonly teamIds: readonly TeamId[];
  /** Language tag (BCP 47) for texts to the caller. */
  readonly locale: string;
  /** Set for a caller with a session; missing for a sender in the chat. */
  readonly signIn?: SignIn;
}
