import { aPassword, people, seatNames, seats, withAccount } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';

// A model of accounts, sessions and secrets that follows the rules of the product without importing its code.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type Role = 'user' | 'admin';
/**
 * `own ID` = the organisation that the account with this id registered; any other key = the organisation of a tenant.
 */
export type OrgKey = 'contoso' | 'fabrikam' | 'evil' | `own ${string}`;

export interface Organisation {
  /** The product's id of the organisation; null until a person has signed in to it. */
  id: string | null;
  state: 'ACTIVE' | 'DELETING' | 'DELETED';
  until: number;
  deletion: number;
}

interface Factor {
  /** The person who turned the second factor on, and who therefore has the app and the recovery codes. */
  readonly by: Person;
  readonly secret: string;
  recovery: string[];
  readonly used: string[];
  lastStep: number;
}

export interface Place {
  readonly seat: Seat | null;
  readonly role: Role;
}

export interface Account {
  readonly id: string;
  readonly address: Person;
  /** The person who chose the first password in their own browser. Null = a Microsoft sign-in created the account. */
  readonly maker: Person | null;
  password: string | null;
  isConfirmed: boolean;
  isEnded: boolean;
  epoch: number;
  factor: Factor | null;
  readonly places: Map<OrgKey, Place>;
  /**
   * The membership that a confirmation will grant: OWN = an organisation of the person's own, a seat = the invited
   * member in a roster; null = none.
   */
  readonly future: 'OWN' | Seat | null;
  /** The invitation that the confirmation uses up; null = the account was registered without an invitation. */
  readonly invitation: Code | null;
  /** Failed sign-ins since the last success. */
  failures: number;
  /** Wrong second-factor codes. The product limits their number in a period. */
  readonly wrongs: { readonly by: Person; readonly at: number }[];
  firstName: string;
  language: string | null;
}

export interface Session {
  readonly account: Account;
  readonly epoch: number;
  org: OrgKey;
  readonly confinedTo: OrgKey | null;
  readonly method: 'PASSWORD' | 'MICROSOFT';
  hasFactor: boolean;
  readonly at: number;
  refresh: string;
  previous: string | null;
  rotatedAt: number;
  isEnded: boolean;
}

export interface Access {
  readonly token: string;
  readonly at: number;
  readonly org: OrgKey;
}

/** The tokens of a session, and the person who has them. The person may have stolen the tokens. */
export interface Held {
  readonly who: Person;
  readonly session: Session;
  access: Access | null;
  refresh: string | null;
  readonly isStolen: boolean;
  /** Number of checks that found the session ended. After a few such checks, the token is not checked again. */
  failedChecks: number;
}

export interface Code {
  readonly kind: 'CONFIRM' | 'RESET' | 'INVITE' | 'UNDELETE';
  readonly to: Person;
  readonly code: string;
  readonly at: number;
  readonly account: Account | null;
  readonly epoch: number;
  readonly seat: Seat | null;
  readonly round: number;
  readonly org: OrgKey | null;
  readonly deletion: number;
  usedAt: number | null;
  /** True for a RESET code that was sent to an unconfirmed address: it registers the address again. */
  readonly isAgain: boolean;
  /**
   * The account that used the invitation; null = the invitation is unused. A second use by the same account has no
   * effect.
   */
  usedBy: Account | null;
}

export interface Challenge {
  readonly method: Session['method'];
  /** The Microsoft identity of the first step; null = the first step was a password. */
  readonly seat: Seat | null;
  readonly who: Person;
  readonly account: Account;
  readonly epoch: number;
  readonly at: number;
  readonly token: string;
}

export interface Feed {
  readonly who: Person;
  readonly account: Account;
  readonly org: OrgKey;
  readonly file: string;
  isEnded: boolean;
  /**
   * True if the rules leave open whether the address of the feed is still valid. The product may then accept or reject
   * the address.
   */
  isVague: boolean;
}

/**
 * Kinds of secrets that mal can steal. mal has only one of them at a time, so that a break-in shows which secret caused
 * it.
 */
export type Loot =
  | { readonly kind: 'PASSWORD'; readonly of: Person; readonly password: string }
  | { readonly kind: 'CODE'; readonly code: Code }
  | { readonly kind: 'TOTP' | 'RECOVERY'; readonly of: Person; readonly secret: string };

interface Claim {
  readonly account: Account;
  readonly since: number;
  isConfirmed: boolean;
}

