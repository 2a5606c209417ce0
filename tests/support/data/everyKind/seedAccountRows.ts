import { digestOf } from '../../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { queueEmail, queuePurge } from '../../../../bot/src/services/core/queueEmailsAndPurges.ts';
import { teamsUser } from '../../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import {
  emailGuard,
  password,
  profile as profileKind,
  superadminProof,
} from '../../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../../../../bot/src/store/kinds/identity/membership.ts';
import { calendarFeed } from '../../../../bot/src/store/kinds/daysOff/calendarFeed.ts';
import { visit } from '../../../../bot/src/store/kinds/reports/teamVisit.ts';
import { registration } from '../../../../bot/src/store/kinds/registration/registration.ts';
import { code } from '../../../../bot/src/store/kinds/identity/oneTimeCode.ts';
import type { CodeKind } from '../../../../bot/src/store/kinds/identity/oneTimeCode.ts';
import { memberOrg, tenantOrg, threadTeam } from '../../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { orgIndex } from '../../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { personalInstall } from '../../../../bot/src/store/kinds/teamsSync/personalInstall.ts';
import { counter } from '../../../../bot/src/store/kinds/rateLimits/rateLimitCounters.ts';
import { connecting } from '../../../../bot/src/store/kinds/connect/connectJob.ts';
import { deletionJob } from '../../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { tokenFamily } from '../../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { totp } from '../../../../bot/src/store/kinds/identity/secondFactor.ts';
import { knownNetworks } from '../../../../bot/src/store/kinds/identity/knownNetworks.ts';
import { due as dueKind } from '../../../../bot/src/store/kinds/due/dueRow.ts';
import { outbox } from '../../../../bot/src/store/kinds/outbox/outboxRow.ts';
import { aDate, idOf } from '../idDateAndRecordBuilders.ts';
import { addressIn } from '../seededIdsAndNames.ts';
import type { IdsIn } from '../seededIdsAndNames.ts';
import { testDeps } from '../testDepsAndLogs.ts';
import { fakeClock } from '../fakeClock.ts';
import { start, later } from './seedingInstantsAndInserts.ts';
import type { Seeding } from './seedingInstantsAndInserts.ts';

// Seeds the lookups, accounts, sessions, codes and queued work.

export const seedDirectory = async ({ name, ids, shared }: Seeding): Promise<void> => {
  const { orgId, tid, teamId, threadId } = ids;
  await shared(tenantOrg, { tid }, { orgId, tid });
  await shared(threadTeam, { tid, threadId }, { orgId, teamId });
  await shared(orgIndex, { orgId }, { orgId, name, state: 'ACTIVE', trialEndsAt: later });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, userId, oid } = ids[who];
    await shared(memberOrg, { memberId }, { orgId, memberId });
    await shared(teamsUser, { tid, oid }, { orgId, memberId, userId, joinedAt: null });
    await shared(personalInstall, { tid, oid }, { isInstalled: true, changedAt: start });
  }
};

export const seedAccounts = async ({ name, ids, shared }: Seeding): Promise<void> => {
  const { orgId } = ids;
  const profile = (userId: IdsIn['newcomer'], who: string, isConfirmed: boolean) => ({
    ...{ userId, firstName: who, lastName: `of ${name}`, email: addressIn(name, who), phone: null, photoUrl: null },
    ...{ sessionEpoch: 1, isConfirmed, lastOrgId: orgId, locale: null, createdOn: start },
  });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, userId } = ids[who];
    const email = addressIn(name, who);
    await shared(emailGuard, { email }, { userId, state: 'CONFIRMED', since: start });
    await shared(profileKind, { userId }, profile(userId, who, true));
    await shared(password, { userId }, { hash: 'none', changedAt: start });
    await shared(membership, { userId, orgId, memberId }, { orgId, memberId });
    await shared(superadminProof, { userId }, { email, confirmedBy: 'Operator', confirmedAt: start });
    await shared(calendarFeed, { userId, orgId }, { orgId, hash: digestOf(`${name} ${who}`), createdAt: start });
    await shared(visit, { userId, orgId, teamId: ids.teamId }, { at: start, before: null });
    const familyId = idOf(`${name} ${who} family`);
    const when = { rotatedAt: start, expiresAt: later, signedInAt: start };
    const how = { method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
    await shared(tokenFamily, { userId, familyId }, { familyId, userId, orgId, epoch: 1, counter: 0, ...when, ...how });
    const factor = { sealed: 's', lastStep: 1, recovery: [], changedAt: start };
    await shared(totp, { userId }, { ...factor, state: 'ON' });
    await shared(knownNetworks, { userId }, { networks: [{ hash: `net-${name}`, at: start }] });
    for (const what of [
      `mail|${memberId}`,
      `account|${userId}`,
      `account|${userId}|net-${name}`,
      `mail|${email}`,
      `feed|${userId}`,
      `factor|${userId}`,
      `refresh|${familyId}`,
    ])
      await shared(counter, { day: '20261127', what }, { stamps: [1], failures: 1, notBefore: 0 });
  }
  const email = addressIn(name, 'newcomer');
  const { newcomer: userId } = ids;
  await shared(emailGuard, { email }, { userId, state: 'PENDING', since: start });
  await shared(profileKind, { userId }, profile(userId, 'newcomer', false));
  const pending = { userId, orgId, organizationName: null, memberId: null, until: later };
  await shared(registration, { userId }, pending);
};

