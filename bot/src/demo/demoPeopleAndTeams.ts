// The people of the demo organisation: the same six people as in .m365agentsplayground.yml.

export const demoTenant = '11111111-1111-4111-8111-111111111111';
export const demoPassword = 'Rollcall-demo-1';

export interface DemoPerson {
  readonly id: string;
  readonly oid: string;
  readonly name: string;
  readonly email: string;
  /** Time zone of the person; null = the time zone of the machine that runs the demo. */
  readonly timezone: string | null;
}

const oid = (at: number): string => `a0000000-0000-4000-8000-00000000000${at}`;

/** The first person is the admin. The chat client sends its messages as this person. */
export const demoPeople: readonly DemoPerson[] = [
  { id: 'user-ann', oid: oid(1), name: 'Ann Moreau', email: 'admin@rollcall.test', timezone: null },
  { id: 'user-bob', oid: oid(2), name: 'Bob Lindqvist', email: 'bob@rollcall.test', timezone: null },
  { id: 'user-chioma', oid: oid(3), name: 'Chioma Okafor', email: 'chioma@rollcall.test', timezone: 'Africa/Lagos' },
  { id: 'user-deepak', oid: oid(4), name: 'Deepak Rao', email: 'deepak@rollcall.test', timezone: 'Asia/Kolkata' },
  { id: 'user-elena', oid: oid(5), name: 'Elena Petrova', email: 'elena@rollcall.test', timezone: 'Europe/Sofia' },
  { id: 'user-farid', oid: oid(6), name: 'Farid Haddad', email: 'farid@rollcall.test', timezone: 'America/New_York' },
];

export const demoTeam = {
  threadId: 'team-platform',
  name: 'Platform Team',
  standupChannel: 'channel-standup',
  standupName: 'Standup',
} as const;

/** A second organisation, whose admin sees no data of the first. It demonstrates the isolation of organisations. */
export const otherTenant = '33333333-3333-4333-8333-333333333333';
export const otherAdmin: DemoPerson = {
  id: 'user-grace',
  oid: 'c0000000-0000-4000-8000-000000000001',
  name: 'Grace Kim',
  email: 'grace@fabrikam.test',
  timezone: 'Asia/Seoul',
};
export const otherTeam = { threadId: 'team-fabrikam', name: 'Fabrikam Research' } as const;
