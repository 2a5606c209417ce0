import os from 'node:os';
import type { Row } from './benchmarkTypesAndFigureFormats.ts';

const heads = ['what', 'figure', 'baseline in the same run', 'ratio', 'target', ''] as const;

const cellsOf = ({ what, figure, baseline = '–', ratio = '–', target, isMet }: Row): readonly string[] => [
  ...[what, figure, baseline, ratio, target],
  isMet ? 'ok' : 'missed',
];

/** Formats the rows as an aligned Markdown table, with a line for the machine and the Node version. */
export const formatResultTable = (rows: readonly Row[], node: string): string => {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, index) => Math.max(3, ...lines.map((cells) => cells[index]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [cpu] = os.cpus();
  const machine = `Node ${node}, ${os.cpus().length} × ${cpu?.model ?? 'unknown processor'}, load ${os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
  const missed = rows.filter((row) => !row.isMet).length;
  return [
    lineOf(heads),
    rule,
    ...rows.map((row) => lineOf(cellsOf(row))),
    '',
    `${rows.length - missed} ok, ${missed} missed. ${machine}`,
  ].join('\n');
};
