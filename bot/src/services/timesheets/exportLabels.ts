import { directionOf } from '#contracts/text/languages.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import type { TimesheetExport } from './timesheetExport.ts';

/** The texts around the rows of a file, in the requester's locale: plain values, which can be sent to a worker. */
export interface SheetTexts {
  readonly title: string;
  /** Team and dates. */
  readonly subtitle: string;
  readonly date: string;
  readonly user: string;
  readonly meeting: string;
  readonly task: string;
  readonly hours: string;
  readonly minutes: string;
  readonly total: string;
  readonly byPerson: string;
  readonly gaps: string;
  /** BCP 47. */
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

export const sheetTexts = ({ teamName, from, to, locale }: TimesheetExport, words: Words): SheetTexts => {
  const say = (name: 'date' | 'user' | 'meeting' | 'task' | 'hours' | 'minutes' | 'total' | 'byPerson' | 'gaps') =>
    words(`sheetFile.${name}`);
  return {
    title: words('sheetFile.title'),
    subtitle: words('sheetFile.subtitle', { team: teamName, from, to }),
    ...{ date: say('date'), user: say('user'), meeting: say('meeting'), task: say('task'), hours: say('hours') },
    ...{ minutes: say('minutes'), total: say('total'), byPerson: say('byPerson'), gaps: say('gaps') },
    locale,
    isRightToLeft: directionOf(locale) === 'rtl',
  };
};
