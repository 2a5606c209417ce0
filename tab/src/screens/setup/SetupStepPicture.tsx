import type { ReactElement } from 'react';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './SetupStepPicture.module.css';

export type StepName = 'team' | 'plus' | 'search' | 'result' | 'add';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const line = (x: number, y: number, width: number): ReactElement => (
  <rect className={css.line} x={x} y={y} width={width} height="6" rx="3" />
);

const tile = (x: number, y: number, size: number): ReactElement => (
  <rect className={css.tile} x={x} y={y} width={size} height={size} rx={size / 4} />
);

/** Draws a frame around the place that the reader must click. */
const target = ({ x, y, width, height }: Box): ReactElement => (
  <rect className={css.target} x={x} y={y} width={width} height={height} rx="5" />
);
const pointer = (x: number, y: number): ReactElement => (
  <path className={css.pointer} transform={`translate(${x} ${y})`} d="M0 0v15.5l3.9-3.4 2.6 6 3-1.3-2.6-5.9h5.3z" />
);

const mark = (x: number, y: number, size: number): ReactElement => (
  <g transform={`translate(${x} ${y}) scale(${size / 32})`}>
    <rect className={css.brand} width="32" height="32" rx="8" />
    <circle className={css.solid} cx="10" cy="11" r="3" />
    <path className={css.onBrand} d="m17 11 3 3 5-6M17 21h8M13 21a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z" />
  </g>
);

/** Draws a window of Microsoft Teams: its app bar, the list of teams and channels, and the content. */
const chatWindow = (open: ReactElement, chosen: ReactElement | null): ReactElement => (
  <>
    <path className={css.pane} d="M118 14h182a6 6 0 0 1 6 6v100a6 6 0 0 1-6 6H118z" />
    {[26, 46, 66].map((y) => (
      <g key={y}>{tile(21, y, 10)}</g>
    ))}
    {chosen}
    {tile(48, 26, 14)}
    {line(68, 30, 34)}
    {tile(48, 52, 14)}
    {line(68, 56, 40)}
    {line(68, 80, 30)}
    {line(68, 98, 36)}
    {open}
  </>
);

const messages = (
  <>
    {[54, 90].map((y) => (
      <g key={y}>
        <circle className={css.tile} cx="138" cy={y + 8} r="8" />
        {line(154, y, 60)}
        {line(154, y + 12, y === 54 ? 124 : 96)}
      </g>
    ))}
  </>
);

/** Draws a separate window over the dimmed chat. */
const dialog = (inside: ReactElement): ReactElement => (
  <>
    <rect className={css.dim} x="14" y="14" width="292" height="112" rx="6" />
    <rect className={css.dialog} x="58" y="20" width="204" height="100" rx="6" />
    {inside}
  </>
);

const teamPicture = (): ReactElement =>
  chatWindow(
    <>
      {messages}
      {pointer(96, 62)}
    </>,
    target({ x: 42, y: 45, width: 72, height: 28 }),
  );

const plusPicture = (): ReactElement =>
  chatWindow(
    <>
      {line(130, 27, 34)}
      {line(174, 27, 28)}
      {target({ x: 212, y: 19, width: 22, height: 22 })}
      <path className={css.stroke} d="M223 25v10M218 30h10" />
      {messages}
      {pointer(228, 36)}
    </>,
    <rect className={css.chosen} x="42" y="73" width="72" height="20" rx="4" />,
  );

const searchPicture = (product: string): ReactElement =>
  dialog(
    <>
      {line(72, 32, 52)}
      {target({ x: 72, y: 48, width: 176, height: 24 })}
      <circle className={css.stroke} cx="86" cy="59" r="4.5" />
      <path className={css.stroke} d="m89.5 62.5 4 4" />
      <text className={css.word} x="102" y="64">
        {product}
      </text>
      {line(72, 86, 176)}
      {line(72, 102, 120)}
    </>,
  );

const resultPicture = (product: string): ReactElement =>
  dialog(
    <>
      {target({ x: 72, y: 32, width: 80, height: 76 })}
      {mark(97, 42, 30)}
      <text className={css.word} x="112" y="94" textAnchor="middle">
        {product}
      </text>
      <rect className={css.card} x="166" y="32" width="80" height="76" rx="5" />
      {tile(191, 42, 30)}
      {line(184, 86, 44)}
      {pointer(134, 92)}
    </>,
  );

const addPicture = (product: string): ReactElement =>
  dialog(
    <>
      {mark(74, 34, 30)}
      <text className={css.word} x="114" y="47">
        {product}
      </text>
      {line(114, 55, 70)}
      {line(74, 76, 172)}
      <rect className={css.brand} x="190" y="92" width="56" height="20" rx="4" />
      <path className={css.onBrand} d="M204 102h28" />
      {pointer(232, 104)}
    </>,
  );

const pictures: Readonly<Record<StepName, (product: string) => ReactElement>> = {
  team: teamPicture,
  plus: plusPicture,
  search: searchPicture,
  result: resultPicture,
  add: addPicture,
};

/**
 * Draws a sketch of the place to click, in the colours of the theme. It is hidden from screen readers, because the
 * sentence above has the same content.
 */
export const SetupStepPicture = ({ step }: { readonly step: StepName }) => {
  const t = useTranslate();
  return (
    <svg className={css.picture} viewBox="0 0 320 140" aria-hidden="true">
      <rect className={css.window} x="14" y="14" width="292" height="112" rx="6" />
      {pictures[step](t('product'))}
      <rect className={css.frame} x="14" y="14" width="292" height="112" rx="6" />
    </svg>
  );
};
