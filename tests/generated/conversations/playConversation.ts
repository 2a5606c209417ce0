import { aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { takesAnswers } from './whenRunTakesAnswers.ts';
import { orgOf, people, reports, seats, tenantOf, windowMinutes } from './conversationScenario.ts';
import type { Person, Report, Scenario, Step, Team } from './conversationScenario.ts';
import { buttonsOf, filledIn, inputsOf, runNamedBy, runOf, runShown } from './readAndFillShownCard.ts';
import type { Button, Shown } from './readAndFillShownCard.ts';
import { BotWorld } from './conversationWorld.ts';
import type { Rows, Turn } from './conversationWorld.ts';

type Press = Extract<Step, { do: 'press' | 'pressOwn' }>;

const nameOf = new Map<string, Person>(people.map((who) => [aMemberId(who), who]));
const orgIds = { contoso: anOrgId('contoso'), fabrikam: anOrgId('fabrikam') } as const;

const changed = ({ before, after }: Pick<Turn, 'before' | 'after'>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

/** Matches rows of one person. A started run also creates rows for other people, which the pattern leaves out. */
const ownRow = /(?: M\||\|a\|| [A-Z]\|)/;
const isPersonal = (key: string): boolean => ownRow.test(key) && !/\|s\|/.test(key);

const ownedByOthers = (who: Person, turn: Turn): string[] =>
  changed(turn).filter((key) => {
    const isForeign = key.startsWith(orgIds[tenantOf(who) === 'contoso' ? 'fabrikam' : 'contoso']);
    const owners = [...nameOf].filter(([id]) => key.includes(id)).map(([, name]) => name);
    return isForeign || (isPersonal(key) && owners.length > 0 && !owners.includes(who));
  });

/** True for a reply with personal data, which the bot must not send to a channel or a group chat. */
const isPrivate = (reply: Turn['replies'][number]): boolean => {
  if (!reply.conversation.startsWith('19:')) return false;
  const form = reply.card === undefined ? [] : [...inputsOf(reply.card), ...buttonsOf(reply.card).filter(runOf)];
  return form.length > 0 || /said by \w+/.test(reply.text);
};

const answerIn = (rows: Rows, run: string, who: Person): string | undefined => {
  const [meeting, date] = run.split('|');
  const ending = ` D|${date}|${meeting}|a|${aMemberId(who)}`;
  for (const [key, value] of rows) if (key.endsWith(ending)) return value;
  return undefined;
};

class Conversation {
  readonly faults: string[] = [];
  readonly #world: BotWorld;
  readonly #members = new Map<Team, Set<Person>>(
    (Object.keys(seats) as Team[]).map((team) => [team, new Set<Person>(seats[team])]),
  );
  /**
   * Reports with a run that a person started or cancelled, or that a person switched on or off. The schedule no longer
   * decides when their runs accept answers.
   */
  readonly #managed = new Set<Report>();
  #texts = 0;
  turns = 0;
  answers = 0;
  refusals = 0;

  constructor(world: BotWorld) {
    this.#world = world;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        return this.#world.pass(step.minutes);
      case 'say':
        return this.#sendText(step);
      case 'press':
        return this.#press(step, step.who);
      case 'pressOwn':
        return this.#press(step, undefined);
      case 'leave':
      case 'join':
        return this.#move(step.do, step.who, step.team);
      case 'manage':
        this.#managed.add(step.report);
        await this.#world.manage(step.what, step.report);
    }
  }

  async #move(change: 'leave' | 'join', who: Person, team: Team): Promise<void> {
    // The admins stay in the teams, so that the scenario can continue.
    if (tenantOf(who) !== orgOf(team) || who === 'kim' || who === 'ann' || who === 'zoe') return;
    await this.#world.move(change, who, team);
    if (change === 'join') this.#members.get(team)?.add(who);
    else this.#members.get(team)?.delete(who);
  }

  #fault(text: string): void {
    this.faults.push(text);
  }

  /** Checks the rules for every turn, such as: no error in the log, and no personal reply in a channel. */
  #judge(who: Person, action: string, turn: Turn): void {
    this.turns += 1;
    const about = `${who} ${action}`;
    if (turn.http !== 200 && turn.http !== 202 && turn.http !== 201) this.#fault(`${about}: HTTP ${turn.http}`);
    if ((turn.status ?? 200) >= 500) this.#fault(`${about}: status ${turn.status}`);
    if (turn.errors.length > 0) this.#fault(`${about}: logged ${turn.errors.join()}`);
    if (turn.replies.length === 0) this.#fault(`${about}: no reply`);
    for (const key of ownedByOthers(who, turn)) this.#fault(`${about}: changed ${key}`);
    if (turn.replies.some(isPrivate)) this.#fault(`${about}: something personal in a channel`);
  }

  #started(turn: Turn): string[] {
    const before = BotWorld.runsIn(turn.before);
    return [...BotWorld.runsIn(turn.after)]
      .filter(([run, { round }]) => before.get(run)?.round !== round)
      .map(([run]) => run);
  }

  #markStarted(turn: Turn): void {
    for (const run of this.#started(turn)) {
      const report = this.#reportOf(run);
      if (report !== undefined) this.#managed.add(report);
    }
  }

  #reportOf(run: string): Report | undefined {
    return [...this.#world.meetings].find(([, meeting]) => run.startsWith(meeting.id))?.[0];
  }

  async #sendText({ who, where, text }: Extract<Step, { do: 'say' }>): Promise<void> {
    const turn = await this.#world.sendText(who, where, text);
    this.#judge(who, `says "${text}" in ${where}`, turn);
    if (!text.startsWith('start') && this.#started(turn).length > 0) this.#fault(`"${text}" started a run`);
    const isMember = [...this.#members.values()].some((member) => member.has(who));
    if (!isMember && this.#started(turn).length > 0) this.#fault(`${who} belongs to no team and started a run`);
    if ((text === 'mute' || text === 'unmute') && isMember) this.#mustBeMuted(who, text === 'mute', turn.after);
    this.#markStarted(turn);
  }

  #mustBeMuted(who: Person, isMuted: boolean, rows: Rows): void {
    for (const team of Object.keys(seats) as Team[]) {
      if (this.#members.get(team)?.has(who) !== true) continue;
      const row = [...rows].find(([key]) => key.includes(aTeamId(team)) && key.endsWith(` M|${aMemberId(who)}`))?.[1];
      if (row !== undefined && (JSON.parse(row) as { isMuted?: boolean }).isMuted !== isMuted)
        this.#fault(`${who} said ${isMuted ? 'mute' : 'unmute'}, and ${team} does not know`);
    }
  }

  async #press(step: Press, presser: Person | undefined): Promise<void> {
    const { shown } = this.#world;
    const pressable = shown.filter((item) => item.buttons.length > 0);
    const card = pressable.at(-1 - (step.card % Math.max(pressable.length, 1)));
    if (card === undefined) return;
    const index = step.button % card.buttons.length;
    const button = card.buttons[index];
    if (button === undefined) return;
    const owner = people.find((person) => card.conversation === `a:${person}`);
    const who = presser ?? owner ?? 'ann';
    this.#texts += 1;
    const token = `said by ${who} ${this.#texts}`;
    const filled = button.verb === 'submit' ? filledIn(card.card, step.fill === 'GOOD' ? token : '') : {};
    const turn = await this.#world.press(who, card, button, step.how, filled);
    this.#judge(who, `presses "${button.title}" (${button.verb}) of ${JSON.stringify(button.data)}`, turn);
    if (button.verb === 'submit' || button.verb === 'edit') this.#judgeForm({ who, button, token, step }, turn);
    if (button.title.startsWith('Answer')) this.#judgeAnswerButton(who, card, index, button, turn);
    this.#markStarted(turn);
  }

  /**
   * Checks a press of an "Answer" button, which belongs to one run for ever: it never opens a run and never leads to
   * another one.
   */
  #judgeAnswerButton(who: Person, card: Shown, index: number, button: Button, turn: Turn): void {
    const { title, data } = button;
    const about = `${who} presses "${title}" of ${JSON.stringify(data)}`;
    for (const run of this.#started(turn)) this.#fault(`${about}: started ${run}`);
    const run = turn.replies.map(({ card: reply }) => reply && runShown(reply)).find((item) => item !== undefined);
    if (run === undefined) return;
    const first = card.led.get(index);
    if (first === undefined) card.led.set(index, run);
    else if (first !== run) this.#fault(`${about}: led to ${first} and later to ${run}`);
    const named = runNamedBy(button);
    if (named === undefined && !card.runsThen.has(run)) this.#fault(`${about}: led to ${run}, a later run`);
    if (named !== undefined && named !== run) this.#fault(`${about}: led to ${run}`);
  }

  #judgeForm(
    { who, button, token, step }: { who: Person; button: Button; token: string; step: Press },
    turn: Turn,
  ): void {
    const run = runOf(button) ?? '';
    const about = `${who} ${button.verb}s ${run}`;
    const holder = nameOf.get(String(button.data['memberId']));
    const [before, after] = [answerIn(turn.before, run, who), answerIn(turn.after, run, who)];
    for (const started of this.#started(turn)) this.#fault(`${about}: started ${started}`);
    for (const key of changed(turn)) {
      const [, date, meeting] = / D\|([\d-]+)\|(\w+)\|a\|/.exec(key) ?? [];
      if (date !== undefined && `${meeting}|${date}` !== run) this.#fault(`${about}: changed the answer ${key}`);
    }
    if (button.verb === 'edit' && before !== after) this.#fault(`${about}: Edit changed an answer`);
    if (button.verb !== 'submit') return;
    const isDone = turn.replies.some(
      ({ card }) => card !== undefined && buttonsOf(card).some((b) => b.verb === 'edit'),
    );
    const isStored = after?.includes(token) === true;
    if (isDone && step.fill === 'GOOD' && !isStored) this.#fault(`${about}: acknowledged and not stored`);
    if (before !== after && !isDone) this.#fault(`${about}: stored and not acknowledged`);
    if (isStored) this.answers += 1;
    else this.refusals += 1;
    this.#mustKeepFirst(about, before, after);
    if (step.fill === 'GOOD') this.#mustTake({ about, run, who, holder, isStored });
  }

  /**
   * Reports a fault if a later answer changed the time of the first answer: a later answer may only edit the content.
   */
  #mustKeepFirst(about: string, before: string | undefined, after: string | undefined): void {
    if (before === undefined || after === undefined) return;
    const [old, now] = [before, after].map((row) => JSON.parse(row) as { answeredAt?: string; givenTo?: unknown });
    if (old?.givenTo == null && old?.answeredAt !== now?.answeredAt) this.#fault(`${about}: answered a second time`);
  }

  /**
   * Reports a fault if the product accepted an answer while the run took none, or rejected an answer while it took
   * them. Checks only runs that no person started or cancelled.
   */
  #mustTake(input: { about: string; run: string; who: Person; holder: Person | undefined; isStored: boolean }): void {
    const { about, run, who, holder, isStored } = input;
    if (who !== holder) {
      if (isStored) this.#fault(`${about}: took an answer to the card of ${holder ?? 'nobody'}`);
      return;
    }
    const report = this.#reportOf(run);
    const date = run.split('|')[1] ?? '';
    if (report === undefined || this.#managed.has(report)) return;
    const { team, time } = reports[report];
    const isOld = date < new Date(this.#world.clock.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const isMember = this.#members.get(team)?.has(who) === true;
    const isOpen = takesAnswers(date, { time, windowMinutes }, this.#world.clock.now());
    const isAhead = Date.parse(`${date}T00:00:00Z`) + time * 60_000 > this.#world.clock.now();
    if (isAhead || isOld || !isMember || this.#hasMoved) return;
    if (isOpen && !isStored) this.#fault(`${about}: an open run refused its answer`);
    if (!isOpen && isStored) this.#fault(`${about}: a closed run took an answer`);
  }

  /**
   * True while a person is away from a team to which the scenario assigned this person. Then the schedule alone does
   * not decide who may answer.
   */
  get #hasMoved(): boolean {
    return (Object.keys(seats) as Team[]).some((team) => this.#members.get(team)?.size !== seats[team].length);
  }
}

/** Returns a fault for each run whose row counts more answers than the store contains. */
const countFaults = (rows: Rows): string[] => {
  const faults: string[] = [];
  for (const [key, value] of rows) {
    const match = /^(\S+) D\|([\d-]+)\|(\w+)\|0$/.exec(key);
    if (match === null) continue;
    const run = JSON.parse(value) as { answered?: number };
    if (run.answered === undefined) continue;
    const start = `${match[1]} D|${match[2]}|${match[3]}|a|`;
    const answers = [...rows.keys()].filter((text) => text.startsWith(start)).length;
    if (run.answered > answers) faults.push(`${key}: counts ${run.answered} of ${answers} answers`);
  }
  return faults;
};

export const playConversation = async ({ steps }: Scenario): Promise<Figures> => {
  const world = await BotWorld.open();
  try {
    const conversation = new Conversation(world);
    for (const step of steps) {
      await conversation.take(step);
      if (conversation.faults.length > 0) throw new Error(conversation.faults.join('\n'));
    }
    const faults = countFaults(await world.rows());
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const { turns, answers, refusals } = conversation;
    return { turns, cards: world.shown.length, answers, refusals };
  } finally {
    await world.close();
  }
};
