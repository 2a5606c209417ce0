import type { RosterPerson } from '../messengerPort.ts';

const textOf = (account: object, ...keys: readonly string[]): string => {
  const match = keys
    .map((key) => Reflect.get(account, key) as unknown)
    .find((item) => typeof item === 'string' && item !== '');
  return typeof match === 'string' ? match : '';
};

/** Returns a member of a Teams roster. Undefined for bots and meeting guests, which have no Entra identity. */
export const rosterPerson = (account: object): RosterPerson | undefined => {
  const teamsUserId = textOf(account, 'id');
  const oid = textOf(account, 'aadObjectId', 'objectId');
  if (teamsUserId === '' || oid === '') return undefined;
  const email = textOf(account, 'email', 'userPrincipalName');
  const fullName = `${textOf(account, 'givenName')} ${textOf(account, 'surname')}`.trim();
  return { chatUserId: teamsUserId, oid, name: textOf(account, 'name') || fullName || email, email };
};
