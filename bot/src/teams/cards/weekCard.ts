import { limits } from '#contracts/core/limits.ts';
import { weekNoteInput } from '#contracts/timesheets/timesheet.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import { dayInWords, durationInWords } from '../../domain/wording/inWords.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import type { WeekModel } from '../../services/core/cardPresenter.ts';
import { executeWeek, header, line, message, note, openUrl, paragraphs, run } from './elements.ts';
import type { Action, Element } from './elements.ts';

const headline = (words: Words, model: WeekModel): string =>
  words('card.weekHeader', {
    user: model.user,
    day: dayInWords(words, model.monday),
    time: durationInWords(words, model.minutes),
  });

/** The decision in a sentence; undefined while there is none. */
const outcome = (words: Words, { state, isOld, decidedBy }: WeekModel): string | undefined => {
  if (isOld) return words('card.weekOld');
  const admin = decidedBy ?? words('card.weekSomebody');
  switch (state) {
    case 'SUBMITTED':
      return undefined;
    case 'APPROVED':
      return words('card.weekApproved', { admin });
    case 'SENT_BACK':
      return words('card.weekSentBack', { admin });
    case 'OPEN':
      return words('card.weekReopened', { admin });
  }
};

const day = (words: Words, { date, minutes }: WeekModel['days'][number]): Element =>
  line([run(`${dayInWords(words, date)}: `, { subtle: true }), run(durationInWords(words, minutes))], 'none');

const noteInput = (words: Words): Element => ({
  type: 'Input.Text',
  id: weekNoteInput,
  label: words('card.weekNote'),
  isMultiline: true,
  maxLength: limits.messageLength,
  placeholder: words('card.weekNoteHint'),
});

const buttons = (words: Words, model: WeekModel): (Action | undefined)[] => [
  executeWeek('approveWeek', words('card.weekApprove'), model.data),
  executeWeek('returnWeek', words('card.weekReturn'), model.data),
];

/** Asks an admin to approve a week. After the decision, here or elsewhere, the card shows the result. */
export const weekCard = (words: Words, model: WeekModel): RenderedCard => {
  const said = outcome(words, model);
  const summary = headline(words, model);
  const open = openUrl(words('card.weekOpen'), model.url);
  return message({
    summary: said === undefined ? summary : `${summary} ${said}`,
    body: [
      header(summary),
      ...(model.problem === undefined ? [] : [line([run(words(model.problem), { bold: true })])]),
      ...(said === undefined
        ? [note(words('card.weekWhy', { team: model.teamName }))]
        : [line([run(said, { bold: true })])]),
      ...(said === undefined || model.note === null ? [] : paragraphs(model.note)),
      ...model.days.filter(({ minutes }) => minutes > 0).map((item) => day(words, item)),
      ...(said === undefined ? [noteInput(words)] : []),
    ],
    actions: said === undefined ? [...buttons(words, model), open] : [open],
  });
};
