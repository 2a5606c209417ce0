import { answerInput } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { cardData, cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { AnswerInput } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type {
  GoalState,
  NeededChoice,
  OpenBlockerAnswer,
  OpenBlockerChoice,
} from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { CardData, CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import { choiceInput, skipReason, snoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { offeredGoals, settleGoals } from '../../domain/answers/planLinesAndGoals.ts';
import type { z } from 'zod';
import { answerAs, readerOf, showCard } from './saveAnswerAndShowCard.ts';
import type { AnswerDeps, Answering } from './saveAnswerAndShowCard.ts';
import { askCard } from './buildMemberRunCards.ts';
import { askedBlockerOf, findTrackedBlocker } from './openBlockerToAskAbout.ts';
import { findFormNeed, readPickedNeed } from './neededMemberChoice.ts';
import type { PickedNeed } from './neededMemberChoice.ts';
import { showRefusedReason, skipAs } from './skipRun.ts';
import { snoozeAs } from './snoozeRun.ts';
import { findTarget } from './answerTargetAndAcceptance.ts';
import type { CardReply, BotInstallations, Sender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import { findPendingDeletion, pendingDeletionError } from '../tenancy/findPendingDeletionAndError.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import type { Reader } from '../core/cardPresenterPort.ts';
import { findPickedMember } from '../teamsSync/findPickedMember.ts';
import { localeOf, readerOfSender } from '../teamsSync/senderSyncAndPersonalInstall.ts';

// Handles the buttons on the card of a run. The data of a press is untrusted: a client may have changed it, and any
// person who sees the card may press its buttons.

/**
 * Returns the notice of a refusal. Its notification text repeats the reason, because the chat shows only that text next
 * to a pressed button.
 */
const refusal = (deps: AnswerDeps, reader: Reader, title: MessageKey, error: AppError): OutgoingMessage => {
  const why = sentence(error);
  const t = deps.translateFor(reader.locale);
  const button = { kind: 'COMMAND', title: 'bot.whatIsOpen', command: 'hi' } as const;
  const message = deps.presenter.notice({ title: { key: title }, lines: [why], buttons: [button] }, reader);
  return deps.presenter.withNotification(message, `${t(title)}. ${t(why.key, why.values)}`);
};

const sentence = (error: AppError): { key: MessageKey; values?: MessageValues } => {
  const { message, values } = error.details;
  const key: MessageKey = message ?? `error.${error.code}`;
  return values === undefined ? { key } : { key, values };
};

/** Returns an input as text, because some chat clients send the value of a number input as a number. */
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

interface CardInputs {
  readonly values: Record<string, string>;
  readonly goals: string[];
  readonly goalStates?: Record<string, GoalState>;
  readonly openBlocker?: OpenBlockerAnswer;
  /**
   * The input for the needed member. The chat client may identify a picked person by its own id instead of the member
   * id.
   */
  readonly picked?: PickedNeed;
}

const isOn = (value: unknown): boolean => value === true || value === 'true';

/** A goal that is neither done nor dropped is carried over. If both boxes are ticked, the goal is done. */
const stateOf = (isDone: boolean, isDropped: boolean): GoalState =>
  isDone ? 'DONE' : isDropped ? 'DROPPED' : 'CARRIED';

/**
 * Splits the card's inputs into the typed values by question id, the goals and the other choices. The card of an older
 * product version has no input to drop a goal, so its goals get no states.
 */
const inputsOf = (data: object): CardInputs => {
  const values: [string, string][] = [];
  const goals: string[] = [];
  const drops: [string, boolean][] = [];
  const blockers: OpenBlockerAnswer[] = [];
  const needs: PickedNeed[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (name.startsWith(cardInput.question)) values.push([name.slice(cardInput.question.length), text(value)]);
    else if (name.startsWith(cardInput.goal) && isOn(value)) goals.push(name.slice(cardInput.goal.length));
    else if (name.startsWith(cardInput.needed))
      needs.push({ shown: name.slice(cardInput.needed.length), picked: text(value).trim() });
    else if (name.startsWith(cardInput.drop)) drops.push([name.slice(cardInput.drop.length), isOn(value)]);
    // The casts are safe, because the schema of the answer later validates the date and the choice.
    else if (name.startsWith(cardInput.blocker) && text(value) !== '')
      blockers.push({ since: name.slice(cardInput.blocker.length) as LocalDate, is: text(value) as OpenBlockerChoice });
  }
  const named = {
    ...(blockers[0] === undefined ? {} : { openBlocker: blockers[0] }),
    ...(needs[0] === undefined ? {} : { picked: needs[0] }),
  };
  // `fromEntries` defines own properties instead of assigning them, so a hostile input name such as `__proto__` is
  // harmless.
  if (drops.length === 0) return { values: Object.fromEntries(values), goals, ...named };
  const ticked = new Set(goals);
  const states = drops.map(([id, isDropped]): [string, GoalState] => [id, stateOf(ticked.has(id), isDropped)]);
  return { values: Object.fromEntries(values), goals, goalStates: Object.fromEntries(states), ...named };
};

const parseAnswer = (
  { card, data }: Pick<VerifiedPress, 'card' | 'data'>,
  needed: NeededChoice | undefined,
): AnswerInput => {
  const { picked: _, ...inputs } = inputsOf(data);
  const parsed = answerInput.safeParse({ meetingId: card.meetingId, date: card.date, ...inputs, needed });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The product's own cards contain only valid question ids, so an invalid id is reported as an unknown question.
  if (issue?.code === 'invalid_key') throw new AppError('QUESTION_UNKNOWN');
  throw new AppError('INVALID_INPUT', { message: (issue?.message ?? 'invalid.text') as MessageKey });
};

/**
 * Parses one field of the data of a pressed button. Throws INVALID_INPUT with the reason if the field is missing or
 * invalid.
 */
const choiceOf = <S extends z.ZodType>(schema: S, data: object, name: string): z.output<S> => {
  const parsed = schema.safeParse(
    Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined,
  );
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', { message: (parsed.error.issues[0]?.message ?? 'invalid.text') as MessageKey });
};

interface Pressed {
  readonly card: CardData;
  /**
   * Activity id of the pressed card, which the stored answer names as its source; null if the chat does not send it.
   */
  readonly pressed: string | null;
  readonly seats: BotInstallations | undefined;
}

/** Returns the sender's team membership from `seats` if the card was made for the sender; otherwise undefined. */
const seatFor = ({ O, T, memberId }: CardData, seats: BotInstallations | undefined): TeamMember | undefined =>
  seats?.orgId === O && seats.memberId === memberId ? seats.places.find((place) => place.teamId === T)?.row : undefined;

const holding = (sender: Sender, { card, pressed }: Pressed, member: TeamMember): Answering => {
  const { O: orgId, T: teamId, meetingId, date, memberId } = card;
  return {
    memberRun: { orgId, teamId, meetingId, date, memberId },
    member,
    locale: localeOf(sender, member),
    sentFrom: pressed,
  };
};

/**
 * Returns the sender as the member for whom the card was made. Throws NOT_YOUR_CARD if the card was made for another
 * person, and another AppError if the member, the team or the organisation is gone or pending deletion.
 */
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
  // An organisation or team pending deletion accepts no answers, because rows that are written now would survive the
  // deletion.
  const pendingDeletion = organisation?.value.state === 'DELETING' ? await findPendingDeletion(deps, orgId) : undefined;
  if (pendingDeletion !== undefined)
    throw pendingDeletionError('FORBIDDEN', pendingDeletion, localeOf(sender, undefined));
  const isGone = organisation?.value.state === 'DELETING' || organisation?.value.state === 'DELETED';
  if (row === undefined || isGone || team?.value.state === 'DELETED') throw new AppError('NOT_ASKED');
  return holding(sender, press, row.value);
};

/** Returns the form again with the typed values and the error message, so that the member does not lose the values. */
const askAgain = async (
  deps: AnswerDeps,
  answering: Answering,
  { data, needed: choice }: { readonly data: object; readonly needed: NeededChoice | undefined },
  error: AppError,
): Promise<OutgoingMessage> => {
  const records = inOrg(deps.store, answering.memberRun.orgId);
  const target = await findTarget(deps, records, answering.memberRun, deps.clock.now());
  const { values, openBlocker, ...sent } = inputsOf(data);
  const [last, given, tracked] = await Promise.all([
    records.get(plan, target),
    records.get(answerKind, target),
    findTrackedBlocker(records, target),
  ]);
  const { key, values: inWords } = sentence(error);
  const problem = deps.translateFor(answering.locale)(key, inWords);
  const ticked = settleGoals(given?.value.goals ?? offeredGoals(last?.value, target.date), sent);
  const known = new Set<string>(target.questions.map((question) => question.id));
  const kept = Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)));
  const asked = given === undefined ? askedBlockerOf(target, tracked) : undefined;
  const blocker = asked === undefined ? undefined : { ...asked, is: openBlocker?.is };
  const needed = await findFormNeed(records, target, tracked, choice);
  const filled = {
    values: kept,
    goals: ticked,
    isEdit: false,
    problem,
    canSkip: target.maySkip !== false,
    quietHours: answering.member.quietHours,
    blocker,
    needed,
  };
  return askCard(deps, target, filled, readerOf(target, answering));
};