export type Rule = 'OK' | 'NO' | 'MAY';

export class AccountModel {
  now = 0;
  readonly orgs = new Map<OrgKey, Organisation>();
  readonly accounts: Account[] = [];
  readonly claims = new Map<Person, Claim>();
  readonly roles = new Map<Seat, Role>();
  readonly links = new Map<Seat, Account>();
  /**
   * Seats whose Microsoft identity a person linked to the account, so that it opens every organisation of the account.
   * The value is the state before the link, to which `unjoin` returns.
   */
  readonly joined = new Map<Seat, { readonly wasLinked: boolean; readonly place: Place | undefined }>();
  readonly gone = new Set<Seat>();
  readonly removals: { readonly target: 'PERSON'; readonly id: string }[] = [];
  readonly disabled = new Set<Seat>();
  readonly rounds = new Map<Seat, number>();
  readonly held: Held[] = [];
  readonly codes: Code[] = [];
  readonly challenges: Challenge[] = [];
  readonly feeds: Feed[] = [];
  loot: Loot | null = null;
  readonly #passwords = new Map<Person, { readonly at: Person; readonly password: string }[]>();
  readonly #made = new Map<Person, number>();

  constructor(ids: {
    readonly now: number;
    readonly org: (name: string) => string;
    readonly user: (name: string) => string;
  }) {
    this.now = ids.now;
    for (const org of ['contoso', 'fabrikam', 'evil'] as const)
      this.orgs.set(org, { id: ids.org(org), state: 'ACTIVE', until: 0, deletion: 0 });
    for (const seat of seatNames) this.roles.set(seat, seats[seat].role);
    for (const who of withAccount) {
      const account = this.addAccount({ id: ids.user(who), address: who, maker: who, password: aPassword(who, 0) });
      account.isConfirmed = true;
      this.learn(who, who, aPassword(who, 0));
      this.claims.set(who, { account, since: this.now, isConfirmed: true });
      this.seat(account, who);
    }
  }

  addAccount(
    created: Pick<Account, 'id' | 'address' | 'maker' | 'password'> & Partial<Pick<Account, 'future' | 'invitation'>>,
  ): Account {
    const account: Account = {
      ...{
        future: null,
        invitation: null,
        isConfirmed: false,
        isEnded: false,
        epoch: 1,
        factor: null,
        places: new Map(),
      },
      ...{ failures: 0, wrongs: [], firstName: created.maker ?? '', language: null },
      ...created,
    };
    this.accounts.push(account);
    return account;
  }

