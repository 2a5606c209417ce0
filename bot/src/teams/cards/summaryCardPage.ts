import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { SummaryModel } from '../../domain/reports/buildReportAndSummary.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import type { CardLinks } from './linkedTextElements.ts';
import { oneLine } from './markdownSafeTitle.ts';
import type { SummaryDetail } from './summaryCardDetails.ts';

export const longestName = 60;

export interface AttentionParts {
  readonly before: readonly Element[];
  /** Text of the blocker without line breaks; empty if the attention line is not about a blocker. */
  readonly text: string;
  readonly action: Element;
  /** Number of JSON characters of the attention line's card element, without the characters of `text`. */
  readonly weight: number;
}

export interface SummaryPage {
  readonly t: Translate;
  readonly zone: ZoneId;
  readonly model: SummaryModel;
  readonly detail: SummaryDetail;
  readonly publicUrl: string;
  readonly partsOf: (line: AttentionLine) => AttentionParts;
}

export const linksOf = ({ model, detail, publicUrl }: SummaryPage): CardLinks | undefined =>
  detail.hasLinks ? { links: model.links ?? noLinks, publicUrl } : undefined;

export const nameOf = (person: { readonly name: string }): string => clip(oneLine(person.name), longestName);

export const andMore = (page: SummaryPage, left: number): string => page.t('summary.more', { count: left });
