import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { team } from '../../store/kinds/organisations/teamAndChannel.ts';
import { localeFromTeams } from './chatEventTypesAndTextRepair.ts';

type TeamWithLanguage = Pick<ValueOf<typeof team>, 'language'>;

/**
 * Returns the language of the team; English if none is stored. It is used for messages that several people read, and
 * for members who have not chosen a language (decision 030).
 */
export const teamLanguage = (row: TeamWithLanguage | undefined): Language => row?.language ?? 'en';

/**
 * Returns the language for a new team, from the locale of the chat client of the person who installs the bot. Null if
 * the product does not support that language.
 */
export const languageOfInstaller = (locale: string | null): Language | null =>
  languageOf(localeFromTeams(locale) ?? '') ?? null;
