import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { splitDuration, taskLines } from '#contracts/core/parsePlanTasks.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { displayValue, formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { sortQuestions } from '../../domain/answers/sortQuestions.ts';
import { countGoalsLeftOut, planLines } from '../../domain/answers/planLinesAndGoals.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { AnsweredModel, Reader } from '../../services/core/cardPresenterPort.ts';
import {
  editAction,
  cardHeader,
  cardHeading,
  fitsCardBudget,
  textLine,
  message,
  noteText,
  textRun,
} from './cardElementsActionsAndSize.ts';
import { answerRunAction, runTitle } from './answerRunButton.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';
import { linkedParagraphs, linkedRuns } from './linkedTextElements.ts';
import type { CardLinks } from './linkedTextElements.ts';
import {
  formatDay,
  formatDuration,
  timeOnDay,
  valueReader,
} from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';

// Caches the element of each question, because all members who answer a run get the same questions.
const wholeQuestion = weakMemo((question: Question): Element => noteText(question.text));

const asked = (question: Question, longest: number): Element =>
  question.text.length > longest ? noteText(clip(question.text, longest)) : wholeQuestion(question);

/** Limits for one drawing of the card. If the card is too large, it is drawn again with lower limits. */
interface Detail {
  /** Limit of each text in code points, so that no surrogate pair is cut. */
  readonly longest: number;
  readonly links: CardLinks | undefined;
}

const answers = (t: Translate, model: AnsweredModel, { longest, links }: Detail): readonly Element[] =>
  sortQuestions(model.questions).flatMap((question) => {
    const value = Object.hasOwn(model.values, question.id) ? (model.values[question.id] ?? '').trim() : '';
    if (value === '') return [];
    const shown = displayValue(formatOf(question), value, valueReader(t));
    return [asked(question, longest), ...linkedParagraphs(shown, longest, links)];
  });

const goalWords = { DONE: 'card.goalDone', CARRIED: 'card.goalCarried', DROPPED: 'card.goalDropped' } as const;

const goalWord = ({ ticked, state }: Goal): MessageKey =>
  state === undefined ? (ticked ? 'card.goalDone' : 'card.goalOpen') : goalWords[state];

const goals = (t: Translate, model: AnsweredModel, { longest, links }: Detail): readonly Element[] => {
  if (model.goals.length === 0) return [];
  const done = model.goals.filter((goal) => goal.ticked).length;
  return [
    cardHeading(t('card.goalsDone', { done, all: model.goals.length })),
    ...model.goals.map((goal) =>
      textLine([textRun(`${t(goalWord(goal))} `, { subtle: true }), ...linkedRuns(goal.text, longest, links)], 'none'),
    ),
  ];
};

const planText = (questions: readonly Question[], values: AnsweredModel['values']): string => {
  const plan = questions.find((question) => question.isTimesheetQuestion);
  return plan !== undefined && Object.hasOwn(values, plan.id) ? (values[plan.id] ?? '') : '';
};

const goalsLeftOut = (t: Translate, { questions, values, goals: settled }: AnsweredModel): readonly Element[] => {
  // If no goal was carried over, every line of the plan became a goal, so no line was left out.
  if (!settled.some((goal) => goal.state === 'CARRIED')) return [];
  const count = countGoalsLeftOut(settled, planLines(planText(questions, values)));
  return count === 0 ? [] : [noteText(t('card.goalsLeftOut', { count, max: limits.taskLines }))];
};

/** Returns a note with the number of tasks that have a duration, and the sum of these durations. */
const durations = (t: Translate, tasks: readonly string[]): readonly Element[] => {
  const times = tasks.map((task) => splitDuration(task).minutes).filter((minutes) => minutes > 0);
  if (times.length === 0) return [];
  const sum = times.reduce((total, minutes) => total + minutes, 0);
  return [noteText(t('card.durationsRead', { count: times.length, all: tasks.length, time: formatDuration(t, sum) }))];
};

const timesheet = (t: Translate, model: AnsweredModel, { longest, links }: Detail): readonly Element[] => {
  if (model.hoursRefused) return [noteText(t('card.hoursRefused'))];
  if (model.logged.length === 0) return [];
  const tasks = [...taskLines(planText(model.questions, model.values))];
  const more = tasks.length - limits.taskLines;
  return [
    cardHeading(t('card.logged')),
    ...durations(t, tasks.slice(0, limits.taskLines)),
    ...model.logged.map(({ task, minutes }) =>
      textLine(
        [...linkedRuns(task, longest, links), textRun(` – ${formatDuration(t, minutes)}`, { subtle: true })],
        'none',
      ),
    ),
    ...(more <= 0 ? [] : [noteText(t('card.loggedLeftOut', { count: more, max: limits.taskLines }))]),
  ];
};

const standing = (t: Translate, model: AnsweredModel, reader: Reader): readonly Element[] => {
  if (model.standing === null) return [];
  const time = timeOnDay(t, model.opensAt, reader.timezone, model.date);
  return [textLine([textRun(t('card.standing', { standing: model.standing, time }))])];
};

/** Returns the button that requests the card of the next run. That card is a new message, so this card stays. */
const answerNext = (t: Translate, { next, meetingName: meeting }: AnsweredModel): Action | undefined =>
  next === null
    ? undefined
    : answerRunAction(runTitle(t, 'help.answerButton', { meeting, date: next.date, team: null }), next.data);

const full = 2000;
/**
 * Maximum lengths of the answers in code points, tried in order until the card is within its budget. Links are dropped
 * first, while the texts still have their full length. The report always contains the whole answers.
 */
const shorterLengths = [full, 500, 200, 80, 30] as const;

/** Draws the card that replaces the prompt: "Answered 09:41", the answers, and Edit while an edit is possible. */
export const answeredCard = (t: Translate, publicUrl: string, model: AnsweredModel, reader: Reader): RenderedCard => {
  const time = timeOnDay(t, model.answeredAt, reader.timezone, model.date);
  const meeting = model.meetingName;
  const text = [
    t('card.answered', { time }),
    ...(model.isEdited ? [t('card.edited')] : []),
    ...(model.isLate ? [t('card.late')] : []),
  ].join(' · ');
  const draw = (detail: Detail): RenderedCard =>
    message({
      summary: t('card.answeredSummary', { meeting, time }),
      body: [
        cardHeader(text),
        noteText(t('card.meetingOn', { meeting, date: formatDay(t, model.date) })),
        ...standing(t, model, reader),
        ...(model.hasDraft === true && model.canEdit ? [noteText(t('card.draftKept'))] : []),
        ...goals(t, model, detail),
        ...answers(t, model, detail),
        ...(model.needed === undefined
          ? []
          : [textLine([textRun(t('card.neededNamed', { name: clip(model.needed, detail.longest) }))])]),
        ...(model.repeated ?? []).map((question) =>
          noteText(t('card.answerRepeats', { question: clip(question, detail.longest) })),
        ),
        ...goalsLeftOut(t, model),
        ...timesheet(t, model, detail),
        ...(detail.longest === full ? [] : [noteText(t('card.shortened'))]),
      ],
      actions: [model.canEdit ? editAction(t('card.edit'), model.data) : undefined, answerNext(t, model)],
    });
  let drawn = draw({ longest: full, links: { links: model.links ?? noLinks, publicUrl } });
  for (const shorter of shorterLengths) {
    if (fitsCardBudget(drawn)) break;
    drawn = draw({ longest: shorter, links: undefined });
  }
  return drawn;
};
