import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatShortDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { actionTitle, longestTitle } from './cardElementsActionsAndSize.ts';
import type { Action } from './cardElementsActionsAndSize.ts';

/** Verb of the button that requests the card of one run. The button never starts a run. */
export const answerRunVerb = 'answerRun';

/**
 * Requests the card of the run in `data` (the signed data of that card) as a new message. Each person who presses the
 * button gets a card for themselves. The action is a plain Submit, because the reply to an Execute would replace the
 * pressed card, which may contain other buttons.
 */
export const answerRunAction = (title: string, data: CardData): Action => ({
  type: 'Action.Submit',
  title: actionTitle(title),
  associatedInputs: 'none',
  data: { ...data, verb: answerRunVerb },
});

export interface NamedRun {
  readonly meeting: string;
  readonly date: LocalDate;
  /** Name of the team; null if the name of the meeting is enough. */
  readonly team: string | null;
}

const longestTeam = 20;

/** Returns the title of a button about one run. A long name is cut, so that the date always fits. */
export const runTitle = (t: Translate, key: MessageKey, { meeting, date, team }: NamedRun): string => {
  const day = formatShortDay(t, date);
  const about = team === null ? day : t('card.teamAndDay', { team: clip(team, longestTeam), day });
  const room = longestTitle - Array.from(t(key, { meeting: '', day: about })).length;
  return t(key, { meeting: clip(meeting, room), day: about });
};
