import type { RollupFigures as Figures } from '#contracts/rollup/rollupQueryAndResult.ts';
import { rollupFigureTexts } from '#contracts/rollup/rollupFigureTexts.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

interface FiguresProps {
  readonly figures: Figures;
  /** Figures of the whole roll-up. They determine which figures are shown, so that all groups show the same ones. */
  readonly total: Figures;
  readonly isLarge?: boolean;
}

export const RollupFigures = ({ figures, total, isLarge = false }: FiguresProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const facts = rollupFigureTexts(figures, { t, locale }, total);
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
