import { boundedMemo } from '../boundedMapAndMemos.ts';
import { displayMood } from '../meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { MessageKey, MessageValues } from '../text/translateAndMessageKeyTypes.ts';
import { percentText } from '../text/percentText.ts';
import { wholePercent } from '../reports/wholePercent.ts';
import type { RollupFigures } from './rollupQueryAndResult.ts';

// Turns the figures of a roll-up into texts, for the page and for files.

type FactKey = Extract<MessageKey, `rollup.${string}` | `value.${string}`>;

export interface FactReader {
  readonly t: (key: FactKey, values?: MessageValues) => string;
  /** Language tag for numbers, as `formatLocale` returns it. */
  readonly locale: string;
}

export interface RollupFact {
  readonly label: string;
  readonly value: string;
  readonly notes: readonly string[];
}

/**
 * Definition of one figure. `isUsed` returns false if the figure needs no text, because it is zero or does not apply to
 * the group.
 */
interface FactDefinition {
  readonly isUsed: (figures: RollupFigures) => boolean;
  readonly fact: (figures: RollupFigures, reader: FactReader) => RollupFact;
}

const nothing = '–';

/** Maximum number of cached formatters. The cache needs a limit, because clients choose the language tags. */
const capacity = 100;

const countFormat = boundedMemo((locale: string) => new Intl.NumberFormat(locale), { capacity });
const hoursFormat = boundedMemo(
  (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
  { capacity },
);

const fact = (label: string, value: string, ...notes: readonly (string | false)[]): RollupFact => ({
  label,
  value,
  notes: notes.filter((note) => note !== false),
});

const answered: FactDefinition = {
  isUsed: () => true,
  fact: ({ participation }, { t }) =>
    fact(t('rollup.answered'), t('rollup.ofAll', { part: participation.answered, all: participation.asked })),
};

const missing: FactDefinition = {
  isUsed: () => true,
  fact: ({ participation: { missing: count, notAsked, unreachable } }, reader) => {
    const { t } = reader;
    const notes = [
      notAsked > 0 && t('rollup.notAsked', { count: notAsked }),
      unreachable > 0 && t('rollup.unreachable', { count: unreachable }),
    ];
    return fact(t('rollup.missing'), countFormat(reader.locale).format(count), ...notes);
  },
};

const countOf = (name: 'late' | 'open' | 'skipped' | 'away'): FactDefinition => ({
  isUsed: ({ participation }) => participation[name] > 0,
  fact: ({ participation }, reader) =>
    fact(reader.t(`rollup.${name}`), countFormat(reader.locale).format(participation[name])),
});

const goals: FactDefinition = {
  isUsed: (figures) => figures.goals !== null && figures.goals.offered > 0,
  fact: ({ goals: figures }, { t, locale }) => {
    const { met, offered, hitRate } = figures ?? { met: 0, offered: 0, hitRate: null };
    const settled = hitRate?.settled ?? 0;
    const carried = hitRate?.carried ?? 0;
    const share = percentText(wholePercent(hitRate?.done ?? 0, settled), locale);
    const notes = [
      settled > 0 && t('rollup.hitRate', { percent: share, settled }),
      carried > 0 && t('rollup.carried', { count: carried }),
    ];
    return fact(t('rollup.goals'), offered === 0 ? nothing : t('rollup.ofAll', { part: met, all: offered }), ...notes);
  },
};

const blockers: FactDefinition = {
  isUsed: ({ blockers: own }) => own !== null && own.reported + own.opened + own.resolved > 0,
  fact: ({ blockers: figures }, { t }) => {
    if (figures === null) return fact(t('rollup.blockers'), nothing);
    const { reported, opened, resolved } = figures;
    const note = reported > 0 && t('rollup.blockersReported', { count: reported });
    return fact(t('rollup.blockers'), t('rollup.blockersValue', { opened, resolved }), note);
  },
};

const hours: FactDefinition = {
  isUsed: ({ minutes }) => minutes !== null && minutes > 0,
  fact: ({ minutes }, { t, locale }) =>
    fact(t('rollup.hours'), minutes === null ? nothing : hoursFormat(locale).format(minutes / 60)),
};

const mood: FactDefinition = {
  isUsed: (figures) => figures.mood !== null,
  fact: ({ mood: figures }, reader) => {
    const { t } = reader;
    if (figures === null) return fact(t('rollup.mood'), nothing);
    const value = displayMood(figures.average, reader);
    return fact(t('rollup.mood'), value, t('value.answers', { count: figures.answers }));
  },
};

const counts = (['late', 'open', 'skipped', 'away'] as const).map(countOf);
const definitions: readonly FactDefinition[] = [answered, missing, ...counts, goals, blockers, hours, mood];

/**
 * Returns the texts of the figures that the group or `total` has. If callers pass the figures of the whole roll-up as
 * `total`, all groups of a page have the same columns.
 */
export const rollupFigureTexts = (
  figures: RollupFigures,
  reader: FactReader,
  total: RollupFigures = figures,
): readonly RollupFact[] =>
  definitions.flatMap(({ isUsed, fact: factOf }) =>
    isUsed(total) || isUsed(figures) ? [factOf(figures, reader)] : [],
  );
