import { displayAverage } from '#contracts/meetings/questionTypes/allQuestionDefinitions.ts';
import type { RollupFigures } from '#contracts/reports/rollup.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import { formatPercent, valueReader } from '../../domain/wording/formatValues.ts';
import type { Fact } from './rollupFileModel.ts';

// Figures as texts, in the words of the roll-up page. A document lists them one below the other, so it leaves out those that are zero or do
// not belong to the group.

const scale = { type: 'SCALE', lowLabel: '', highLabel: '' } as const;

const factOf = (label: string, ...texts: readonly (string | false)[]): Fact => ({
  label,
  value: texts.filter((text) => text !== false).join(' · '),
});

const participationFacts = ({ participation }: RollupFigures, t: Translate): Fact[] => {
  const { asked, answered, late, skipped, missing, notAsked, unreachable, open, away } = participation;
  const number = new Intl.NumberFormat(valueReader(t).locale);
  const counts = [
    [t('rollup.late'), late],
    [t('rollup.open'), open],
    [t('rollup.skipped'), skipped],
    [t('rollup.away'), away],
  ] as const;
  return [
    factOf(t('rollup.answered'), t('rollup.ofAll', { part: answered, all: asked })),
    factOf(
      ...([t('rollup.missing'), number.format(missing)] as const),
      notAsked > 0 && t('rollup.notAsked', { count: notAsked }),
      unreachable > 0 && t('rollup.unreachable', { count: unreachable }),
    ),
    ...counts.flatMap(([label, count]) => (count === 0 ? [] : [factOf(label, number.format(count))])),
  ];
};

const goalFacts = ({ goals }: RollupFigures, t: Translate): Fact[] => {
  if (goals === null || goals.offered === 0) return [];
  const { met, offered, hitRate } = goals;
  const settled = hitRate?.settled ?? 0;
  const carried = hitRate?.carried ?? 0;
  const percent = settled === 0 ? 0 : Math.round((100 * (hitRate?.done ?? 0)) / settled);
  return [
    factOf(
      ...([t('rollup.goals'), t('rollup.ofAll', { part: met, all: offered })] as const),
      settled > 0 && t('rollup.hitRate', { percent: formatPercent(t, percent), settled }),
      carried > 0 && t('rollup.carried', { count: carried }),
    ),
  ];
};

const blockerFacts = ({ blockers }: RollupFigures, t: Translate): Fact[] => {
  if (blockers === null || blockers.reported + blockers.opened + blockers.resolved === 0) return [];
  const { reported, opened, resolved } = blockers;
  return [
    factOf(
      ...([t('rollup.blockers'), t('rollup.blockersValue', { opened, resolved })] as const),
      reported > 0 && t('rollup.blockersReported', { count: reported }),
    ),
  ];
};

const hoursFacts = ({ minutes }: RollupFigures, t: Translate): Fact[] => {
  if (minutes === null || minutes === 0) return [];
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 2 };
  return [factOf(t('rollup.hours'), new Intl.NumberFormat(valueReader(t).locale, digits).format(minutes / 60))];
};

const moodFacts = ({ mood }: RollupFigures, t: Translate): Fact[] =>
  mood === null
    ? []
    : [
        factOf(
          ...([t('rollup.mood'), displayAverage(scale, mood.average, valueReader(t))] as const),
          t('value.answers', { count: mood.answers }),
        ),
      ];

export const figureFacts = (figures: RollupFigures, t: Translate): readonly Fact[] => [
  ...participationFacts(figures, t),
  ...goalFacts(figures, t),
  ...blockerFacts(figures, t),
  ...hoursFacts(figures, t),
  ...moodFacts(figures, t),
];