/** Returns the codes to write, one of each kind: its kind, subject and payload. */
const codesIn = ({ orgId, tid, ann, bob }: IdsIn, name: string) =>
  [
    ['CONFIRM', ann.userId, {}],
    ['RESET', bob.userId, { epoch: '1' }],
    ['INVITE', bob.memberId, { orgId, address: addressIn(name, 'bob') }],
    ['CONNECT', orgId, { secret: 's', tries: '0', usedBy: '', memberId: ann.memberId, tid }],
    ['DOWNLOAD', bob.userId, { filter: 'timesheet', orgId, familyId: idOf(`${name} bob family`), epoch: '1' }],
    ['OAUTH', 'browser', { browser: 'b', joins: ann.userId }],
    ['SIGN_IN', 'browser', { browser: 'b', tid, oid: bob.oid, joins: '' }],
    ['UNDELETE', orgId, { deletion: 'none' }],
  ] as const satisfies readonly (readonly [CodeKind, string, Record<string, string>])[];

export const seedWork = async ({ name, ids, store, shared }: Seeding): Promise<void> => {
  const { orgId, teamId, meetingId, ann, bob } = ids;
  const clock = fakeClock(start);
  const deps = testDeps(store, clock);
  const key = { orgId, teamId, meetingId, date: aDate('2027-03-01') };
  const due = { ...key, at: later, kind: 'prompt', zone: null } as const;
  await shared(dueKind, due, { ...due, rev: 1, failures: 0, parkedReason: null, source: null });
  const message = { ...key, at: later, kind: 'prompt.1', who: bob.memberId } as const;
  const waiting = { notBefore: later, notAfter: null, lease: null, touched: null, failures: null, parkedReason: null };
  await shared(outbox, message, { ...message, ...waiting });
  const email = { address: addressIn(name, 'bob'), locale: 'en', at: later } as const;
  await queueEmail(deps, { ...email, kind: 'INVITE', orgId, subject: bob.memberId, id: idOf(`${name} invite`) });
  await queueEmail(deps, { ...email, kind: 'PASSWORD_CHANGED', subject: bob.userId, id: idOf(`${name} changed`) });
  await queuePurge(store, { at: later, removes: 'REGISTRATION', subject: ids.newcomer });
  for (const [kind, subject, payload] of codesIn(ids, name)) {
    const hash = digestOf(`${name} ${kind}`);
    await queuePurge(store, { at: later, removes: 'CODE', subject: hash });
    await shared(code, { hash }, { kind, subject, payload, exp: later, used: null });
  }
  const move = {
    fromOrgId: ids.automatic,
    toOrgId: orgId,
    tid: `free-${name}`,
    phase: 'OFF',
    fromState: 'ACTIVE',
  } as const;
  const by = { actor: 'Ann', installer: ann.memberId, noticeId: idOf(`${name} notice`), startedAt: start };
  await shared(connecting, move, { ...move, ...by });
  const removal = { target: 'TEAM', id: teamId, orgId, teamId, userId: null, phase: 'STOP', fromState: null } as const;
  const plan = { deletionId: idOf(`${name} team`), notBefore: later, until: later, startedAt: start, failures: 0 };
  await shared(deletionJob, removal, { ...removal, ...plan, actor: 'Ann', person: null });
};
