import { answerInput, cardData, cardInput } from '#contracts/answer.ts';
import type { AnswerInput, CardData } from '#contracts/answer.ts';
import { AppError } from '#contracts/errors.ts';
import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';
import type { ZoneId } from '#contracts/ids.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import { inOrg, outside } from '../store/kind.ts';
import { teamsUser } from '../store/kinds/accounts.ts';
import { teamMember } from '../store/kinds/team.ts';
import { org as orgKind, orgTeam } from '../store/kinds/org.ts';
import { answer as answerKind, plan } from '../store/kinds/run.ts';
import { offeredGoals, tickGoals } from '../domain/goals.ts';
import { answerAs, readerOf, showCard } from './answers.ts';
import type { AnswerDeps, Answering } from './answers.ts';
import { askCard } from './answerCards.ts';
import { findTarget } from './answerTarget.ts';
import type { CardReply, Seats, Sender } from './chat.ts';
import { endingOf, endingRefusal } from './ending.ts';
import { localeFromTeams, zoneFromTeams } from './chat.ts';
import type { TeamMember } from './members.ts';
import type { Reader } from './presenter.ts';
import { localeOf } from './seen.ts';

// A stand-up card as the chat brings it back: unverified, from whoever pressed the button.

const senderReader = (sender: Sender): Reader => ({
  locale: localeFromTeams(sender.locale) ?? 'en',
  timezone: zoneFromTeams(sender.timezone) ?? ('UTC' as ZoneId),
});

/** Beside a pressed button the chat shows the summary alone, so the reason stands in it too. */
const refusal = (deps: AnswerDeps, reader: Reader, title: MessageKey, error: AppError): OutgoingMessage => {
  const why = sentence(error);
  const words = deps.words(reader.locale);
  const message = deps.presenter.notice({ title: { key: title }, lines: [why], buttons: [] }, reader);
  return { ...message, summary: `${words(title)}. ${words(why.key, why.values)}` };
};

const sentence = (error: AppError): { key: MessageKey; values?: MessageValues } => {
  const { message, values } = error.details;
  const key: MessageKey = message ?? `error.${error.code}`;
  return values === undefined ? { key } : { key, values };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What was typed and ticked, by the names of the card's inputs. */
const inputsOf = (data: object): { values: Record<string, string>; goals: string[] } => {
  const values: [string, string][] = [];
  const goals: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (name.startsWith(cardInput.question)) values.push([name.slice(cardInput.question.length), text(value)]);
    else if (name.startsWith(cardInput.goal) && (value === true || value === 'true'))
      goals.push(name.slice(cardInput.goal.length));
  }
  // fromEntries defines members, it does not assign them: whatever a client names one stays a member.
  return { values: Object.fromEntries(values), goals };
};

