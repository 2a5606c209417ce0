import type { Language } from '#contracts/text/languages.ts';
import { languageOf } from '#contracts/text/languages.ts';
import type { ValueOf } from '../store/kind.ts';
import type { team } from '../store/kinds/team.ts';
import { localeFromTeams } from './chat.ts';

type Spoken = Pick<ValueOf<typeof team>, 'language'>;

/** What several read together, and whoever has no language of their own: ADR 030. */
export const languageIn = (row: Spoken | undefined): Language => row?.language ?? 'en';

/** Of the person who brings the bot to a team, as their Teams says it; null = it says none of ours. */
export const broughtLanguage = (locale: string | null): Language | null =>
  languageOf(localeFromTeams(locale) ?? '') ?? null;