/**
 * Maximum number of typed characters with which the form is shown again. A longer input stays in the pressed card, and
 * the chat shows the error next to that card.
 */
const maxShownAgain = 20_000;

const canShowAgain = (data: object): boolean =>
  Object.values(inputsOf(data).values).reduce((sum, value) => sum + value.length, 0) <= maxShownAgain;

/** A press whose card data has a valid signature. Without the signature, a client could claim any run. */
interface VerifiedPress {
  readonly verb: CardVerb;
  readonly card: CardData;
  readonly data: object;
  /** Tenant of the person who pressed the button. A picked person is searched in this tenant. */
  readonly tid: string;
}

/** Returns the choice of the needed member; undefined for a card that has no input for the needed member. */
const neededIn = (
  deps: AnswerDeps,
  { orgId, teamId }: Answering['memberRun'],
  { data, tid }: Pick<VerifiedPress, 'data' | 'tid'>,
): Promise<NeededChoice | undefined> => {
  const { picked } = inputsOf(data);
  if (picked === undefined) return Promise.resolve(undefined);
  return readPickedNeed(picked, (person) => findPickedMember(deps, tid, { orgId, teamId }, person));
};

const submit = async (deps: AnswerDeps, answering: Answering, press: VerifiedPress): Promise<OutgoingMessage> => {
  const { data } = press;
  let needed: NeededChoice | undefined;
  try {
    needed = await neededIn(deps, answering.memberRun, press);
    return (await answerAs(deps, answering, parseAnswer(press, needed))).message;
  } catch (error) {
    const canBeCorrected =
      error instanceof AppError && (error.code === 'INVALID_INPUT' || error.code === 'QUESTION_UNKNOWN');
    if (canBeCorrected && canShowAgain(data)) return askAgain(deps, answering, { data, needed }, error);
    throw error;
  }
};

