import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
  attentionWhy,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { summaryAttentionLines } from '../../domain/attention/summaryAttentionLines.ts';
import { linksOf, longestName, andMore } from './summaryCardPage.ts';
import type { AttentionParts, SummaryPage } from './summaryCardPage.ts';
import { cardHeading, linkRun, noteText, textLine, textRun } from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { linkedRuns } from './linkedTextElements.ts';
import { linesInOne, oneLine } from './markdownSafeTitle.ts';
import { noLimit } from './summaryCardDetails.ts';

/**
 * Maximum number of code points of the reason in a line of the attention list, so that a long goal does not displace
 * the answers.
 */
const longestReason = 160;

const afterBlocker = ' · ';

/**
 * Returns a function for the parts of a line of the attention list that are the same at every level of detail, because
 * a card may be drawn at several levels.
 */
export const createAttentionParts = (t: Translate, publicUrl: string): ((line: AttentionLine) => AttentionParts) =>
  boundedMemo(
    (line: AttentionLine) => {
      const { key, values } = attentionWhy(line);
      const before = [
        textRun(clip(oneLine(attentionSubject(line)), longestName), { bold: true }),
        textRun(`: ${clip(oneLine(t(key, values)), longestReason)} · `),
      ];
      const text = line.kind === 'BLOCKER' ? linesInOne(line.text ?? '') : '';
      const action = linkRun(t(attentionActionKeys[line.action]), publicUrl + attentionPath(line));
      const shortest = text === '' ? [] : [textRun(''), textRun(afterBlocker)];
      const weight = JSON.stringify(textLine([...before, ...shortest, action])).length;
      return { before, text, action, weight };
    },
    { capacity: noLimit },
  );

/** Returns a line of the attention list: its subject, its reason, the text of a blocker, and its one action. */
const attentionElement = (page: SummaryPage, line: AttentionLine): Element => {
  const { before, text, action } = page.partsOf(line);
  const blocker = text === '' ? [] : [...linkedRuns(text, page.detail.blocker, linksOf(page)), textRun(afterBlocker)];
  return textLine([...before, ...blocker, action]);
};

export const attention = (page: SummaryPage): readonly Element[] => {
  const { shown, left } = summaryAttentionLines(page.model, page.detail.blocked);
  if (shown.length + left === 0) return [];
  return [
    cardHeading(page.t('summary.attention')),
    ...shown.map((line) => attentionElement(page, line)),
    ...(left > 0 ? [noteText(andMore(page, left))] : []),
  ];
};
