import { login, refreshToken } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import * as invitations from '#contracts/registration/memberInvitationCalls.ts';
import { totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import { issueCode } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { startAttackApp } from '../../support/apps/attackApp.ts';
import type { AttackApp, AttackReply } from '../../support/apps/attackApp.ts';
import { anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { hashPasswordsWithoutCost } from '../../support/setup/mockPasswordHashing.ts';

// With ACCOUNT_ENUMERATION_SAFE, no sequence of calls reveals whether an address has an account: the replies are equal,
// and so is the number of hashes and store calls.

// Thousands of calls are possible only with a hash that costs nothing. Only the number of hashes counts.
const { hash, verify } = hashPasswordsWithoutCost();

let world: AttackApp;
let adminToken = '';

beforeAll(async () => {
  world = await startAttackApp({ ACCOUNT_ENUMERATION_SAFE: 'true' });
  adminToken = (await world.signIn('ann')).token;
});
afterAll(() => world.stop());

const password = 'copper meadow violin';
const otherPassword = 'amber harbour lantern';
const wrongCode = { code: 'A'.repeat(43) };

/** An email address, and the secrets with which a caller without access to its mailbox can attack it. */
interface Target {
  readonly email: string;
  /** A member whose roster has this address, in an organisation that the attacker runs. */
  readonly memberId: MemberId;
  /** The code of an invitation that the member got in a chat. It does not prove the address. */
  readonly code: string;
}

interface Call {
  readonly name: string;
  readonly ask: (target: Target) => Promise<AttackReply>;
}

const person = { firstName: 'Ida', lastName: 'Berg', organizationName: 'Nordwind', password };
type Input = Readonly<Record<string, unknown>>;

const open = (name: string, endpoint: Endpoint, inputOf: (target: Target) => Input): Call => ({
  name,
  ask: (target) => world.call(endpoint, inputOf(target)),
});
const asAdmin = (name: string, endpoint: Endpoint, inputOf: (target: Target) => Input): Call => ({
  name,
  ask: (target) => world.call(endpoint, inputOf(target), { token: adminToken }),
});

const invited = ({ email, memberId, code }: Target) => {
  const { firstName, lastName } = person;
  return { firstName, lastName, password, email, memberId, code };
};

const calls: readonly Call[] = [
  open('register', registration.register, ({ email }) => ({ ...person, email })),
  open('register with an invitation', registration.register, invited),
  open('register with a wrong code', registration.register, ({ email }) => ({ ...person, email, ...wrongCode })),
  open('login with the password just registered', login, ({ email }) => ({ email, password })),
  open('login with another password', login, ({ email }) => ({ email, password: otherPassword })),
  open('validateemail', registration.validateEmail, ({ email }) => ({ email })),
  open('forgotPassword', registration.forgotPassword, ({ email }) => ({ email })),
  open('resendConfirm', registration.resendConfirm, ({ email }) => ({ email })),
  open('ConfirmRegisterEmail', registration.confirmRegisterEmail, () => ({ ...wrongCode, password })),
  open('PostRegistration', registration.postRegistration, () => wrongCode),
  open('ConfirmResetPasswordEmail', registration.confirmResetPasswordEmail, () => wrongCode),
  open('resetPassword', registration.resetPassword, () => ({
    ...{ ...wrongCode, newPassword: password, passwordConfirmation: password },
  })),
  open('getMember', invitations.getMember, ({ memberId }) => ({ id: memberId })),
  open('getMember with the invitation', invitations.getMember, ({ memberId, code }) => ({ id: memberId, code })),
  asAdmin('invite by mail', invitations.inviteMember, ({ memberId }) => ({
    ...{ teamId: aTeamId('platform'), memberId, by: 'MAIL' },
  })),
  open('join', invitations.joinAsMember, ({ memberId, code }) => ({ memberId, code })),
  open('connect', connectOrg, () => ({ code: 'A'.repeat(12), confirm: true, password })),
  open('totp/verify', totpVerify, () => ({ challenge: 'x', code: '000000' })),
  open('refreshtoken', refreshToken, () => ({ refreshtoken: 'x' })),
];

let made = 0;

/** Creates a new target. A taken and a free target differ only in the account. */
const aTarget = async (isTaken: boolean): Promise<Target> => {
  made += 1;
  const name = `p${String(made).padStart(6, '0')}`;
  const email = `${name}@example.test`;
  const memberId = await world.uninvited(name);
  await inOrg(world.app.services.store, anOrgId('contoso')).touch(orgMember, { memberId }, { email });
  const payload = { orgId: anOrgId('contoso'), round: '0' };
  const code = await issueCode(world.app.services, {
    kind: 'INVITE',
    id: `invite ${name}`,
    subject: memberId,
    payload,
  });
  if (isTaken)
    await createAccount(world.app.services, {
      ...{ email, password: 'a password of their own', firstName: 'Eve', lastName: 'Ray' },
      ...{ orgId: anOrgId('fabrikam'), memberId: null, role: 'user', isConfirmed: true, userId: aUserId(name) },
    });
  return { email, memberId, code: code ?? '' };
};

const ids = /[0-9A-HJKMNP-TV-Z]{26}/g;
const secrets = /[\w-]{43}/g;
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Returns the visible part of a reply: status, headers and all texts of the body, in order. */
const shapeOf = ({ status, headers, text }: AttackReply, { email }: Target): string => {
  const { date, ...otherHeaders } = headers;
  return JSON.stringify([status, typeof date, otherHeaders, text])
    .replaceAll(email, 'EMAIL')
    .replaceAll(email.split('@')[0] ?? '', 'NAME')
    .replace(new RegExp(email.split('@')[0] ?? '', 'gi'), 'NAME')
    .replace(/"correlationId\\":\\"[^"]+"/g, 'CORRELATION')
    .replace(/x-correlation-id":"[^"]+"/g, 'CORRELATION')
    .replace(ids, 'ID')
    .replace(secrets, 'SECRET')
    .replace(instants, 'INSTANT');
};

const answersTo = async (sequence: readonly Call[], target: Target): Promise<string[]> => {
  const answers: string[] = [];
  for (const { name, ask } of sequence) answers.push(`${name}: ${shapeOf(await ask(target), target)}`);
  return answers;
};

const expectAlike = async (sequence: readonly Call[]): Promise<void> => {
  const free = await answersTo(sequence, await aTarget(false));
  const taken = await answersTo(sequence, await aTarget(true));
  expect(taken).toEqual(free);
};

it('replies alike in longer sequences', async () => {
  const random = randomFrom(16);
  for (let round = 0; round < 20; round += 1)
    await expectAlike(Array.from({ length: 6 }, () => calls[Math.floor(random() * calls.length)] as Call));
});

const operations = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'inOrder', 'scan'] as const;
type Operation = (typeof operations)[number];

/** Store operations that count as one kind: an insert and a replace are both a write. */
const kindOfWork: Readonly<Partial<Record<Operation, string>>> = { insert: 'write', replace: 'write' };

/**
 * Returns the table of a store call and the kind of its partition, such as `Dir lim`, without the ids that differ
 * between targets.
 */
const placeOf = (table: unknown, second: unknown): string => {
  const pk = typeof second === 'object' && second !== null && 'pk' in second ? second.pk : second;
  return `${String(table)} ${String(pk).replace(/[:|-].*$/s, '')}`;
};

/** Returns the number of hashes, and of store calls by kind and table, that the work needs. */
const workOf = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const done: string[] = [];
  const store = world.app.services.store as TableStore;
  const spies = operations.map((operation) => {
    const original = store[operation].bind(store) as (...args: unknown[]) => unknown;
    return jest.spyOn(store, operation).mockImplementation(((...args: unknown[]) => {
      done.push(`${kindOfWork[operation] ?? operation} ${placeOf(args[0], args[1])}`);
      return original(...args);
    }) as never);
  });
  const before = [hash.mock.calls.length, verify.mock.calls.length] as const;
  await work();
  for (const spy of spies) spy.mockRestore();
  const counts: Record<string, number> = {
    hash: hash.mock.calls.length - before[0],
    verify: verify.mock.calls.length - before[1],
  };
  for (const outcome of done) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

/** Makes two calls about one target. Returns both replies, and the server's work for the second call. */
const tryPair = async (first: Call, second: Call, isTaken: boolean) => {
  const target = await aTarget(isTaken);
  const [before = ''] = await answersTo([first], target);
  let after = '';
  const work = await workOf(async () => {
    [after = ''] = await answersTo([second], target);
  });
  return { before, after, work };
};

// The quick tests play every seventh pair, so that each call comes first and second in some of them.
it.each(calls.map((call, index) => [call.name, call, index]))(
  '%s and any following call reply and work alike for a free and a taken address',
  async (_name, first, index) => {
    const following = calls.filter((_call, position) => (position + index) % callsBetweenFaults === 0);
    for (const second of following)
      expect(await tryPair(first, second, true)).toEqual(await tryPair(first, second, false));
  },
);

it('counts the work of registering a taken address as one claim of the address and one account', async () => {
  const target = await aTarget(true);
  const work = await workOf(() => world.call(registration.register, { ...person, email: target.email }));
  expect(work).toMatchObject({
    hash: 1,
    verify: 0,
    'write Accounts em': 1,
    'write Accounts u': 3,
    'write Outbox ob': 2,
  });
});

it('costs the same for slowed-down guesses before and after the address is registered', async () => {
  const works = [];
  for (const isTaken of [false, true]) {
    const target = await aTarget(isTaken);
    for (let index = 0; index < 12; index += 1)
      await world.call(login, { email: target.email, password: otherPassword });
    await world.call(registration.register, { ...person, email: target.email });
    works.push(await workOf(() => world.call(login, { email: target.email, password })));
  }
  expect(works[1]).toEqual(works[0]);
  expect(works[0]).toMatchObject({ verify: 1 });
});
