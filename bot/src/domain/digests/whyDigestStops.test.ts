import { whyDigestStops } from './whyDigestStops.ts';
import type { OwnerFacts } from './whyDigestStops.ts';

const member = { isEnabled: true, hasLeft: false };
const why = (
  owner: Partial<OwnerFacts> | undefined,
  { isOrganisation = false, hasTeam = true }: { readonly isOrganisation?: boolean; readonly hasTeam?: boolean } = {},
) =>
  whyDigestStops({
    ...{ isOrganisation, hasTeam },
    owner: owner === undefined ? undefined : { role: 'user', place: member, ...owner },
  });

describe('a digest of a team', () => {
  it.each(['user', 'admin'] as const)('continues while its owner is a member of the team with the role %s', (role) => {
    expect(why({ role })).toBeNull();
  });

  it.each([
    ['the owner was erased', 'OWNER_GONE', undefined],
    ['the owner is in no team', 'OWNER_LEFT', { place: undefined }],
    ['the owner left the team', 'OWNER_LEFT', { place: { isEnabled: true, hasLeft: true } }],
    ['the owner left the team and is disabled', 'OWNER_LEFT', { place: { isEnabled: false, hasLeft: true } }],
    ['the owner is disabled', 'OWNER_DISABLED', { place: { isEnabled: false, hasLeft: false } }],
    ['the owner may read no report', 'NO_RIGHT', { role: 'superadmin' }],
  ] as const)('stops if %s', (_, reason, owner) => {
    expect(why(owner)).toBe(reason);
  });

  it('stops if the team was removed, whether the owner is known or not', () => {
    expect([why({}, { hasTeam: false }), why(undefined, { hasTeam: false })]).toEqual(['TEAM_GONE', 'TEAM_GONE']);
  });
});

describe('a digest of the organisation', () => {
  it('continues only while its owner is an admin', () => {
    const of = (role: OwnerFacts['role']) => why({ role }, { isOrganisation: true });
    expect([of('admin'), of('user'), of('superadmin')]).toEqual([null, 'NO_RIGHT', 'NO_RIGHT']);
  });

  it('stops if its owner left all teams or is disabled in all, although the owner is an admin', () => {
    const of = (place: OwnerFacts['place']) => why({ role: 'admin', place }, { isOrganisation: true });
    expect([of(undefined), of({ isEnabled: false, hasLeft: false })]).toEqual(['OWNER_LEFT', 'OWNER_DISABLED']);
  });
});