  newPassword(who: Person): string {
    const number = (this.#made.get(who) ?? 0) + 1;
    this.#made.set(who, number);
    return aPassword(who, number);
  }

  learn(who: Person, at: Person, password: string): void {
    this.#passwords.set(who, [...(this.#passwords.get(who) ?? []), { at, password }]);
  }

  /**
   * Returns the passwords of the account that the person has set, newest last. If the attacker has stolen a password of
   * the account, that password is last.
   */
  known(who: Person, at: Person): readonly string[] {
    const own = (this.#passwords.get(who) ?? []).filter((item) => item.at === at).map((item) => item.password);
    const { loot } = this;
    return who === 'mal' && loot?.kind === 'PASSWORD' && loot.of === at ? [...own, loot.password] : own;
  }

  /** Returns every password that the account of the address ever had. All except the current password must fail. */
  everKnown(at: Person): readonly string[] {
    return people
      .flatMap((who) => (this.#passwords.get(who) ?? []).filter((item) => item.at === at))
      .map((item) => item.password);
  }

  account(at: Person): Account | undefined {
    const account = this.claims.get(at)?.account;
    return account?.isEnded === false ? account : undefined;
  }

  isAlive(org: OrgKey): boolean {
    return this.orgs.get(org)?.state === 'ACTIVE';
  }

  homes(account: Account, confinedTo: OrgKey | null = null): OrgKey[] {
    return [...account.places.keys()].filter((org) => this.isAlive(org) && (confinedTo === null || org === confinedTo));
  }

  roleIn(account: Account, org: OrgKey): Role {
    const place = account.places.get(org);
    if (place === undefined) return 'user';
    return place.seat === null ? place.role : (this.roles.get(place.seat) ?? 'user');
  }

  isLive({ account, epoch, isEnded, at, rotatedAt }: Session): boolean {
    const isOver = this.now >= rotatedAt + 30 * dayMs || this.now >= at + 90 * dayMs;
    return !isEnded && !account.isEnded && account.epoch === epoch && !isOver;
  }

  opens(session: Session, access: Access): boolean {
    if (this.now >= access.at + 30 * minuteMs) return false;
    return this.isLive(session) && this.isAlive(access.org) && session.account.places.has(access.org);
  }

  isRecent({ at }: Session): boolean {
    return this.now - at < 5 * minuteMs;
  }

  /**
   * True if the session may change the account. A session of one tenant's Microsoft sign-in (`confinedTo`) may not, if
   * the account also belongs to other organisations.
   */
  reaches({ confinedTo, account }: Session): boolean {
    return confinedTo === null || account.places.size < 2;
  }

  isAdmin(session: Session, access: Access, org: OrgKey): boolean {
    return access.org === org && this.roleIn(session.account, org) === 'admin';
  }

  isUsable(seat: Seat): boolean {
    return this.isAlive(seats[seat].org) && !this.gone.has(seat);
  }

  /**
   * Gives the seat (a member in a roster) to the account. If another account had the seat, that account ends,
   * because a member has one account.
   */
  seat(account: Account, seat: Seat): void {
    const before = this.links.get(seat);
    if (before !== undefined && before !== account) this.end(before);
    if (before !== account) this.joined.delete(seat);
    this.links.set(seat, account);
    account.places.set(seats[seat].org, { seat, role: 'user' });
  }

  isTaken(seat: Seat, except?: Account): boolean {
    const account = this.links.get(seat);
    return account !== undefined && account !== except && account.password !== null;
  }

  end(account: Account): void {
    account.isEnded = true;
    for (const feed of this.feeds) if (feed.account === account) feed.isEnded = true;
    for (const [seat, linked] of this.links)
      if (linked === account) {
        this.links.delete(seat);
        this.joined.delete(seat);
      }
    for (const [address, claim] of this.claims) if (claim.account === account) this.claims.delete(address);
  }

  join(account: Account, seat: Seat): void {
    const cached = this.joined.get(seat);
    const before = { wasLinked: this.links.get(seat) === account, place: account.places.get(seats[seat].org) };
    this.seat(account, seat);
    this.joined.set(seat, cached ?? before);
  }

  /** Unlinks a Microsoft identity. Afterwards it opens only the organisations that it opened before the link. */
  unjoin(account: Account, seat: Seat): void {
    const before = this.joined.get(seat);
    this.joined.delete(seat);
    if (before === undefined || before.wasLinked) return;
    const { org } = seats[seat];
    this.unlink(seat);
    const isOnly = account.places.size === 1;
    // An account must keep at least one organisation, because otherwise no person could sign in to it.
    const left: Place | undefined = before.place ?? (isOnly ? { seat: null, role: 'user' } : undefined);
    if (left !== undefined) account.places.set(org, { seat: null, role: 'user' });
    else {
      account.places.delete(org);
      this.endFeeds(account, org);
    }
  }

  unlink(seat: Seat): void {
    this.links.delete(seat);
    this.joined.delete(seat);
  }

  endFeeds(account: Account, org: OrgKey): void {
    for (const feed of this.feeds) if (feed.account === account && feed.org === org) feed.isEnded = true;
  }

  seatsIn(org: OrgKey): readonly Seat[] {
    return seatNames.filter((seat) => seats[seat].org === org);
  }

  dropStolen(): void {
    for (let index = this.held.length - 1; index >= 0; index -= 1)
      if (this.held[index]?.isStolen === true) this.held.splice(index, 1);
  }

  /** True if the address is free or belongs to a registration that may be replaced. */
  isFree(address: Person): boolean {
    const claim = this.claims.get(address);
    return claim === undefined || (!claim.isConfirmed && this.now - claim.since >= dayMs);
  }

  wrongsOf(account: Account, by?: Person): number {
    return account.wrongs.filter((item) => this.now - item.at < 15 * minuteMs && (by === undefined || item.by === by))
      .length;
  }

  newest(kind: Code['kind'], who: Person): Code | undefined {
    const { loot } = this;
    if (who === 'mal' && loot?.kind === 'CODE' && loot.code.kind === kind) return loot.code;
    return this.codes.findLast((code) => code.kind === kind && code.to === who);
  }

  orgOf(id: string): OrgKey | undefined {
    return [...this.orgs].find(([, org]) => org.id === id)?.[0];
  }
}
