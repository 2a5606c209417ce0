import { wholePercent } from '#contracts/reports/wholePercent.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { ShareBar } from '../../../ui/display/ShareBar.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import css from './TrendsTab.module.css';

/** Shows `part` as a share of `whole`, by a bar and a percentage. */
export const PercentageBar = ({ part, whole }: { readonly part: number; readonly whole: number }) => {
  const { locale } = useReader();
  const share = wholePercent(part, whole);
  return (
    <div className={css.share}>
      <ShareBar className={css.meter} percent={share} />
      {percentText(share, locale)}
    </div>
  );
};
