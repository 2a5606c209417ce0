import { addDays, dateAt, day, instantOf, isLived, weekdayOf } from '../runs/zoneClocksAndDateArithmetic.ts';
import type { Recipient, Scenario, Schedule, Step } from './digestScenario.ts';

// An independent model: which message each recipient gets, when, and for which period, by the product rules and plain
// arithmetic alone.

/**
 * A digest that is sent once to all recipients, with the messages that are delivered. `from` and `to`: the period in
 * epoch ms; null for the notice that the digest stopped.
 */
export interface ExpectedSending {
  readonly at: number;
  readonly period: readonly [from: number, to: number] | null;
  readonly cards: readonly string[];
  readonly emails: number;
  readonly calls: number;
}

const weekdays = { sunday: 0, monday: 1, friday: 5 } as const;
const daysBetween = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / day;

export const anchorOf = ({ from }: Pick<Scenario, 'from'>, { anchorDays }: Schedule): string =>
  addDays(from, anchorDays);

export class DigestModel {
  readonly sendings: ExpectedSending[] = [];
  readonly #scenario: Scenario;
  readonly #admins: readonly string[];
  readonly #holidays = new Set<string>();
  #schedule: Schedule;
  #members: readonly Recipient[];
  #state: 'ACTIVE' | 'PAUSED' | 'STOPPED' = 'ACTIVE';
  #owner: 'ann' | 'bob' = 'bob';
  #bob = { isEnabled: true, hasLeft: false, isAdmin: true };
  #eve = { isEnabled: true, isMuted: false, isAdmin: true };
  #isConnected = true;
  #isSubscribed = true;
  #nextAt: number | null;
  #coveredUntil: number | null = null;

  /** `admins`: the names of the admins in the order of their ids. */
  constructor(scenario: Scenario, admins: readonly string[], now: number) {
    this.#scenario = scenario;
    this.#admins = admins;
    this.#schedule = scenario.schedule;
    this.#members = scenario.members;
    this.#nextAt = this.#after(now);
  }

