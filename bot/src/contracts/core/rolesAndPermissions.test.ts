import { hasPermission, memberRoles, permissions } from './rolesAndPermissions.ts';
import type { Permission, Role } from './rolesAndPermissions.ts';

// Compares the permissions of each role with docs/product-rules.md, for objects of other teams, of the caller's teams,
// and of the caller.

const nowhere = { belongsToTeam: false, isOwner: false };
const inTeam = { ...nowhere, belongsToTeam: true };
const owning = { belongsToTeam: true, isOwner: true };

type Reach = 'everywhere' | 'in their teams' | 'their own' | 'never';

const reachOf = (permission: Permission, role: Role): Reach => {
  const [outside, member, owner] = [nowhere, inTeam, owning].map((standing) =>
    hasPermission(permission, { role, ...standing }),
  );
  if (outside === true) return 'everywhere';
  if (member === true) return 'in their teams';
  return owner === true ? 'their own' : 'never';
};

const reaches = (role: Role, reach: Reach): string[] =>
  (Object.keys(permissions) as Permission[]).filter((permission) => reachOf(permission, role) === reach).sort();

const ownAlways = ['answer.write', 'profile.write', 'timesheet.write'];
const readInTeam = ['activity.read', 'meeting.read', 'meeting.write', 'report.read', 'team.read', 'timesheet.read'];

describe('a user', () => {
  it('reads and plans in their teams', () => {
    expect(reaches('user', 'in their teams')).toEqual([...readInTeam, 'member.read'].sort());
  });

  it('acts on their own objects', () => {
    const own = [
      'blocker.change',
      'blocker.resolve',
      'digest.write',
      'meeting.start',
      'meeting.state',
      'user.read',
      'vacation.read',
      'vacation.write',
    ];
    expect(reaches('user', 'their own')).toEqual([...ownAlways, ...own].sort());
  });

  it('may do nothing else beyond being signed in', () => {
    expect(reaches('user', 'everywhere')).toEqual(['signedIn']);
  });
});

describe('an admin', () => {
  it('reads, plans, approves and saves templates in their teams only', () => {
    const approvals = ['digest.write', 'summaryEmail.approve', 'timesheet.approve'];
    expect(reaches('admin', 'in their teams')).toEqual([...readInTeam, ...approvals, 'template.save'].sort());
  });

  it('lets a member answer and fill in timesheets only for themselves', () => {
    expect(reaches('admin', 'their own')).toEqual(ownAlways);
  });

  it('manages the organisation but does not see others', () => {
    expect(reaches('admin', 'never')).toEqual(['all.books', 'all.list']);
  });
});

describe('a superadmin', () => {
  it('manages organisations, accounts and billing, and reads no report', () => {
    const organisations = ['all.books', 'all.list', 'billing.manage', 'billing.read', 'org.manage', 'signedIn'];
    expect(reaches('superadmin', 'everywhere')).toEqual([...organisations, 'user.list', 'user.read'].sort());
    expect([...reaches('superadmin', 'in their teams'), ...reaches('superadmin', 'their own')]).toEqual([]);
  });
});

it('refuses an action that the role never permits, whatever its relation to the object', () => {
  expect(hasPermission('all.list', { role: 'admin', ...owning })).toBe(false);
});

it('only user and admin can be given to members', () => {
  expect(memberRoles).toEqual(['user', 'admin']);
});