const parseAnswer = (card: CardData, data: object): AnswerInput => {
  const parsed = answerInput.safeParse({ meetingId: card.meetingId, date: card.date, ...inputsOf(data) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // A question id that is none of ours cannot be on a card of ours.
  if (issue?.code === 'invalid_key') throw new AppError('QUESTION_UNKNOWN');
  throw new AppError('INVALID_INPUT', { message: (issue?.message ?? 'invalid.text') as MessageKey });
};

interface Pressed {
  readonly card: CardData;
  /** Activity id of the card, where the chat names it. */
  readonly pressed: string | null;
  readonly seats: Seats | undefined;
}

/** Where the card's member sits in its team, if that is who pressed it. */
const seatFor = ({ O, T, memberId }: CardData, seats: Seats | undefined): TeamMember | undefined =>
  seats?.orgId === O && seats.memberId === memberId ? seats.places.find((one) => one.teamId === T)?.row : undefined;

const holding = (sender: Sender, { card, pressed }: Pressed, member: TeamMember): Answering => {
  const { O: orgId, T: teamId, meetingId, date, memberId } = card;
  return {
    run: { orgId, teamId, meetingId, date, memberId },
    member,
    locale: localeOf(sender, member),
    sentFrom: pressed,
  };
};

/** The sender as the member the card was made for. */
const holderOf = async (deps: AnswerDeps, sender: Sender, press: Pressed): Promise<Answering> => {
  const { card, seats } = press;
  const seat = seatFor(card, seats);
  if (seat !== undefined) return holding(sender, press, seat);
  const pointer = await outside(deps.store).get(teamsUser, { tid: sender.tid, oid: sender.oid });
  if (pointer?.value.orgId !== card.O || pointer.value.memberId !== card.memberId) throw new AppError('NOT_YOUR_CARD');
  const { O: orgId, T: teamId, memberId } = card;
  const records = inOrg(deps.store, orgId);
  const [row, organisation, team] = await Promise.all([
    records.get(teamMember, { teamId, memberId }),
    records.get(orgKind, undefined),
    records.get(orgTeam, { teamId }),
  ]);
  // What is written into an organisation or team on its way out would outlive it.
  const ending = organisation?.value.state === 'DELETING' ? await endingOf(deps, orgId) : undefined;
  if (ending !== undefined) throw endingRefusal('FORBIDDEN', ending, senderReader(sender).locale);
  const isGone = organisation?.value.state === 'DELETING' || organisation?.value.state === 'DELETED';
  if (row === undefined || isGone || team?.value.state === 'DELETED') throw new AppError('NOT_ASKED');
  return holding(sender, press, row.value);
};

/** The card again as it was filled in, with what is wrong: nothing typed is lost. */
const askAgain = async (deps: AnswerDeps, who: Answering, data: object, error: AppError): Promise<OutgoingMessage> => {
  const records = inOrg(deps.store, who.run.orgId);
  const target = await findTarget(deps, records, who.run, deps.clock.now());
  const { values, goals } = inputsOf(data);
  const [last, given] = await Promise.all([records.get(plan, target), records.get(answerKind, target)]);
  const { key, values: inWords } = sentence(error);
  const problem = deps.words(who.locale)(key, inWords);
  const ticked = tickGoals(given?.value.goals ?? offeredGoals(last?.value, target.date), goals);
  const known = new Set<string>(target.questions.map((one) => one.id));
  const kept = Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)));
  const filled = { values: kept, goals: ticked, isEdit: false, problem };
  return askCard(deps, target, filled, readerOf(target, who), deps.clock.now());
};

const submit = async (deps: AnswerDeps, who: Answering, card: CardData, data: object): Promise<OutgoingMessage> => {
  try {
    return (await answerAs(deps, who, parseAnswer(card, data))).message;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'INVALID_INPUT' || error.code === 'QUESTION_UNKNOWN'))
      return askAgain(deps, who, data, error);
    throw error;
  }
};

const act = async (deps: AnswerDeps, who: Answering, verb: 'submit' | 'edit', card: CardData, data: object) => {
  switch (verb) {
    case 'submit':
      return submit(deps, who, card, data);
    case 'edit': {
      const target = await findTarget(deps, inOrg(deps.store, who.run.orgId), who.run, deps.clock.now());
      return (await showCard(deps, { target, who, edit: true })).message;
    }
  }
};

const titleOf = (error: AppError, verb: 'submit' | 'edit'): MessageKey => {
  if (error.code === 'NOT_YOUR_CARD') return 'answer.notYourCardTitle';
  return verb === 'submit' ? 'answer.refusedTitle' : 'answer.notAskedTitle';
};

const verified = (deps: AnswerDeps, data: unknown): CardData => {
  const parsed = cardData.safeParse(data);
  if (!parsed.success || !deps.signer.isGenuine(parsed.data)) throw new AppError('CARD_INVALID');
  return parsed.data;
};

/** A button of a stand-up card, as the client sent it: unverified. */
export interface CardPress {
  readonly verb: 'submit' | 'edit';
  readonly data: unknown;
  /** Activity id of the card, where the chat names it. */
  readonly pressed: string | null;
  /** The sender's, when they were read a moment ago. */
  readonly seats?: Seats | undefined;
}

/** A submitted or edit-pressed card. Refusals come back as cards that say why; only bugs and a lost store are thrown. */
export const cardAction = async (
  deps: AnswerDeps,
  sender: Sender,
  { verb, data, pressed, seats }: CardPress,
): Promise<CardReply> => {
  try {
    const card = verified(deps, data);
    const who = await holderOf(deps, sender, { card, pressed, seats });
    return await act(deps, who, verb, card, data as object);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The card may stand in a channel: one person's refusal must not take its place for all. What was typed stays too.
    const isForeign = error.code === 'NOT_YOUR_CARD' || error.code === 'CARD_INVALID';
    const replacesCard = verb === 'edit' && !isForeign;
    return { ...refusal(deps, senderReader(sender), titleOf(error, verb), error), replacesCard };
  }
};
