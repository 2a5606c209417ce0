import { displayAverage } from '#contracts/meetings/questionTypes/allQuestionDefinitions.ts';
import type { RollupFigures as Figures } from '#contracts/reports/rollup.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { useReader } from '../../ui/text/readerContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly notes: readonly string[];
}

interface FactReader {
  readonly t: WebTranslate;
  readonly locale: string;
}

type Column = (figures: Figures, reader: FactReader) => Fact;

const nothing = '–';

const notesOf = (...notes: readonly (readonly [isShown: boolean, text: () => string])[]): string[] =>
  notes.flatMap(([isShown, text]) => (isShown ? [text()] : []));

const numberText = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value);

const answered: Column = ({ participation }, { t }) => ({
  label: t('rollup.answered'),
  value: t('rollup.ofAll', { part: participation.answered, all: participation.asked }),
  notes: [],
});

const missing: Column = ({ participation: { missing: count, notAsked, unreachable } }, { t, locale }) => ({
  label: t('rollup.missing'),
  value: numberText(count, locale),
  notes: notesOf(
    [notAsked > 0, () => t('rollup.notAsked', { count: notAsked })],
    [unreachable > 0, () => t('rollup.unreachable', { count: unreachable })],
  ),
});

type Count = 'late' | 'open' | 'skipped' | 'away';

const countOf =
  (name: Count): Column =>
  ({ participation }, { t, locale }) => ({
    label: t(`rollup.${name}`),
    value: numberText(participation[name], locale),
    notes: [],
  });

const goals: Column = ({ goals: figures }, { t, locale }) => {
  const { met, offered, hitRate } = figures ?? { met: 0, offered: 0, hitRate: null };
  const settled = hitRate?.settled ?? 0;
  const carried = hitRate?.carried ?? 0;
  const percent = settled === 0 ? 0 : Math.round((100 * (hitRate?.done ?? 0)) / settled);
  return {
    label: t('rollup.goals'),
    value: offered === 0 ? nothing : t('rollup.ofAll', { part: met, all: offered }),
    notes: notesOf(
      [settled > 0, () => t('rollup.hitRate', { percent: percentText(percent, locale), settled })],
      [carried > 0, () => t('rollup.carried', { count: carried })],
    ),
  };
};

const blockers: Column = ({ blockers: figures }, { t }) => {
  const { reported, opened, resolved } = figures ?? { reported: 0, opened: 0, resolved: 0 };
  return {
    label: t('rollup.blockers'),
    value: figures === null ? nothing : t('rollup.blockersValue', { opened, resolved }),
    notes: notesOf([reported > 0, () => t('rollup.blockersReported', { count: reported })]),
  };
};

const hours: Column = ({ minutes }, { t, locale }) => {
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  return { label: t('rollup.hours'), value: minutes === null ? nothing : number.format(minutes / 60), notes: [] };
};

const scale = { type: 'SCALE', lowLabel: '', highLabel: '' } as const;

const mood: Column = ({ mood: figures }, { t, locale }) => ({
  label: t('rollup.mood'),
  value: figures === null ? nothing : displayAverage(scale, figures.average, { t, locale }),
  notes: figures === null ? [] : [t('value.answers', { count: figures.answers })],
});

interface ShownColumn {
  readonly column: Column;
  /** True if there is something to show. */
  readonly isUsed: (figures: Figures) => boolean;
}

const always = (): boolean => true;
const isCounted =
  (name: Count) =>
  ({ participation }: Figures): boolean =>
    participation[name] > 0;

const columns: readonly ShownColumn[] = [
  { column: answered, isUsed: always },
  { column: missing, isUsed: always },
  ...(['late', 'open', 'skipped', 'away'] as const).map((name) => ({ column: countOf(name), isUsed: isCounted(name) })),
  { column: goals, isUsed: (figures) => figures.goals !== null && figures.goals.offered > 0 },
  {
    column: blockers,
    isUsed: ({ blockers: own }) => own !== null && own.reported + own.opened + own.resolved > 0,
  },
  { column: hours, isUsed: ({ minutes }) => minutes !== null && minutes > 0 },
  { column: mood, isUsed: (figures) => figures.mood !== null },
];

interface FiguresProps {
  readonly figures: Figures;
  /** Figures of the whole roll-up. They decide which columns there are, so that all groups have the same ones. */
  readonly total: Figures;
  readonly isLarge?: boolean;
}

/** Shows the figures of a group, or of the whole roll-up. A figure that is zero in the whole roll-up is left out. */
export const RollupFigures = ({ figures, total, isLarge = false }: FiguresProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const facts = columns.flatMap(({ column, isUsed }) =>
    // A page that was loaded later can have a figure that the total did not have yet.
    isUsed(total) || isUsed(figures) ? [column(figures, { t, locale })] : [],
  );
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
