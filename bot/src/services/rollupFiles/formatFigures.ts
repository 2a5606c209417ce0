import type { RollupFigures } from '#contracts/reports/rollup.ts';
import { rollupFacts } from '#contracts/reports/rollupFigureTexts.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import { valueReader } from '../../domain/wording/formatValues.ts';
import type { Fact } from './rollupFileModel.ts';

/** Returns the figures as the roll-up page shows them, with the notes of a figure behind its value. */
export const figureFacts = (figures: RollupFigures, t: Translate): readonly Fact[] =>
  rollupFacts(figures, { ...valueReader(t), t }).map(({ label, value, notes }) => ({
    label,
    value: [value, ...notes].join(' · '),
  }));
