import css from './RingChart.module.css';

interface RingChartProps {
  readonly value: number;
  readonly total: number;
  readonly label: string;
  /** A complete sentence that screen readers read in place of the drawing. */
  readonly sentence: string;
  readonly tone: 'brand' | 'success' | 'warning';
  readonly note?: string | undefined;
}

const radius = 42;
const around = 2 * Math.PI * radius;

/**
 * Returns the CSS class for the size of the text in the ring. Only five characters of the full size fit, so longer
 * texts are smaller.
 */
const sizeOf = ({ length }: string): string => {
  if (length <= 5) return '';
  return (length <= 7 ? css.long : css.longest) ?? '';
};

/**
 * Draws a ring of which the share `value` of `total` is filled, with "value/total" inside. If `total` is zero, the ring
 * is empty.
 */
export const RingChart = ({ value, total, label, sentence, tone, note }: RingChartProps) => {
  const count = `${value}/${total}`;
  const share = total > 0 ? Math.min(1, Math.max(0, value / total)) : 0;
  return (
    <div className={css.ring}>
      <svg role="img" aria-label={sentence} className={css.drawing} width="96" height="96" viewBox="0 0 96 96">
        <circle className={css.track} cx="48" cy="48" r={radius} />
        {share > 0 && (
          <circle
            className={`${css.value ?? ''} ${css[tone] ?? ''}`}
            cx="48"
            cy="48"
            r={radius}
            strokeDasharray={`${share * around} ${around}`}
            transform="rotate(-90 48 48)"
          />
        )}
        <text className={`${css.count ?? ''} ${sizeOf(count)}`} x="48" y="48" aria-hidden="true">
          {count}
        </text>
      </svg>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      {note !== undefined && <span className={css.note}>{note}</span>}
    </div>
  );
};