const currentCard = async (
  deps: AnswerDeps,
  answering: Answering,
  how: Pick<Parameters<typeof showCard>[1], 'edit' | 'sameAsLast'>,
): Promise<OutgoingMessage> => {
  const target = await findTarget(
    deps,
    inOrg(deps.store, answering.memberRun.orgId),
    answering.memberRun,
    deps.clock.now(),
  );
  return (await showCard(deps, { target, who: answering, ...how })).message;
};

/**
 * Skips the run. If the typed reason is refused, returns the card with this reason and the error, so that the member
 * can shorten it.
 */
const skipWithReason = async (deps: AnswerDeps, answering: Answering, data: object): Promise<OutgoingMessage> => {
  let reason: string | undefined;
  try {
    reason = choiceOf(skipReason.optional(), data, choiceInput.reason);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { key, values } = sentence(error);
    const refused = {
      text: text((data as Readonly<Record<string, unknown>>)[choiceInput.reason]),
      problem: deps.translateFor(answering.locale)(key, values),
    };
    const again = await showRefusedReason(deps, answering, refused);
    if (again === undefined) throw error;
    return again;
  }
  return (await skipAs(deps, answering, reason)).message;
};

const settled: ReadonlySet<string> = new Set<ErrorCode>(['RUN_ANSWERED', 'RUN_SKIPPED']);

