import css from './LoadingSkeleton.module.css';
import { useTranslate } from '../text/translate.ts';

interface SkeletonProps {
  /** Shape of the content that loads: `form` = labels with fields below them; `rows` = a list. */
  readonly shape: 'form' | 'rows';
}

const lines = [1, 2, 3, 4, 5];

export const LoadingSkeleton = ({ shape }: SkeletonProps) => (
  <div role="status" aria-label={useTranslate()('common.loading')} className={css.lines}>
    {lines.map((line) => (
      <div key={line} className={shape === 'form' ? css.field : css.row} />
    ))}
  </div>
);
