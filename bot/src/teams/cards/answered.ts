import type { Question } from '#contracts/question.ts';
import type { Words } from '#contracts/text/keys.ts';
import { inOrder } from '../../domain/answering.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import type { AnsweredModel, Reader } from '../../services/presenter.ts';
import {
  executeEdit,
  header,
  heading,
  keepsBudget,
  line,
  message,
  note,
  paragraphs,
  run,
  sayCommand,
} from './elements.ts';
import type { Action, Element } from './elements.ts';
import { clip, dayInWords, durationInWords, timeOnDay } from '../../domain/inWords.ts';

// Whoever answers a run is asked the same, so what stands above their words is drawn once.
const drawnQuestions = new WeakMap<Question, Element>();

const asked = (question: Question, longest: number): Element => {
  if (question.text.length > longest) return note(clip(question.text, longest));
  const known = drawnQuestions.get(question) ?? note(question.text);
  drawnQuestions.set(question, known);
  return known;
};

const answers = (model: AnsweredModel, longest: number): readonly Element[] =>
  inOrder(model.questions).flatMap((question) => {
    const value = Object.hasOwn(model.values, question.id) ? (model.values[question.id] ?? '').trim() : '';
    return value === '' ? [] : [asked(question, longest), ...paragraphs(clip(value, longest))];
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

const timesheet = (words: Words, model: AnsweredModel, longest: number): readonly Element[] => {
  if (model.hoursRefused) return [note(words('card.hoursRefused'))];
  if (model.logged.length === 0) return [];
  return [
    heading(words('card.logged')),
    ...model.logged.map(({ task, minutes }) =>
      line([run(clip(task, longest)), run(` – ${durationInWords(words, minutes)}`, { subtle: true })], 'none'),
    ),
  ];
};

const standing = (words: Words, model: AnsweredModel, reader: Reader): readonly Element[] => {
  if (model.standing === null) return [];
  const time = timeOnDay(words, model.opensAt, reader.timezone, model.date);
  return [line([run(words('card.standing', { standing: model.standing, time }))])];
};

/** Said as a command, so that this card stays where it is. */
const answerNext = (words: Words, { next, meetingId }: AnsweredModel): Action | undefined => {
  if (next === null) return undefined;
  const title = words('card.answerNext', { isTomorrow: String(next.isTomorrow), day: dayInWords(words, next.date) });
  return sayCommand(title, `tomorrow ${meetingId}`);
};

const full = 2000;
/** Tried one after the other until the card keeps its budget; the report always has everything. */
const shorterLengths = [500, 200, 80, 30] as const;

/** What takes the place of the asking card: "Answered 09:41", what was said, and Edit while that is possible. */
export const answeredCard = (words: Words, model: AnsweredModel, reader: Reader): OutgoingMessage => {
  const time = timeOnDay(words, model.answeredAt, reader.timezone, model.date);
  const meeting = model.meetingName;
  const said = [
    words('card.answered', { time }),
    ...(model.isEdited ? [words('card.edited')] : []),
    ...(model.isLate ? [words('card.late')] : []),
  ].join(' · ');
  const draw = (longest: number): OutgoingMessage =>
    message({
      summary: words('card.answeredSummary', { meeting, time }),
      body: [
        header(said),
        note(words('card.meetingOn', { meeting, date: dayInWords(words, model.date) })),
        ...standing(words, model, reader),
        ...goals(words, model, longest),
        ...answers(model, longest),
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
