import { exchangeCode, redirectUrl } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { Entra } from '../../../bot/src/gateways/entraPort.ts';
import type { Mail } from '../../../bot/src/gateways/mailPort.ts';
import { dataLifecycleRoutes } from '../../../bot/src/http/routes/dataLifecycleRoutes.ts';
import { daysOffRoutes } from '../../../bot/src/http/routes/daysOffRoutes.ts';
import { peopleRoutes } from '../../../bot/src/http/routes/peopleRoutes.ts';
import { registrationRoutes } from '../../../bot/src/http/routes/registrationRoutes.ts';
import { identityRoutes } from '../../../bot/src/http/routes/identityRoutes.ts';
import { microsoftAccountRoutes } from '../../../bot/src/http/routes/microsoftAccountRoutes.ts';
import { runDeletionJob } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { endConnecting } from '../../../bot/src/services/connect/connectTenantToOrganisationJob.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { StoredRow, Table } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { beatOf, fakeMail, registrationDeps } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { Browser, createApp } from './inProcessAppAndBrowser.ts';
import type { App, Reply } from './inProcessAppAndBrowser.ts';
import { addressOf, aPassword, people, seats, withAccount } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';

// Runs the routes of the product on a store in memory, with a fake mail server and a fake Microsoft.

/** A fake Microsoft, in which each code or token is the plain text `tid oid` of the identity that it confirms. */
const openEntra: Entra = {
  personOf: (token) => {
    const [tid = '', oid = ''] = token.split(' ');
    return Promise.resolve({ tid, oid });
  },
  web: {
    authorizeUrl: ({ state }) => Promise.resolve(`https://entra.test/?state=${state}`),
    redeem: ({ code }) => openEntra.personOf(code),
    logoutUrl: (returnTo) => Promise.resolve(returnTo),
  },
};

const tidOf = (seat: Seat): string => `tenant-${seats[seat].org}`;
export const identityOf = (seat: Seat): string => `${tidOf(seat)} ${oidOf(seat)}`;

const teams = [
  { org: 'contoso', team: 'platform', people: ['ann', 'bob', 'cy'] },
  { org: 'fabrikam', team: 'mars', people: ['zoe', 'bobf'] },
  { org: 'evil', team: 'lair', people: ['mal', 'straw'] },
] as const;

const teamOf = (seat: Seat): string => teams.find((team) => team.people.some((name) => name === seat))?.team ?? '';

export const placeOf = (seat: Seat) => ({ teamId: aTeamId(teamOf(seat)), memberId: aMemberId(seat) });

const makeDeps = (hidesAccounts: boolean) => {
  const clock = fakeClock();
  const store = openSqliteStore({ file: ':memory:' });
  const created = {
    ...registrationDeps(store, clock, hidesAccounts),
    entra: openEntra,
    superadmins: new Set([addressOf('gus')]),
  };
  return {
    ...created,
    clock,
    store,
    endConnecting: (orgId: Parameters<typeof endConnecting>[1]) => endConnecting(created, orgId),
  };
};

/**
 * State at the beginning of all scenarios, written once and then copied, because writing it takes longer than most
 * scenarios.
 */
let beginning: readonly (readonly [Table, readonly Pick<StoredRow, 'pk' | 'rk' | 'values'>[]])[] | undefined;

export class AccountWorld {
  readonly deps: ReturnType<typeof makeDeps>;
  readonly app: App;
  readonly #mail = fakeMail();
  readonly #browsers = new Map<Person, Browser>();
  readonly #beat: () => Promise<void>;
  #callers = 0;

  constructor({ hidesAccounts = false } = {}) {
    this.deps = makeDeps(hidesAccounts);
    this.#beat = beatOf({ ...this.deps, entra: null }, this.#mail);
    const { deps } = this;
    this.app = createApp(deps, [
      ...registrationRoutes(deps),
      ...identityRoutes(deps),
      ...microsoftAccountRoutes(deps),
      ...peopleRoutes(deps),
      ...daysOffRoutes(deps),
      ...dataLifecycleRoutes(deps),
    ]);
  }

