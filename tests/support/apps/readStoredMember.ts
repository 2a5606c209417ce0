import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMemberId, anOrgId, aTeamId } from '../data/idDateAndRecordBuilders.ts';
import type { TestApp } from './testApp.ts';

/** Returns the stored row of a member of the platform team of Contoso; undefined if there is none. */
export const readStoredMember = async ({ services }: Pick<TestApp, 'services'>, name: string) => {
  const key = { teamId: aTeamId('platform'), memberId: aMemberId(name) };
  return (await inOrg(services.store, anOrgId('contoso')).get(teamMember, key))?.value;
};
