import css from './ShareBar.module.css';

interface ShareBarProps {
  /** Filled part of the bar, 0 to 100. */
  readonly percent: number;
  /** Class with the width of the bar. */
  readonly className: string | undefined;
}

/** Draws a share as a bar. Screen readers skip it, because the number is beside it. */
export const ShareBar = ({ percent, className }: ShareBarProps) => (
  <span className={`${css.bar} ${className ?? ''}`} aria-hidden="true">
    <span className={css.fill} style={{ width: `${String(percent)}%` }} />
  </span>
);
