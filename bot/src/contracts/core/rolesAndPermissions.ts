/**
 * Role of a person in one organisation. `superadmin` comes from the configuration and applies to all organisations
 * (docs/product-rules.md, Roles).
 */
export const roles = ['user', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

export const memberRoles = ['user', 'admin'] as const;

type Scope =
  /** The role is enough for every object of the caller's organisation; for a superadmin, of every organisation. */
  | 'org'
  /** The caller must belong to the team of the object. */
  | 'team'
  /** The object must be the caller's own, for example a meeting that the caller created, or the caller's answer. */
  | 'own'
  | 'none';

interface Rule {
  readonly user: Scope;
  readonly admin: Scope;
  readonly superadmin: Scope;
}

/**
 * The table of docs/product-rules.md, Roles, as data. Services enforce it, the web app uses it to hide actions that are
 * not allowed, and the permission test checks every row.
 */
export const permissions = {
  signedIn: { user: 'org', admin: 'org', superadmin: 'org' },
  'answer.write': { user: 'own', admin: 'own', superadmin: 'none' },
  'report.read': { user: 'team', admin: 'team', superadmin: 'none' },
  'team.read': { user: 'team', admin: 'team', superadmin: 'none' },
  'team.manage': { user: 'none', admin: 'org', superadmin: 'none' },
  'member.read': { user: 'team', admin: 'org', superadmin: 'none' },
  'member.manage': { user: 'none', admin: 'org', superadmin: 'none' },
  'user.list': { user: 'none', admin: 'org', superadmin: 'org' },
  'user.read': { user: 'own', admin: 'org', superadmin: 'org' },
  'meeting.read': { user: 'team', admin: 'team', superadmin: 'none' },
  'meeting.write': { user: 'team', admin: 'team', superadmin: 'none' },
  'template.save': { user: 'none', admin: 'team', superadmin: 'none' },
  'template.manage': { user: 'none', admin: 'org', superadmin: 'none' },
  'summaryEmail.approve': { user: 'none', admin: 'team', superadmin: 'none' },
  'digest.write': { user: 'own', admin: 'team', superadmin: 'none' },
  'digest.organisation': { user: 'none', admin: 'org', superadmin: 'none' },
  'activity.read': { user: 'team', admin: 'team', superadmin: 'none' },
  'blocker.change': { user: 'own', admin: 'org', superadmin: 'none' },
  'blocker.resolve': { user: 'own', admin: 'org', superadmin: 'none' },
  'meeting.start': { user: 'own', admin: 'org', superadmin: 'none' },
  'meeting.state': { user: 'own', admin: 'org', superadmin: 'none' },
  'timesheet.read': { user: 'team', admin: 'team', superadmin: 'none' },
  'timesheet.approve': { user: 'none', admin: 'team', superadmin: 'none' },
  'timesheet.write': { user: 'own', admin: 'own', superadmin: 'none' },
  'vacation.write': { user: 'own', admin: 'org', superadmin: 'none' },
  'vacation.read': { user: 'own', admin: 'org', superadmin: 'none' },
  'holiday.write': { user: 'none', admin: 'org', superadmin: 'none' },
  'profile.write': { user: 'own', admin: 'own', superadmin: 'none' },
  'org.connect': { user: 'none', admin: 'org', superadmin: 'none' },
  'org.manage': { user: 'none', admin: 'org', superadmin: 'org' },
  'billing.read': { user: 'none', admin: 'org', superadmin: 'org' },
  'billing.manage': { user: 'none', admin: 'org', superadmin: 'org' },
  'all.books': { user: 'none', admin: 'none', superadmin: 'org' },
  'all.list': { user: 'none', admin: 'none', superadmin: 'org' },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

export interface PermissionSubject {
  readonly role: Role;
  readonly belongsToTeam: boolean;
  readonly isOwner: boolean;
}

/** True if the person's role allows this permission for the object, given the person's relation to the object. */
export const hasPermission = (permission: Permission, { role, belongsToTeam, isOwner }: PermissionSubject): boolean => {
  const scope: Scope = permissions[permission][role];
  switch (scope) {
    case 'org':
      return true;
    case 'team':
      return belongsToTeam;
    case 'own':
      return isOwner;
    case 'none':
      return false;
  }
};
