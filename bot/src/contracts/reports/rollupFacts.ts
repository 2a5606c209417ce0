import { displayAverage } from '../meetings/questionTypes/allQuestionDefinitions.ts';
import type { MessageKey, MessageValues } from '../text/catalogueKeys.ts';
import { percent } from './percentage.ts';
import type { RollupFigures } from './rollup.ts';

// Turns the figures of a roll-up into texts, for the page and for files. Figures that are zero or do not belong to the group are left out.

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

const fact = (label: string, value: string, ...notes: readonly (string | false)[]): RollupFact => ({
  label,
  value,
  notes: notes.filter((note) => note !== false),
});

const participationFacts = ({ participation }: RollupFigures, { t, locale }: FactReader): RollupFact[] => {
  const { asked, answered, late, skipped, missing, notAsked, unreachable, open, away } = participation;
  const number = new Intl.NumberFormat(locale);
  const counts = [
    [t('rollup.late'), late],
    [t('rollup.open'), open],
    [t('rollup.skipped'), skipped],
    [t('rollup.away'), away],
  ] as const;
  const whyMissing = [
    notAsked > 0 && t('rollup.notAsked', { count: notAsked }),
    unreachable > 0 && t('rollup.unreachable', { count: unreachable }),
  ];
  return [
    fact(t('rollup.answered'), t('rollup.ofAll', { part: answered, all: asked })),
    fact(t('rollup.missing'), number.format(missing), ...whyMissing),
    ...counts.flatMap(([label, count]) => (count === 0 ? [] : [fact(label, number.format(count))])),
  ];
};

const goalFacts = ({ goals }: RollupFigures, { t }: FactReader): RollupFact[] => {
  if (goals === null || goals.offered === 0) return [];
  const { met, offered, hitRate } = goals;
  const settled = hitRate?.settled ?? 0;
  const carried = hitRate?.carried ?? 0;
  const notes = [
    settled > 0 && t('rollup.hitRate', { percent: percent(hitRate?.done ?? 0, settled), settled }),
    carried > 0 && t('rollup.carried', { count: carried }),
  ];
  return [fact(t('rollup.goals'), t('rollup.ofAll', { part: met, all: offered }), ...notes)];
};

const blockerFacts = ({ blockers }: RollupFigures, { t }: FactReader): RollupFact[] => {
  if (blockers === null || blockers.reported + blockers.opened + blockers.resolved === 0) return [];
  const { reported, opened, resolved } = blockers;
  const note = reported > 0 && t('rollup.blockersReported', { count: reported });
  return [fact(t('rollup.blockers'), t('rollup.blockersValue', { opened, resolved }), note)];
};

const hoursFacts = ({ minutes }: RollupFigures, { t, locale }: FactReader): RollupFact[] => {
  if (minutes === null || minutes === 0) return [];
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  return [fact(t('rollup.hours'), number.format(minutes / 60))];
};

const scale = { type: 'SCALE', lowLabel: '', highLabel: '' } as const;

const moodFacts = ({ mood }: RollupFigures, reader: FactReader): RollupFact[] => {
  if (mood === null) return [];
  const { t } = reader;
  const value = displayAverage(scale, mood.average, reader);
  return [fact(t('rollup.mood'), value, t('value.answers', { count: mood.answers }))];
};

export const rollupFacts = (figures: RollupFigures, reader: FactReader): readonly RollupFact[] =>
  [participationFacts, goalFacts, blockerFacts, hoursFacts, moodFacts].flatMap((factsOf) => factsOf(figures, reader));
