import css from './Skeleton.module.css';
import { useWords } from './words.ts';

interface SkeletonProps {
  /** `form` = labels with fields below them; `rows` = a list. */
  readonly shape: 'form' | 'rows';
}

const lines = [1, 2, 3, 4, 5];

/** A page before its content is known, in about its geometry. */
export const Skeleton = ({ shape }: SkeletonProps) => (
  <div role="status" aria-label={useWords()('common.loading')} className={css.lines}>
    {lines.map((line) => (
      <div key={line} className={shape === 'form' ? css.field : css.row} />
    ))}
  </div>
);
