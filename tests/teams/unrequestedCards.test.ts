import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { formatDay } from '../../bot/src/domain/wording/formatDatesListsAndDurations.ts';
import { reportLink, weekLink } from '../../bot/src/services/core/webLinks.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { lazyScreens } from '../../tab/src/app/routes/lazyScreens.ts';
import { pathOfTeamsSubPage } from '../../tab/src/app/runtime/pathOfTeamsSubPage.ts';
import { presenter } from '../support/apps/botAppWithRecordingServices.ts';
import { aDate, aMeetingId, aMemberId, aTeamId } from '../support/data/idDateAndRecordBuilders.ts';
import { aReader, aRun, anAsk, aSummary } from '../support/data/cardModelBuilders.ts';
import { ofType, textOf } from '../support/data/readAndCheckCards.ts';

// Tests that a message that its recipient did not request states its reason, and that its links lead to its subject.

const publicUrl = 'https://rollcall.example';
const date = aDate('2026-11-20');
const link = reportLink(publicUrl, aMeetingId(), date);

it.each(languages)('every card that the bot sends unasked gives its reason in %s', (locale) => {
  const t = translateFor(locale);
  const reader = aReader({ locale });
  const requested = textOf(presenter.ask(anAsk(), reader));
  expect(requested).toContain(t('card.askWhy', { date: formatDay(t, date) }));
  for (const cancelled of [null, { reason: 'HOLIDAY' } as const])
    expect(textOf(presenter.announcement({ ...aRun, message: 'We start', url: link, cancelled }, reader))).toContain(
      t('card.broadcastWhy'),
    );
  expect(textOf(presenter.summary(aSummary(), reader, link))).toContain(t('summary.footer', { zone: reader.timezone }));
});

describe('a link', () => {
  it('a link on a card is encoded, far below the length limit of Teams, and opens a page of the product', () => {
    const week = weekLink(publicUrl, { teamId: aTeamId(), memberId: aMemberId(), monday: aDate('2026-11-16') });
    for (const item of [link, week]) {
      expect(new URL(item).href).toBe(item);
      expect(item.length).toBeLessThan(1900);
    }
    expect(lazyScreens.shell.map(({ path }) => path)).toContain('/reports/:id/report');
    expect(new URL(link).pathname).toBe(`/reports/${aMeetingId()}/report`);
    const cards = [presenter.summary(aSummary(), aReader(), link)];
    expect(cards.flatMap((card) => ofType(card, 'Action.OpenUrl').map((item) => item['url']))).toEqual([link]);
  });

  it('into Teams is encoded, and opens the report inside the tab', () => {
    const subPageId = `report/${aMeetingId()}/${date}`;
    const context = encodeURIComponent(JSON.stringify({ subPageId }));
    const deep = `https://teams.microsoft.com/l/entity/7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0001/reports?webUrl=${encodeURIComponent(link)}&context=${context}`;
    expect(deep.length).toBeLessThanOrEqual(1900);
    const { searchParams } = new URL(deep);
    expect(searchParams.get('webUrl')).toBe(link);
    const named = JSON.parse(searchParams.get('context') ?? '{}') as { subPageId: string };
    expect(pathOfTeamsSubPage(named.subPageId)).toBe(`/teams/reports/${aMeetingId()}?date=${date}`);
    expect(lazyScreens.embedded.map(({ path }) => path)).toContain('/teams/reports/:id');
  });
});
