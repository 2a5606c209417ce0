import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import { rollupFigureTexts } from '#contracts/rollup/rollupFigureTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { valueReader } from '../../../domain/wording/formatDatesListsAndDurations.ts';
import type { Fact } from './rollupFileModel.ts';

/** Returns the figures as the roll-up page shows them. The notes of a figure follow its value, separated by " · ". */
export const formatRollupFigures = (figures: RollupFigures, t: Translate): readonly Fact[] =>
  rollupFigureTexts(figures, { ...valueReader(t), t }).map(({ label, value, notes }) => ({
    label,
    value: [value, ...notes].join(' · '),
  }));
