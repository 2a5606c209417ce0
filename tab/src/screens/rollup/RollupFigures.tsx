import type { RollupFigures as Figures } from '#contracts/reports/rollup.ts';
import { rollupFacts } from '#contracts/reports/rollupFacts.ts';
import { useReader } from '../../ui/text/readerContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

/** Shows the figures of a group, or of the whole roll-up. */
export const RollupFigures = ({
  figures,
  isLarge = false,
}: {
  readonly figures: Figures;
  readonly isLarge?: boolean;
}) => {
  const t = useTranslate();
  const { locale } = useReader();
  const facts = rollupFacts(figures, { t, locale });
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
