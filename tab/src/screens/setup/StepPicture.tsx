import type { ReactElement } from 'react';
import css from './StepPicture.module.css';

export type StepName = 'team' | 'plus' | 'search' | 'result' | 'add';

const lines = (x: number, width: number, ...tops: readonly number[]): ReactElement => (
  <>
    {tops.map((top) => (
      <rect key={top} className={css.line} x={x} y={top} width={width} height="6" rx="3" />
    ))}
  </>
);

const mark = (x: number, y: number): ReactElement => (
  <>
    <rect className={css.brand} x={x} y={y} width="20" height="20" rx="5" />
    <path className={css.tick} d={`m${x + 5} ${y + 10} 4 4 6-8`} />
  </>
);

const pictures: Readonly<Record<StepName, ReactElement>> = {
  team: (
    <>
      {lines(20, 60, 18, 78)}
      <rect className={css.target} x="14" y="34" width="76" height="32" rx="4" />
      {lines(20, 60, 40, 54)}
      {lines(112, 150, 24, 40, 56)}
    </>
  ),
  plus: (
    <>
      {lines(14, 70, 24, 42, 60)}
      {lines(112, 44, 17)}
      {lines(166, 44, 17)}
      <rect className={css.target} x="220" y="8" width="24" height="24" rx="4" />
      <path className={css.stroke} d="M232 13v14M225 20h14" />
      {lines(112, 150, 50, 66)}
    </>
  ),
  search: (
    <>
      <rect className={css.target} x="40" y="20" width="200" height="28" rx="4" />
      <circle className={css.stroke} cx="58" cy="33" r="6" />
      <path className={css.stroke} d="m63 38 5 5" />
      {lines(78, 70, 31)}
      {lines(40, 200, 62, 76)}
    </>
  ),
  result: (
    <>
      <rect className={css.line} x="40" y="16" width="62" height="62" rx="6" />
      <rect className={css.target} x="112" y="16" width="62" height="62" rx="6" />
      {mark(133, 26)}
      {lines(124, 38, 56)}
      <rect className={css.line} x="184" y="16" width="62" height="62" rx="6" />
    </>
  ),
  add: (
    <>
      {mark(60, 22)}
      {lines(92, 90, 24, 36)}
      {lines(60, 160, 56)}
      <rect className={css.button} x="176" y="66" width="48" height="20" rx="4" />
      <path className={css.tick} d="M192 76h16" />
    </>
  ),
};

/** A sketch of the place to click, drawn in the theme's own colours. The sentence above it says the same. */
export const StepPicture = ({ step }: { readonly step: StepName }) => (
  <svg className={css.picture} viewBox="0 0 280 96" aria-hidden="true">
    {pictures[step]}
  </svg>
);
