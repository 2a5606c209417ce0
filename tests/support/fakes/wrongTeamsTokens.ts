import type { LocalEntra, Person } from './localEntra.ts';
import { aGuid, anEntraPerson, clientId } from './localEntra.ts';

// Teams tokens for a tab, each with one error. Without the error they would be valid on 20 November 2026, 08:00 UTC.

const fabrikam = aGuid('tenant fabrikam');
const { tid } = anEntraPerson();
const login = 'https://login.microsoftonline.com';

type Change = NonNullable<Parameters<LocalEntra['token']>[1]>;

/** Correctly signed tokens about a person of the tenant contoso, whose claims have one error each. */
export const wrongClaims: readonly (readonly [what: string, change: Change])[] = [
  ['another audience', { claims: { aud: aGuid('another app') } }],
  ['the audience of another host', { claims: { aud: `api://evil.test/${clientId}` } }],
  ['an audience that begins like ours', { claims: { aud: `api://rollcall.test/${clientId}/more` } }],
  ['no audience', { claims: { aud: undefined } }],
  ['the issuer of another tenant', { claims: { iss: `${login}/${fabrikam}/v2.0` } }],
  ['another tenant than its issuer', { claims: { tid: fabrikam } }],
  ['the issuer of the other format', { claims: { iss: `https://sts.windows.net/${tid}/` } }],
  ['format 1 with the issuer of format 2', { version: '1.0', claims: { iss: `${login}/${tid}/v2.0` } }],
  ['the key of the other format', { claims: { ver: '1.0', iss: `https://sts.windows.net/${tid}/` } }],
  ['an issuer elsewhere', { claims: { iss: `https://evil.test/${tid}/v2.0` } }],
  ['the template for an issuer', { claims: { tid: '{tenantid}', iss: `${login}/{tenantid}/v2.0` } }],
  ['no tenant', { claims: { tid: undefined } }],
  ['no person', { claims: { oid: undefined } }],
  ['a person who is no id', { claims: { oid: 'ann' } }],
  ['another scope', { claims: { scp: 'User.Read access_as_user2' } }],
  ['no scope, as of an app by itself', { claims: { scp: undefined, roles: ['access_as_user'] } }],
  ['an app by itself that has a scope', { claims: { idtyp: 'app' } }],
  ['an end long ago', { lifetime: -600 }],
  ['an end in a year', { lifetime: 365 * 86_400 }],
  ['a time of issue to come', { claims: { iat: Math.floor(Date.parse('2026-11-20T09:00:00Z') / 1000) } }],
  ['no end', { claims: { exp: undefined } }],
  ['a beginning to come', { claims: { nbf: Math.floor(Date.parse('2026-11-20T09:00:00Z') / 1000) } }],
  ['no format', { claims: { ver: undefined } }],
  ['an unknown key', { kid: 'nobody' }],
  ['the issuer common', { claims: { iss: `${login}/common/v2.0` } }],
  ['an end that is a text', { claims: { exp: '99999999999' } }],
  ['an unknown key with NUL', { kid: 'entra-2\u0000' }],
  ['a key that is a path', { kid: '../../dev/null' }],
  ['a tenant with its own home elsewhere', { claims: { tid: fabrikam, idp: `https://sts.windows.net/${tid}/` } }],
];

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns tokens with a wrong signature, and texts that are not tokens. */
export const wrongTokens = async (entra: LocalEntra, person: Person): Promise<Record<string, string>> => {
  const good = await entra.token(person);
  const [head = '', body = '', signature = ''] = good.split('.');
  const none = ['none', 'None', 'NONE', 'nOnE'].map((alg) => [`alg ${alg}`, `${encoded({ alg })}.${body}.`]);
  return {
    ...(Object.fromEntries(none) as Record<string, string>),
    unsigned: entra.unsigned(person),
    symmetric: await entra.symmetric(person),
    forged: await entra.forged(person),
    'a key for other issuers': await entra.foreignKey(person),
    'signature cut off': `${head}.${body}.`,
    'somebody else’s claims, old signature': `${head}.${encoded({ ...person, ver: '2.0' })}.${signature}`,
    'a header that asks for an unknown extension': `${encoded({ alg: 'RS256', kid: 'entra-2', crit: ['x'], x: 1 })}.${body}.${signature}`,
    'trailing dot': `${good}.`,
    'one padding sign': `${good}=`,
    letters: 'a.b.c',
    dots: '....',
    'nobody’s': 'eyJhbGciOiJub25lIn0.e30.',
  };
};
