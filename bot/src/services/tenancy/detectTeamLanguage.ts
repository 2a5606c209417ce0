import type { Language } from '#contracts/text/languages.ts';
import { languageOf } from '#contracts/text/languages.ts';
import type { ValueOf } from '../../store/records.ts';
import type { team } from '../../store/kinds/team.ts';
import { localeFromTeams } from './inboundChat.ts';

type Spoken = Pick<ValueOf<typeof team>, 'language'>;

/** The language of messages for several readers, and of readers without a language of their own: ADR 030. */
export const teamLanguage = (row: Spoken | undefined): Language => row?.language ?? 'en';

/**
 * The supported language of the person who installs the bot in a team, by the locale of that person's client; null =
 * the client's language is not supported.
 */
export const languageOfInstaller = (locale: string | null): Language | null =>
  languageOf(localeFromTeams(locale) ?? '') ?? null;
