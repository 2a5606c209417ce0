import { openBlockerChoices } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { cardInput, noNeededMember } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { BoundedMap, weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { WeakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { isRequired } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { sortQuestions } from '../../domain/answers/sortQuestions.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { AskModel, Reader } from '../../services/core/cardPresenterPort.ts';
import {
  framedCard,
  cardHeader,
  cardHeading,
  textLine,
  message,
  noteText,
  openUrl,
  textRun,
  shortSummary,
  sameAsLastAction,
  submitAction,
} from './cardElementsActionsAndSize.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';
import { choiceActions } from './skipAndSnoozeCards.ts';
import type { Choices } from './skipAndSnoozeCards.ts';
import { plainTitle } from './markdownSafeTitle.ts';
import { questionInput } from './questionInputs.ts';
import { reminderLines, reminderText } from './reminderCard.ts';
import { formatDay, timeOnDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';

const longestGoal = 200;
/**
 * Maximum number of JSON characters of a form. A form is never shortened, because a member would lose the missing text
 * by saving, so its limit is higher than the budget of other cards. Teams rejects a message above 100 kB in UTF-16.
 */
const longestForm = 45_000;

const headline = (t: Translate, model: AskModel, reader: Reader): string => {
  const { meetingName: meeting, type, date } = model;
  const at = (which: 'opensAt' | 'closesAt') => timeOnDay(t, model[which], reader.timezone, date);
  if (model.isEdit) return t('card.askEdit', { meeting });
  if (model.isAhead) return t('card.askAhead', { meeting, time: at('opensAt') });
  if (model.isLate) return t('card.askLate', { meeting, time: at('closesAt') });
  return t('card.askHeader', { meeting, time: at('closesAt'), type });
};

const goalTitle = (t: Translate, { text, day }: Goal): string => {
  const title = plainTitle(clip(text, longestGoal));
  return day === undefined ? title : t('card.goalDay', { goal: title, day });
};

/** Returns two check boxes for a goal: the goal is done, or it is dropped. A goal with neither is carried over. */
const goalBox = (t: Translate, goal: Goal): Element => ({
  type: 'ColumnSet',
  spacing: 'none',
  columns: [
    {
      type: 'Column',
      width: 'stretch',
      items: [
        {
          type: 'Input.Toggle',
          id: `${cardInput.goal}${goal.id}`,
          title: goalTitle(t, goal),
          value: goal.ticked ? 'true' : 'false',
          wrap: true,
        },
      ],
    },
    {
      type: 'Column',
      width: 'auto',
      items: [
        {
          type: 'Input.Toggle',
          id: `${cardInput.drop}${goal.id}`,
          title: t('card.goalDrop'),
          value: goal.state === 'DROPPED' ? 'true' : 'false',
        },
      ],
    },
  ],
});

const longestBlocker = 300;
const longestName = 200;

/**
 * Asks about the member's open blocker: still blocked, resolved or changed. No choice is preselected: without a choice,
 * the answer alone decides about the blocker.
 */
const blockerQuestion = (t: Translate, { blocker }: AskModel): readonly Element[] => {
  if (blocker === undefined) return [];
  const { since, text, is } = blocker;
  return [
    cardHeading(t('card.blockerHeading', { date: formatDay(t, since) })),
    noteText(clip(text, longestBlocker)),
    {
      type: 'Input.ChoiceSet',
      id: `${cardInput.blocker}${since}`,
      label: t('card.blockerAsk'),
      style: 'expanded',
      choices: openBlockerChoices.map((choice) => ({ title: t(`card.blocker${choice}`), value: choice })),
      ...(is === undefined ? {} : { value: is }),
    },
  ];
};

/**
 * The data set of the people picker: all people of the directory. The members of the chat would not be enough, because
 * a personal chat contains only the reader and the bot. Teams does the search, so the card needs no list of members.
 */
const directory = 'graph.microsoft.com/users';

/**
 * Returns the input in which the member can name the person who is needed to solve the blocker. Its id contains the
 * stored choice, so that the bot recognises a change.
 */
const neededInput = (t: Translate, { needed }: AskModel): Element => ({
  type: 'Input.ChoiceSet',
  id: `${cardInput.needed}${needed?.shown ?? ''}`,
  label: t('card.neededAsk'),
  placeholder: t('card.neededHint'),
  // Clients without access to the directory require at least one choice.
  choices: [
    { title: t('card.neededNobody'), value: noNeededMember },
    ...(needed?.chosen == null
      ? []
      : [{ title: plainTitle(clip(needed.chosen.name, longestName)), value: needed.chosen.memberId }]),
  ],
  'choices.data': { type: 'Data.Query', dataset: directory },
  ...(needed?.chosen == null ? {} : { value: needed.chosen.memberId }),
});

/** Returns the inputs of the questions. The choice of the needed member follows the last question about blockers. */
const questionInputs = (t: Translate, model: AskModel): readonly Element[] => {
  const questions = sortQuestions(model.questions);
  const last = questions.findLastIndex((question) => question.isBlocker);
  return questions.flatMap((question, index) => [
    input(t, model, question),
    ...(index === last ? [neededInput(t, model)] : []),
  ]);
};

const valueOf = (model: AskModel, question: Question): string =>
  Object.hasOwn(model.values, question.id) ? (model.values[question.id] ?? '') : '';

const input = (t: Translate, model: AskModel, question: Question): Element =>
  questionInput(question, {
    t,
    value: valueOf(model, question),
    // If the member has an open blocker, the choice about it can answer the blocker question, so the input is not
    // required.
    isRequired: isRequired(model.questions, question) && !(question.isBlocker && model.blocker !== undefined),
  });

interface Reminded {
  /**
   * Text of the notification. Set only for a reminder, which repeats the card of the prompt below the lines of the
   * reminder.
   */
  readonly summary: string | undefined;
  readonly lines: readonly Element[];
}

const remindedBy = (t: Translate, { reminder, meetingName }: AskModel): Reminded => {
  if (reminder === undefined) return { summary: undefined, lines: [] };
  const text = reminderText(t, reminder, meetingName);
  return { summary: shortSummary(text), lines: reminderLines(text) };
};

const tooLong = (t: Translate, model: AskModel, publicUrl: string, { summary, lines }: Reminded): RenderedCard => {
  const title = t('card.tooLongTitle', { meeting: model.meetingName });
  return message({
    summary: summary ?? title,
    body: [...lines, cardHeader(title), noteText(t('card.tooLong'))],
    actions: [openUrl(t('card.openBrowser'), publicUrl)],
  });
};

/**
 * The parts of the card without the goals and the data of the member. Members of a run with an empty form share them.
 */
interface Frame {
  /** Text of the notification, which clients show instead of the card. */
  readonly summary: string;
  readonly top: Element;
  readonly why: Element;
  readonly inputs: readonly Element[];
  readonly buttons: readonly ((data: CardData) => Action)[];
  readonly choices: (data: CardData) => readonly Action[];
  /** Size of the parts in JSON characters, without the buttons, for the check against `longestForm`. */
  readonly characters: number;
}

const choicesOf = ({ snoozes = [], canSkip = false }: AskModel): Choices => ({ snoozes, canSkip });

const draw = (t: Translate, model: AskModel, reader: Reader): Frame => {
  const headed = headline(t, model, reader);
  const top = cardHeader(headed);
  const summary = shortSummary(headed);
  const reason = t('card.askWhy', { date: formatDay(t, model.date) });
  const notes = [
    ...(model.isDelayed === true ? [t('card.askDelayed')] : []),
    ...(model.isAgain === true ? [t('card.askAgain')] : []),
  ];
  const why = noteText([...notes, reason].join(' '));
  const inputs = questionInputs(t, model);
  const send = submitAction(t(model.isEdit ? 'card.save' : 'card.send'));
  // A card for editing contains the answer already, so it has no button that fills the form.
  const buttons = model.isEdit ? [send] : [send, sameAsLastAction(t('card.sameAsLast'))];
  const choices = choiceActions(t, choicesOf(model));
  const characters = JSON.stringify([summary, top, why, inputs]).length;
  return { summary, top, why, inputs, buttons, choices, characters };
};

// Caches the shared parts of forms by the list of questions. An entry disappears when the list is garbage-collected
// together with the run from which it was read.
/**
 * Maximum number of cached forms for each list of questions and language. A list needs four or five variants of the
 * form for each zone of the members.
 */
const maxFrames = 50;
const framesOf = weakMemo<readonly Question[], WeakMemo<Translate, BoundedMap<string, Frame>>>(() =>
  weakMemo(() => new BoundedMap(maxFrames)),
);

const isNeedShown = ({ needed }: AskModel): boolean => needed != null && (needed.shown ?? needed.chosen) !== null;

/** Returns the shared parts of the card. They are cached only for an empty form, which most members of a run get. */
const frameOf = (t: Translate, model: AskModel, reader: Reader): Frame => {
  if (Object.keys(model.values).length > 0 || model.blocker !== undefined || isNeedShown(model))
    return draw(t, model, reader);
  const { questions, meetingName, type, date, opensAt, closesAt, isEdit, isLate, isAhead, isDelayed = false } = model;
  const { isAgain = false } = model;
  const frames = framesOf(questions)(t);
  const { snoozes, canSkip } = choicesOf(model);
  const name = `${reader.timezone}|${date}|${opensAt}|${closesAt}|${type}|${isEdit}|${isLate}|${isAhead}|${isDelayed}|${isAgain}|${snoozes.join(' ')}|${canSkip}|${meetingName}`;
  const cached = frames.get(name);
  if (cached !== undefined) return cached;
  const created = draw(t, model, reader);
  frames.set(name, created);
  return created;
};

/**
 * Maximum number of JSON characters of a form outside its `Frame` and the member's own elements: property names, and
 * six buttons, each of which contains ids, date and signature twice.
 */
const around = 7_000;

const isTooLong = ({ card }: RenderedCard, { characters }: Frame, own: readonly Element[]): boolean => {
  const most = characters + around + (own.length === 0 ? 0 : JSON.stringify(own).length);
  return most > longestForm && JSON.stringify(card).length > longestForm;
};

/**
 * Returns the notes that name the draft or the earlier answer from which the form was filled. If the member asked for
 * an earlier answer and there is none, a note informs the member.
 */
const filledNotes = (t: Translate, { filledFrom, draftFrom, date }: AskModel, reader: Reader): readonly Element[] => [
  ...(draftFrom === undefined
    ? []
    : [noteText(t('card.draftFrom', { time: timeOnDay(t, draftFrom, reader.timezone, date) }))]),
  ...(filledFrom === null ? [noteText(t('card.noLastAnswer'))] : []),
  ...(filledFrom == null ? [] : [noteText(t('card.filledFrom', { date: formatDay(t, filledFrom) }))]),
];

/**
 * Draws the card with the form: goals as check boxes, an input for each question, the buttons, and the member's
 * choices.
 */
export const promptCard = (t: Translate, publicUrl: string, model: AskModel, reader: Reader): RenderedCard => {
  const frame = frameOf(t, model, reader);
  const reminded = remindedBy(t, model);
  const problem = model.problem === undefined ? [] : [textLine([textRun(model.problem, { bold: true })])];
  const filled = filledNotes(t, model, reader);
  const goals =
    model.goals.length === 0
      ? []
      : [cardHeading(t('card.goals')), noteText(t('card.goalsCarry')), ...model.goals.map((goal) => goalBox(t, goal))];
  const blocker = blockerQuestion(t, model);
  const card = framedCard({
    summary: reminded.summary ?? frame.summary,
    body: [...reminded.lines, frame.top, ...problem, frame.why, ...filled, ...blocker, ...goals, ...frame.inputs],
    actions: [...frame.buttons.map((button) => button(model.data)), ...frame.choices(model.data)],
  });
  return isTooLong(card, frame, [...reminded.lines, ...problem, ...filled, ...blocker, ...goals])
    ? tooLong(t, model, publicUrl, reminded)
    : card;
};
