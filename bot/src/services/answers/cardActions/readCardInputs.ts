import { answerInput } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { CardData, CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { AnswerInput } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type {
  GoalState,
  NeededChoice,
  OpenBlockerAnswer,
  OpenBlockerChoice,
} from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { z } from 'zod';
import type { PickedNeed } from '../neededMemberChoice.ts';

/** A press whose card data has a valid signature. Without the signature, a client could claim any run. */
export interface VerifiedPress {
  readonly verb: CardVerb;
  readonly card: CardData;
  readonly data: object;
  /** Tenant of the person who pressed the button. A picked person is searched in this tenant. */
  readonly tid: string;
}

/** Returns an input as text, because some chat clients send the value of a number input as a number. */
export const textOfInput = (value: unknown): string =>
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
export const inputsOf = (data: object): CardInputs => {
  const values: [string, string][] = [];
  const goals: string[] = [];
  const drops: [string, boolean][] = [];
  const blockers: OpenBlockerAnswer[] = [];
  const needs: PickedNeed[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (name.startsWith(cardInput.question)) values.push([name.slice(cardInput.question.length), textOfInput(value)]);
    else if (name.startsWith(cardInput.goal) && isOn(value)) goals.push(name.slice(cardInput.goal.length));
    else if (name.startsWith(cardInput.needed))
      needs.push({ shown: name.slice(cardInput.needed.length), picked: textOfInput(value).trim() });
    else if (name.startsWith(cardInput.drop)) drops.push([name.slice(cardInput.drop.length), isOn(value)]);
    // The casts are safe, because the schema of the answer later validates the date and the choice.
    else if (name.startsWith(cardInput.blocker) && textOfInput(value) !== '')
      blockers.push({
        since: name.slice(cardInput.blocker.length) as LocalDate,
        is: textOfInput(value) as OpenBlockerChoice,
      });
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

export const parseAnswer = (
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
export const parseChoice = <S extends z.ZodType>(schema: S, data: object, name: string): z.output<S> => {
  const parsed = schema.safeParse(
    Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined,
  );
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', { message: (parsed.error.issues[0]?.message ?? 'invalid.text') as MessageKey });
};
