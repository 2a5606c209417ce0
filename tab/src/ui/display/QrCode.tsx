import { encode } from 'uqr';
import css from './QrCode.module.css';

interface QrCodeProps {
  readonly text: string;
  /** Describes the purpose of the code, for readers who cannot see it. */
  readonly label: string;
}

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : []))).join('');

/** Draws a text as a QR code, dark on white even in the dark theme, because some apps cannot read other colours. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg className={css.code} viewBox={`0 0 ${String(size)} ${String(size)}`} role="img" aria-label={label}>
      <rect className={css.light} width={size} height={size} />
      <path className={css.dark} d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  );
};