/**
 * Skips or snoozes the run. If the member has already answered the run, or snoozes a run that they skipped, returns the
 * card with that answer or skip and changes nothing.
 */
const choose = async (
  deps: AnswerDeps,
  answering: Answering,
  { verb, data }: VerifiedPress,
): Promise<OutgoingMessage> => {
  try {
    return verb === 'skip'
      ? await skipWithReason(deps, answering, data)
      : (await snoozeAs(deps, answering, choiceOf(snoozeLength, data, choiceInput.length))).message;
  } catch (error) {
    if (error instanceof AppError && settled.has(error.code)) return currentCard(deps, answering, { edit: false });
    throw error;
  }
};

/**
 * Fills the form with the last answer. A picked person who is not a member is ignored and not refused, because the form
 * is not sent yet.
 */
const fillSameAsLast = async (
  deps: AnswerDeps,
  answering: Answering,
  press: VerifiedPress,
): Promise<OutgoingMessage> => {
  const needed = await neededIn(deps, answering.memberRun, press).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  return currentCard(deps, answering, { edit: false, sameAsLast: { ...inputsOf(press.data), needed } });
};

const act = async (deps: AnswerDeps, answering: Answering, press: VerifiedPress): Promise<OutgoingMessage> => {
  switch (press.verb) {
    case 'submit':
      return submit(deps, answering, press);
    case 'edit':
      return currentCard(deps, answering, { edit: true });
    case 'sameAsLast':
      return fillSameAsLast(deps, answering, press);
    case 'skip':
    case 'snooze':
      return choose(deps, answering, press);
  }
};

const titles = {
  submit: 'answer.refusedTitle',
  edit: 'answer.notAskedTitle',
  sameAsLast: 'answer.notAskedTitle',
  skip: 'answer.notSkippedTitle',
  snooze: 'answer.notSnoozedTitle',
} as const satisfies Readonly<Record<CardVerb, MessageKey>>;

const titleOf = (error: AppError, verb: CardVerb): MessageKey => {
  if (error.code === 'NOT_YOUR_CARD') return 'answer.notYourCardTitle';
  return titles[verb];
};

const verified = (deps: AnswerDeps, data: unknown): CardData => {
  const parsed = cardData.safeParse(data);
  if (!parsed.success || !deps.signer.isGenuine(parsed.data)) throw new AppError('CARD_INVALID');
  return parsed.data;
};

/** A press of a button as it arrived. `data` is untrusted, because it comes from the client. */
export interface CardPress {
  readonly verb: CardVerb;
  readonly data: unknown;
  /** Activity id of the pressed card; null if the chat does not send it. */
  readonly pressed: string | null;
  /**
   * The sender's memberships, if the caller has already read them; undefined = the membership is read from the store.
   */
  readonly seats?: BotInstallations | undefined;
}

/**
 * Handles a press of a button on the card of a run. A refusal (AppError) is returned as a card with the reason; only
 * unexpected errors are thrown.
 */
export const cardAction = async (
  deps: AnswerDeps,
  sender: Sender,
  { verb, data, pressed, seats }: CardPress,
): Promise<CardReply> => {
  try {
    const card = verified(deps, data);
    const who = await holderOf(deps, sender, { card, pressed, seats });
    return await act(deps, who, { verb, card, data: data as object, tid: sender.tid });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The card may be in a channel, so the refusal of one person must not replace it for all readers. A card whose
    // submit, skip or snooze was refused stays too, because it holds the typed values.
    const isForeign = error.code === 'NOT_YOUR_CARD' || error.code === 'CARD_INVALID';
    const replacesCard = (verb === 'edit' || verb === 'sameAsLast') && !isForeign;
    return {
      ...refusal(deps, readerOfSender(sender, seats?.places[0]?.row), titleOf(error, verb), error),
      replacesCard,
    };
  }
};
