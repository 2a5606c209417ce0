import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Only the platform, the code that syncs with it and the stored rows may read chat addresses, so that a further chat
// platform needs changes in few folders.

const root = join(__dirname, '../../bot/src');

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);

const filesWith = (words: RegExp, isOutside: (path: string) => boolean): string[] =>
  sources.filter((path) => isOutside(path) && words.test(readFileSync(join(root, path), 'utf8')));

const isIn =
  (...places: readonly string[]) =>
  (path: string): boolean =>
    places.some((place) => path.startsWith(place));

const platform = ['gateways/botframework/', 'teams/'];

it('names the parts of a Teams address only in the platform, the sync with it, and the stored rows', () => {
  const isInside = isIn(...platform, 'services/teamsSync/', 'store/kinds/');
  expect(filesWith(/serviceUrl|teamsUserId/, (path) => !isInside(path))).toEqual([]);
  expect(filesWith(/serviceUrl|teamsUserId/, isInside)).not.toEqual([]);
});

it('sends, records and reports runs without reading conversations and threads', () => {
  const isDelivery = isIn('jobs/delivery/', 'services/runs/', 'services/reports/');
  expect(filesWith(/conversationId/, isDelivery)).toEqual([]);
  expect(filesWith(/threadId/, isIn('jobs/', 'services/runs/', 'services/reports/'))).toEqual([]);
});

it('names the ids of a sent message only where messages are compared, redrawn, or stored without ids', () => {
  expect(filesWith(/conversationId|activityId/, isIn('jobs/', 'services/runs/', 'services/reports/')).sort()).toEqual([
    'jobs/blockers/redrawBlockerCards.ts',
    'jobs/delivery/records/recentRemindersInMemory.ts',
    'jobs/delivery/records/sharedReminderRecords.ts',
    'jobs/delivery/remindedRunRecipientAndCardForm.ts',
    'jobs/delivery/sendAndRedrawReminder.ts',
    'jobs/outboxRows/handleEmailOrWebhookRow.ts',
    'jobs/outboxRows/messageRecordWithSendCounts.ts',
    'jobs/runs/refreshRunCards.ts',
    'jobs/runs/sendRunSummary.ts',
  ]);
});

it('knows the JSON of a card only in the platform, the presenter port, and the answers of the web app', () => {
  const isInside = isIn(
    ...platform,
    'contracts/',
    'services/core/cardPresenterPort.ts',
    'services/answers/saveAnswerAndShowCard.ts',
  );
  expect(filesWith(/AdaptiveCard/, (path) => !isInside(path))).toEqual([]);
});

it('imports the Bot Framework SDK only in the platform', () => {
  const isInside = isIn(...platform);
  expect(filesWith(/from 'botbuilder|from 'botframework/, (path) => !isInside(path))).toEqual([]);
});
