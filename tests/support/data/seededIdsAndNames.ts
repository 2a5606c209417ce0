// Ids and names of the rows that seedEveryKind.ts writes.

import { aMeetingId, aMemberId, aTeamId, aUserId, anOrgId } from './idDateAndRecordBuilders.ts';

export const idsIn = (name: string) => ({
  orgId: anOrgId(name),
  tid: `tenant-${name}`,
  teamId: aTeamId(`${name} team`),
  threadId: `19:${name}@thread.tacv2`,
  meetingId: aMeetingId(`${name} daily`),
  /** A report that bob observes. */
  watchedId: aMeetingId(`${name} watched`),
  ann: { memberId: aMemberId(`${name} ann`), userId: aUserId(`${name} ann`), oid: `oid-${name}-ann` },
  bob: { memberId: aMemberId(`${name} bob`), userId: aUserId(`${name} bob`), oid: `oid-${name}-bob` },
  newcomer: aUserId(`${name} newcomer`),
  /** The organisation that the product created for an installation, before it was connected to this organisation. */
  automatic: anOrgId(`${name} automatic`),
});
export type IdsIn = ReturnType<typeof idsIn>;

export const addressIn = (name: string, who: string): string => `${who}@${name}.test`;
export const personIn = (name: string, who: string): string => `${who} of ${name}`;