  async open(): Promise<void> {
    const { admin } = this.deps.store;
    if (beginning !== undefined) {
      for (const [table, rows] of beginning) await admin.bulkPut(table, [...rows]);
      return;
    }
    await this.#seed();
    const all = await Promise.all(tables.map(async (table) => [table, await rowsOf(admin, table)] as const));
    beginning = all.map(([table, rows]) => [table, rows.map(({ pk, rk, values }) => ({ pk, rk, values }))] as const);
    beginning = beginning.filter(([, rows]) => rows.length > 0);
  }

  async #seed(): Promise<void> {
    const { store } = this.deps;
    for (const team of teams) await seedTeam(store, team);
    await this.setAddress('bobf', addressOf('bob'));
    await this.setAddress('straw', addressOf('mal'));
    for (const name of withAccount)
      await createAccount(this.deps, {
        email: addressOf(name),
        password: aPassword(name, 0),
        firstName: name,
        lastName: 'Lee',
        orgId: anOrgId(seats[name].org),
        memberId: aMemberId(name),
        role: 'user',
        isConfirmed: true,
        userId: aUserId(name),
      });
  }

  /** Changes the address of a member in the roster, as the admin of a tenant can. */
  async setAddress(seat: Seat, email: string): Promise<void> {
    const records = inOrg(this.deps.store, anOrgId(seats[seat].org));
    await records.touch(orgMember, placeOf(seat), { email });
    await records.touch(teamMember, placeOf(seat), { email });
  }

  /** Returns the code of the newest invitation that the bot delivered. */
  codeOfBot(): string | undefined {
    const message = JSON.stringify(this.deps.messenger.calls.at(-1)?.message ?? '');
    return /code=([A-Za-z0-9_-]{43})/.exec(message)?.[1];
  }

  pass(ms: number): number {
    this.deps.clock.advance({ ms });
    return this.now;
  }

  get now(): number {
    return this.deps.clock.now();
  }

  /** Returns the person's usual browser, whose network address never changes. */
  browser(who: Person): Browser {
    const cached = this.#browsers.get(who) ?? new Browser(`192.0.2.${people.indexOf(who) + 1}`);
    this.#browsers.set(who, cached);
    return cached;
  }

  /**
   * Returns a new browser with a network address that has made no call yet. With `who`, it has the cookies of that
   * person's usual browser, as a thief would.
   */
  elsewhere(who?: Person): Browser {
    this.#callers += 1;
    const address = `198.51.${this.#callers >> 8}.${this.#callers & 255}`;
    return who === undefined ? new Browser(address) : this.browser(who).at(address);
  }

  async deliver(): Promise<readonly Mail[]> {
    const before = this.#mail.sent.length;
    await this.#beat();
    return this.#mail.sent.slice(before);
  }

  /** Runs the deletion of an organisation or a person as far as it is due. */
  async remove(target: 'ORG' | 'PERSON', id: string): Promise<void> {
    await runDeletionJob(this.deps, { target, id });
  }

  /** Signs in on Microsoft's page. Returns the first rejection, or the reply to the exchange of the code. */
  async microsoft(who: Person, seat: Seat, join?: { readonly token: string }): Promise<Reply> {
    const browser = this.elsewhere(who);
    const purpose = join === undefined ? ('SIGN_IN' as const) : ('JOIN' as const);
    const caller = { browser, token: join?.token };
    const begun = await this.app.ask(caller, redirectUrl, { purpose });
    if (begun.errorCode !== null) return begun;
    const state = new URL((begun.data as { url: string }).url).searchParams.get('state') ?? '';
    const query = `?${new URLSearchParams({ state, code: identityOf(seat) }).toString()}`;
    const { location, ...landed } = await this.app.visit(caller, 'GET /api/v1/userlogin/callback', query);
    const [what, value = ''] = location.split('#').at(-1)?.split('=') ?? [];
    if (what !== 'code') return { ...landed, location, errorCode: value };
    return this.app.ask(caller, exchangeCode, { code: value });
  }

  close(): Promise<void> {
    return this.deps.store.close();
  }
}