  #isOff(date: string): boolean {
    const { isWorkingDaysOnly, isHolidayAware, timezone } = this.#schedule;
    const isFree = isHolidayAware && !this.#scenario.isOrganisation && this.#holidays.has(date);
    return (isWorkingDaysOnly && [0, 6].includes(weekdayOf(date))) || isFree || !isLived(date, timezone);
  }

  #isPlanned(date: string): boolean {
    const { cadence, weekday, sprintWeeks } = this.#schedule;
    const anchor = anchorOf(this.#scenario, this.#schedule);
    if (cadence === 'DAILY') return true;
    if (cadence === 'WEEKLY') return weekdayOf(date) === weekdays[weekday];
    return date >= anchor && daysBetween(anchor, date) % (7 * sprintWeeks) === 0;
  }

  /** Returns the dates on which the digest is sent around the instant: each planned date, moved behind the days off. */
  #dates(ms: number): string[] {
    const today = dateAt(ms, this.#schedule.timezone);
    const dates = new Set<string>();
    for (let index = -60; index <= 60; index += 1) {
      let date = addDays(today, index);
      if (!this.#isPlanned(date)) continue;
      while (this.#isOff(date)) date = addDays(date, 1);
      dates.add(date);
    }
    return [...dates].sort();
  }

  #instants(ms: number): number[] {
    const { time, timezone } = this.#schedule;
    return this.#dates(ms).map((date) => instantOf(date, time, timezone));
  }

  #after(ms: number): number | null {
    return this.#instants(ms).find((at) => at > ms) ?? null;
  }

  #mayRead(): boolean {
    if (this.#owner === 'ann') return true;
    const { isEnabled, hasLeft, isAdmin } = this.#bob;
    return isEnabled && !hasLeft && (isAdmin || !this.#scenario.isOrganisation);
  }

  #canGet(name: string): boolean {
    if (name === 'ann') return true;
    const { isOrganisation } = this.#scenario;
    if (name === 'eve') return this.#eve.isEnabled && (this.#eve.isAdmin || !isOrganisation);
    return this.#bob.isEnabled && !this.#bob.hasLeft && (this.#bob.isAdmin || !isOrganisation);
  }

  #isMuted(name: string): boolean {
    return name === 'eve' && this.#eve.isMuted;
  }

  #isAdmin(name: string): boolean {
    return name === 'ann' || (name === 'eve' ? this.#eve.isAdmin : this.#bob.isAdmin);
  }

  /** The notice goes to one admin who can receive it, never to the owner, who lost the right to read the reports. */
  #stop(at: number): void {
    this.#state = 'STOPPED';
    this.#nextAt = null;
    const isSilent = !this.#isConnected && !this.#scenario.isOrganisation;
    const mayGet = (name: string): boolean => this.#isAdmin(name) && this.#canGet(name) && !this.#isMuted(name);
    const notifiedAdmin = this.#admins.find((name) => name !== this.#owner && mayGet(name));
    const cards = isSilent || notifiedAdmin === undefined ? [] : [notifiedAdmin];
    this.sendings.push({ at, period: null, cards, emails: 0, calls: 0 });
  }

  #send(at: number, now: number): void {
    const { hasEmail, inChannel, hasWebhook, isOrganisation } = this.#scenario;
    const { cadence, sprintWeeks } = this.#schedule;
    const days = { DAILY: 1, WEEKLY: 7, SPRINT: 7 * sprintWeeks }[cadence];
    const to = Math.max(at, ...this.#instants(now).filter((instant) => instant <= now));
    const from = Math.max(this.#coveredUntil ?? to - days * day, to - 62 * day);
    const people = this.#members.filter((name) => this.#canGet(name) && !this.#isMuted(name));
    const cards = [...people, ...(inChannel && !isOrganisation ? ['channel'] : [])].sort();
    const emails = hasEmail && this.#isSubscribed ? 1 : 0;
    this.sendings.push({ at: now, period: [from, to], cards, emails, calls: hasWebhook ? 1 : 0 });
    this.#coveredUntil = to;
    this.#nextAt = this.#after(Math.max(now, to));
  }

  /** Advances the model to the instant `until`. `since` is the instant from which the server runs. */
  advance(until: number, since: number): void {
    while (this.#state === 'ACTIVE' && this.#nextAt !== null && this.#nextAt <= until) {
      const at = this.#nextAt;
      const now = Math.max(at, since);
      const isOnDate = this.#dates(at).includes(dateAt(at, this.#schedule.timezone));
      if (!isOnDate) this.#nextAt = this.#after(at);
      else if (!this.#mayRead()) this.#stop(now);
      else if (!this.#isConnected && !this.#scenario.isOrganisation) this.#nextAt = this.#after(now);
      else this.#send(at, now);
    }
  }

  #takeOver(now: number): void {
    this.#owner = 'ann';
    this.#state = 'ACTIVE';
    this.#nextAt = this.#after(now);
  }

  act(step: Step, now: number): void {
    switch (step.do) {
      case 'disableBob':
      case 'enableBob':
        this.#bob.isEnabled = step.do === 'enableBob';
        return;
      case 'leaveBob':
        this.#bob.hasLeft = true;
        return;
      case 'demoteBob':
        this.#bob.isAdmin = false;
        return;
      case 'disableEve':
      case 'enableEve':
        this.#eve.isEnabled = step.do === 'enableEve';
        return;
      case 'demoteEve':
        this.#eve.isAdmin = false;
        return;
      case 'muteEve':
      case 'unmuteEve':
        this.#eve.isMuted = step.do === 'muteEve';
        return;
      case 'unsubscribe':
      case 'agree':
        this.#isSubscribed = step.do === 'agree';
        return;
      case 'pause':
        this.#state = 'PAUSED';
        this.#nextAt = null;
        return;
      case 'resume':
        // A digest that is active and whose owner may read it stays as it is.
        if (this.#state !== 'ACTIVE' || !this.#mayRead()) this.#takeOver(now);
        return;
      case 'disconnect':
      case 'connect':
        this.#isConnected = step.do === 'connect';
        return;
      case 'holiday':
        this.#holidays.add(addDays(dateAt(now, 'UTC'), step.days));
        return;
      case 'workday':
        this.#holidays.delete(addDays(dateAt(now, 'UTC'), step.days));
        return;
      case 'edit': {
        const { hasEmail, hasWebhook, inChannel, isOrganisation } = this.#scenario;
        // A recipient who may not get the digest is removed from it, and a digest without a recipient is refused.
        const members = this.#members.filter((name) => this.#canGet(name));
        if (members.length === 0 && !hasEmail && !hasWebhook && (!inChannel || isOrganisation)) return;
        this.#members = members;
        const isPaused = this.#state === 'PAUSED';
        this.#schedule = step.schedule;
        this.#takeOver(now);
        if (!isPaused) return;
        this.#state = 'PAUSED';
        this.#nextAt = null;
        return;
      }
      case 'down':
    }
  }
}
