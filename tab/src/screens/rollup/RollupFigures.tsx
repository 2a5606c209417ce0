import { displayAverage } from '#contracts/meetings/questionTypes/allQuestionDefinitions.ts';
import { percent } from '#contracts/reports/percentage.ts';
import type { RollupFigures as Figures } from '#contracts/reports/rollup.ts';
import { useReader } from '../../ui/text/readerContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly notes: readonly string[];
}

const notesOf = (...notes: readonly (readonly [isShown: boolean, text: () => string])[]): string[] =>
  notes.flatMap(([isShown, text]) => (isShown ? [text()] : []));

const participationFacts = ({ participation }: Figures, number: Intl.NumberFormat, t: WebTranslate): Fact[] => {
  const { asked, answered, late, skipped, missing, notAsked, unreachable, open, away } = participation;
  const counts = [
    [t('rollup.late'), late],
    [t('rollup.open'), open],
    [t('rollup.skipped'), skipped],
    [t('rollup.away'), away],
  ] as const;
  return [
    { label: t('rollup.answered'), value: t('rollup.ofAll', { part: answered, all: asked }), notes: [] },
    {
      label: t('rollup.missing'),
      value: number.format(missing),
      notes: notesOf(
        [notAsked > 0, () => t('rollup.notAsked', { count: notAsked })],
        [unreachable > 0, () => t('rollup.unreachable', { count: unreachable })],
      ),
    },
    ...counts.flatMap(([label, count]) => (count === 0 ? [] : [{ label, value: number.format(count), notes: [] }])),
  ];
};

const goalFacts = ({ goals }: Figures, t: WebTranslate): Fact[] => {
  if (goals === null || goals.offered === 0) return [];
  const { met, offered, hitRate } = goals;
  const settled = hitRate?.settled ?? 0;
  const carried = hitRate?.carried ?? 0;
  return [
    {
      label: t('rollup.goals'),
      value: t('rollup.ofAll', { part: met, all: offered }),
      notes: notesOf(
        [settled > 0, () => t('rollup.hitRate', { percent: percent(hitRate?.done ?? 0, settled), settled })],
        [carried > 0, () => t('rollup.carried', { count: carried })],
      ),
    },
  ];
};

const blockerFacts = ({ blockers }: Figures, t: WebTranslate): Fact[] => {
  if (blockers === null || blockers.reported + blockers.opened + blockers.resolved === 0) return [];
  const { reported, opened, resolved } = blockers;
  return [
    {
      label: t('rollup.blockers'),
      value: t('rollup.blockersValue', { opened, resolved }),
      notes: notesOf([reported > 0, () => t('rollup.blockersReported', { count: reported })]),
    },
  ];
};

const hoursFacts = ({ minutes }: Figures, locale: string, t: WebTranslate): Fact[] => {
  if (minutes === null || minutes === 0) return [];
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  return [{ label: t('rollup.hours'), value: number.format(minutes / 60), notes: [] }];
};

const scale = { type: 'SCALE', lowLabel: '', highLabel: '' } as const;

const moodFacts = ({ mood }: Figures, locale: string, t: WebTranslate): Fact[] => {
  if (mood === null) return [];
  const value = displayAverage(scale, mood.average, { t, locale });
  return [{ label: t('rollup.mood'), value, notes: [t('value.answers', { count: mood.answers })] }];
};

/** Shows the figures of a group, or of the whole roll-up. Figures that are zero or do not belong to the group are left out. */
export const RollupFigures = ({
  figures,
  isLarge = false,
}: {
  readonly figures: Figures;
  readonly isLarge?: boolean;
}) => {
  const t = useTranslate();
  const { locale } = useReader();
  const facts = [
    ...participationFacts(figures, new Intl.NumberFormat(locale), t),
    ...goalFacts(figures, t),
    ...blockerFacts(figures, t),
    ...hoursFacts(figures, locale, t),
    ...moodFacts(figures, locale, t),
  ];
  return (
    <dl className={isLarge ? css.totals : css.facts}>
      {facts.map(({ label, value, notes }) => (
        <div key={label} className={isLarge ? css.total : css.fact}>
          <dt>{label}</dt>
          <dd>
            <span className={css.value}>{value}</span>
            {notes.map((note) => (
              <span key={note} className={css.note}>
                {note}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};
