import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { directionOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { answerColumns, figureColumns } from './rollupFileColumns.ts';
import type { RollupFileTexts } from './rollupFileModel.ts';

/**
 * Returns the fixed texts of a file, such as headings and names of sheets, in the language `locale`. Headings of times
 * name the `zone`.
 */
export const rollupFileTexts = (t: Translate, locale: string, zone: ZoneId): RollupFileTexts => ({
  heads: Object.fromEntries([...answerColumns, ...figureColumns].map(({ key, label }) => [key, t(label, { zone })])),
  sheets: {
    SUMMARY: t('rollup.total'),
    PERSON: t('rollupFile.byPerson'),
    DAY: t('rollupFile.byDay'),
    QUESTION: t('rollupFile.byQuestion'),
    ANSWERS: t('rollupFile.answers'),
  },
  person: t('rollup.byPERSON'),
  question: t('rollup.byQUESTION'),
  average: t('rollupFile.average'),
  answers: t('rollupFile.answers'),
  medianDays: t('trends.medianDays'),
  earliestDate: t('trends.earliestDate'),
  latestDate: t('trends.latestDate'),
  distribution: t('value.distribution'),
  goalsOpen: t('rollup.goalsOpen'),
  blocker: t('rollupFile.blocker'),
  empty: t('rollup.none'),
  gaps: t('sheetFile.gaps'),
  locale,
  isRightToLeft: directionOf(locale) === 'rtl',
});
