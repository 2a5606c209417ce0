import { csvOf } from '#contracts/core/csvText.ts';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import { dateIn } from '../../ui/text/calculateAndFormatDates.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

const columns = [
  'Team',
  'Report',
  'Person',
  'Text',
  'State',
  'Since',
  'Days',
  'Needed',
  'Note',
  'Closed',
  'Lasted',
] as const;

/**
 * Returns a CSV file with a line for each blocker. Dates have the form yyyy-MM-dd, so that spreadsheets sort them
 * correctly.
 */
export const blockersCsv = (items: readonly BlockerItem[], zone: string, t: WebTranslate): string =>
  csvOf([
    columns.map((column) => t(`blockers.csv${column}`)),
    ...items.map((item) => [
      ...[item.teamName, item.meetingName, item.owner.name, item.text, t(`blockers.state${item.state}`), item.since],
      ...[item.days, item.needed?.name ?? '', item.note?.text ?? ''],
      item.closedAt === null ? '' : dateIn(Date.parse(item.closedAt), zone),
      item.state === 'RESOLVED' ? item.days : '',
    ]),
  ]);
