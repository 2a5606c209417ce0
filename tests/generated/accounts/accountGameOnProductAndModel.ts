import type { Session as SessionReply } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Mail } from '../../../bot/src/gateways/mailPort.ts';
import { aMemberId, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { Caller, Reply } from './inProcessAppAndBrowser.ts';
import { AccountModel } from './accountModel.ts';
import type { Access, Account, Code, Held, OrgKey, Rule, Session } from './accountModel.ts';
import { ownerOf, seatNames, seats } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';
import { AccountWorld } from './accountRoutesWorld.ts';

// Plays one scenario on the product and on the model, and compares their results.

export class Game {
  readonly world = new AccountWorld();
  readonly model = new AccountModel({ now: this.world.now, org: anOrgId, user: aUserId });
  readonly figures: Record<string, number> = { calls: 0, allowed: 0, refused: 0, limited: 0 };

  count(counterName: string, by = 1): void {
    this.figures[counterName] = (this.figures[counterName] ?? 0) + by;
  }

  /**
   * Returns true if the call succeeded. Throws if the rule forbids the result; a rejection by a rate limit is always
   * allowed.
   */
  settle(rule: Rule, reply: Reply, operation: string): boolean {
    this.count('calls');
    if (reply.errorCode === null) {
      this.count('allowed');
      if (rule === 'NO') throw new Error(`The rules refuse this call, and it succeeded: ${operation}`);
      return true;
    }
    if (reply.errorCode === 'TOO_MANY_REQUESTS') this.count('limited');
    else if (rule === 'OK')
      throw new Error(
        `The rules allow this call, and it was refused: ${operation} (${reply.errorCode} ${reply.message})`,
      );
    else this.count('refused');
    return false;
  }

  must(isSo: boolean, message: string): void {
    if (!isSo) throw new Error(message);
  }

  /**
   * Returns an open session of the person: 0 = the newest, 1 = the one before, and so on; undefined if the person has
   * fewer sessions.
   */
  heldBy(who: Person, pick: number): Held | undefined {
    return this.model.held.filter((item) => item.who === who && item.access !== null).at(-1 - pick);
  }

  caller(held: Held): Caller {
    return { browser: this.world.elsewhere(held.who), token: held.access?.token };
  }

  isOpen(held: Held): boolean {
    return held.access !== null && this.model.opens(held.session, held.access);
  }

  /** Returns the expected result of a call: OK if the session is valid and `isAllowed`, otherwise NO. */
  rule(held: Held, isAllowed = true): Rule {
    return isAllowed && this.isOpen(held) ? 'OK' : 'NO';
  }

  /**
   * Returns the organisation of a new session. Throws if the account is not a member of that organisation in the model.
   */
  orgOpened(account: Account, orgId: string | null): OrgKey {
    const known = orgId === null ? undefined : this.model.orgOf(orgId);
    if (known !== undefined) {
      this.must(account.places.has(known), `A session opened ${known}, where nobody gave ${account.address} a place.`);
      return known;
    }
    const own = this.model.orgs.get(`own ${account.id}`);
    if (own?.id !== null || orgId === null)
      throw new Error(`A session of ${account.address} opened an unknown organisation.`);
    own.id = orgId;
    return `own ${account.id}`;
  }

  open(
    who: Person,
    account: Account,
    reply: Reply,
    way: Pick<Session, 'confinedTo' | 'method' | 'hasFactor'>,
  ): Session {
    const data = reply.data as SessionReply;
    const org = this.orgOpened(account, data.orgId);
    const session: Session = {
      ...{ account, epoch: account.epoch, org, ...way, at: this.model.now, refresh: data.refreshToken },
      ...{ previous: null, rotatedAt: this.model.now, isEnded: false },
    };
    const access = this.access(data.token, org);
    this.hold({ who, session, access, refresh: data.refreshToken, isStolen: false, failedChecks: 0 });
    if (way.confinedTo === null) this.sameLanguage(account, data.language);
    this.count('sessions');
    return session;
  }

  sameLanguage(account: Account, language: string | null): void {
    this.must(account.language === language, `The language of ${account.address} was changed from outside.`);
  }

  access(token: string, org: OrgKey): Access {
    return { token, at: this.model.now, org };
  }

  hold(held: Held): void {
    this.model.held.push(held);
  }

  async letters(about: Partial<Pick<Code, 'seat' | 'org'>> = {}): Promise<void> {
    for (const mail of await this.world.deliver()) this.#file(mail, about);
  }

  #file({ to, email }: Mail, { seat = null, org = null }: Partial<Pick<Code, 'seat' | 'org'>>): void {
    const person = ownerOf(to);
    if (person === undefined || !('code' in email)) return;
    const account = this.model.claims.get(person)?.account ?? null;
    const filed = {
      ...{ to: person, code: email.code, at: this.model.now, epoch: account?.epoch ?? 0 },
      ...{ account: null, seat: null, round: 0, org: null, deletion: 0, usedAt: null, usedBy: null, isAgain: false },
    };
    switch (email.kind) {
      case 'CONFIRM':
      case 'RESET':
        this.model.codes.push({ ...filed, kind: email.kind, account });
        return;
      case 'REGISTER_AGAIN':
        this.model.codes.push({ ...filed, kind: 'RESET', isAgain: true, account });
        return;
      case 'INVITE': {
        const whose = seatNames.find((seatName) => aMemberId(seatName) === email.memberId) ?? seat;
        const round = whose === null ? 0 : (this.model.rounds.get(whose) ?? 0);
        this.model.codes.push({ ...filed, kind: 'INVITE', seat: whose, round });
        return;
      }
      case 'ORG_DELETED':
        if (org !== null)
          this.model.codes.push({ ...filed, kind: 'UNDELETE', org, deletion: this.model.orgs.get(org)?.deletion ?? 0 });
        return;
      default:
    }
  }

  /**
   * Adds an account to the model for a Microsoft sign-in of an unknown person, for whom the product has created an
   * account.
   */
  strangerOf(seat: Seat, id: string): Account {
    const { person, org } = seats[seat];
    const account = this.model.addAccount({ id, address: person, maker: null, password: null });
    this.model.links.set(seat, account);
    account.places.set(org, { seat, role: 'user' });
    return account;
  }
}
