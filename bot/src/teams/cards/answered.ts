import { limits } from '#contracts/core/limits.ts';
import { weakMemo } from '#contracts/memo.ts';
import type { Question } from '#contracts/meetings/question.ts';
import { displayValue, formatOf } from '#contracts/meetings/questionTypes/definitions.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import { inOrder } from '../../domain/answers/answering.ts';
import { countLeftOut } from '../../domain/answers/goals.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import type { AnsweredModel, Reader } from '../../services/core/cardPresenter.ts';
import { executeEdit, header, heading, keepsBudget, line, message, note, paragraphs, run } from './elements.ts';
import { answerRunAction, runTitle } from './answerRunAction.ts';
import type { Action, Element } from './elements.ts';
import { clip, dayInWords, durationInWords, timeOnDay, valueReader } from '../../domain/wording/inWords.ts';

// All members who answer a run get the same questions, so the element of a question is drawn once.
const wholeQuestion = weakMemo((question: Question): Element => note(question.text));

const asked = (question: Question, longest: number): Element =>
  question.text.length > longest ? note(clip(question.text, longest)) : wholeQuestion(question);

const answers = (words: Words, model: AnsweredModel, longest: number): readonly Element[] =>
  inOrder(model.questions).flatMap((question) => {
    const value = Object.hasOwn(model.values, question.id) ? (model.values[question.id] ?? '').trim() : '';
    if (value === '') return [];
    const shown = displayValue(formatOf(question), value, valueReader(words));
    return [asked(question, longest), ...paragraphs(clip(shown, longest))];
  });

const goals = (words: Words, model: AnsweredModel, longest: number): readonly Element[] => {
  if (model.goals.length === 0) return [];
  const done = model.goals.filter((goal) => goal.ticked).length;
  return [
    heading(words('card.goalsDone', { done, all: model.goals.length })),
    ...model.goals.map((goal) =>
      line(
        [
          run(`${words(goal.ticked ? 'card.goalDone' : 'card.goalOpen')} `, { subtle: true }),
          run(clip(goal.text, longest)),
        ],
        'none',
      ),
    ),
  ];
};

/** Tasks of the plan that the timesheet did not take. */
const leftOut = ({ questions, values }: AnsweredModel): number => {
  const plan = questions.find((question) => question.isTimesheetQuestion);
  return plan !== undefined && Object.hasOwn(values, plan.id) ? countLeftOut(values[plan.id] ?? '') : 0;
};

const timesheet = (words: Words, model: AnsweredModel, longest: number): readonly Element[] => {
  if (model.hoursRefused) return [note(words('card.hoursRefused'))];
  if (model.logged.length === 0) return [];
  const more = leftOut(model);
  return [
    heading(words('card.logged')),
    ...model.logged.map(({ task, minutes }) =>
      line([run(clip(task, longest)), run(` – ${durationInWords(words, minutes)}`, { subtle: true })], 'none'),
    ),
    ...(more === 0 ? [] : [note(words('card.loggedLeftOut', { count: more, max: limits.taskLines }))]),
  ];
};

const standing = (words: Words, model: AnsweredModel, reader: Reader): readonly Element[] => {
  if (model.standing === null) return [];
  const time = timeOnDay(words, model.opensAt, reader.timezone, model.date);
  return [line([run(words('card.standing', { standing: model.standing, time }))])];
};

/** Brings the card of that run as another message, so that this card keeps its place. */
const answerNext = (words: Words, { next, meetingName: meeting }: AnsweredModel): Action | undefined =>
  next === null
    ? undefined
    : answerRunAction(runTitle(words, 'help.answerButton', { meeting, date: next.date, team: null }), next.data);

const full = 2000;
/** Tried one after the other until the card keeps its budget; the report always has everything. */
const shorterLengths = [500, 200, 80, 30] as const;

/** The card that replaces the prompt: "Answered 09:41", the answers, and Edit while an edit is possible. */
export const answeredCard = (words: Words, model: AnsweredModel, reader: Reader): RenderedCard => {
  const time = timeOnDay(words, model.answeredAt, reader.timezone, model.date);
  const meeting = model.meetingName;
  const said = [
    words('card.answered', { time }),
    ...(model.isEdited ? [words('card.edited')] : []),
    ...(model.isLate ? [words('card.late')] : []),
  ].join(' · ');
  const draw = (longest: number): RenderedCard =>
    message({
      summary: words('card.answeredSummary', { meeting, time }),
      body: [
        header(said),
        note(words('card.meetingOn', { meeting, date: dayInWords(words, model.date) })),
        ...standing(words, model, reader),
        ...goals(words, model, longest),
        ...answers(words, model, longest),
        ...timesheet(words, model, longest),
        ...(longest === full ? [] : [note(words('card.shortened'))]),
      ],
      actions: [model.canEdit ? executeEdit(words('card.edit'), model.data) : undefined, answerNext(words, model)],
    });
  let drawn = draw(full);
  for (const shorter of shorterLengths) {
    if (keepsBudget(drawn)) break;
    drawn = draw(shorter);
  }
  return drawn;
};
