import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { SummaryModel } from '../../bot/src/domain/reports/buildReportAndSummary.ts';
import { renderEmail } from '../../bot/src/gateways/mail/renderEmail.ts';
import { cardBudget, sizeOf } from '../../bot/src/teams/cards/cardElementsActionsAndSize.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aDate, aMeetingId, aMemberId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { aBlockerLine, aPerson, aReader, aSummary } from '../support/data/cardModelBuilders.ts';
import { faultsOf, textOf } from '../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';

// Tests the list of what needs attention, and the duration of resolved blockers, in the card and the email of a
// summary.

const publicUrl = 'https://rollcall.test';
const presenter = readablePresenter({ translateFor, publicUrl });
const draw = (model: SummaryModel, locale = 'en') =>
  presenter.summary(model, { ...aReader(), locale }, `${publicUrl}/reports/x`);
const mail = (model: SummaryModel, locale = 'en') =>
  renderEmail(
    {
      ...{ kind: 'SUMMARY', model, url: `${publicUrl}/home`, timezone: aZone('Europe/Berlin') },
      ...{ organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/email/summaries/x` },
    },
    { t: translateFor(locale), locale, publicUrl },
  );

const report = { meetingId: aMeetingId(), meetingName: 'Daily stand-up' } as const;
const person = (name: string) => ({ ...report, memberId: aMemberId('bob'), name });
const goal = (name: string, text: string): AttentionLine => ({
  ...{ kind: 'GOAL_CARRIED', action: 'OPEN_ANSWERS', ...person(name), goal: text, count: 1, times: 3 },
});
const each = (name: string, text: string): AttentionLine[] => [
  { kind: 'UNREACHABLE', action: 'SEE_WHY', ...person(name), reason: 'BLOCKED', reports: 2 },
  { kind: 'SILENT', action: 'OPEN_ANSWERS', ...person(name), runs: 4, date: aDate('2026-11-20') },
  { kind: 'LOW_PARTICIPATION', action: 'OPEN_RUN', ...report, date: aDate('2026-11-20'), answered: 1, asked: 7 },
  goal(name, text),
  { kind: 'GOAL_DROPPED', action: 'OPEN_ANSWERS', ...person(name), goal: text, count: 2, times: 0 },
];

const blocker = (name: string) => aBlockerLine(name, 'No keys', { memberId: aMemberId('ann'), days: 3, needed: 'Cy' });

describe('the lines of the rules', () => {
  it('come after the open blockers, each with its subject and reason, in the card and the email', () => {
    const model = aSummary({ attention: [blocker('Ann'), ...each('Bob', 'Ship it')] });
    const card = draw(model);
    expect(faultsOf(card)).toEqual([]);
    const { text, html } = mail(model);
    for (const shown of [textOf(card), text]) {
      const places = ['Needs attention', 'Ann', 'No keys', 'Bob', 'Daily stand-up', 'Ship it'].map((word) =>
        shown.indexOf(word, shown.indexOf('Needs attention')),
      );
      expect(places.every((place) => place >= 0)).toBe(true);
    }
    expect(html).toContain(`/reports/person/${aMemberId('bob')}`);
  });

  it('name the member for whom a blocker waits, or that the member can no longer help', () => {
    const words = (change: Parameters<typeof aBlockerLine>[2]) => {
      const model = aSummary({ attention: [aBlockerLine('Ann', 'No keys', change)] });
      return [textOf(draw(model)), mail(model).text];
    };
    for (const shown of words({ needed: 'Cy' })) expect(shown).toContain('waits for Cy');
    for (const shown of words({ state: 'ACKNOWLEDGED', needed: 'Cy' })) expect(shown).toContain('someone works on it');
    for (const shown of words({ gone: 'Cy' })) {
      expect(shown).toContain('Cy can no longer help');
      expect(shown).not.toContain('someone works on it');
    }
  });

  it('leave no heading if there are none', () => {
    const model = aSummary({ attention: [] });
    for (const shown of [textOf(draw(model)), mail(model).text]) expect(shown).not.toContain('Needs attention');
  });

  it.each(languages)('stay within the size in %s, with many lines, long names and long goals', (locale) => {
    const long = Array.from({ length: 200 }, (_, index) => goal(`${index} ${'語'.repeat(200)}`, '👩🏽‍💻 '.repeat(400)));
    const people = Array.from({ length: 100 }, (_, index) =>
      aPerson(`Person ${index} ${'N'.repeat(150)}`, {
        answers: [{ question: 'What?', answer: 'x'.repeat(2000), isBlocking: false }],
      }),
    );
    const model = aSummary({ attention: long, people: { ...aSummary().people, answered: people } });
    const card = draw(model, locale);
    expect(faultsOf(card)).toEqual([]);
    expect(sizeOf(card)).toBeLessThanOrEqual(cardBudget);
    const rest = translateFor(locale)('summary.more', { count: long.length - ui.attentionFirst });
    expect(textOf(card)).toContain(rest);
    const { html, text } = mail(model, locale);
    expect(text).toContain(rest);
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });
});

describe('a blocker that was resolved after the answer', () => {
  const answered = aPerson('Bob', { state: 'BLOCKED', blockerLasted: 3 });
  const model = aSummary({ attention: [], people: { ...aSummary().people, blocked: [answered] } });

  it.each([
    ['en', 'resolved, lasted 3 working days'],
    ['de', 'gelöst, dauerte 3 Arbeitstage'],
    ['es', 'resuelto, duró 3 días laborables'],
    ['fr', 'résolu, a duré 3 jours ouvrés'],
    ['ja', '解決済み、3 営業日継続'],
    ['ar', 'استمر 3 أيام عمل'],
  ])('shows in %s how long it lasted', (locale, words) => {
    const card = draw(model, locale);
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(words);
    expect(mail(model, locale).text).toContain(words);
  });

  it.each([
    [0, 'less than a working day'],
    [1, 'lasted 1 working day'],
    [2, 'lasted 2 working days'],
  ])('counts %d days in the plural form of the language', (days, words) => {
    expect(translateFor('en')('common.blockerLasted', { days })).toContain(words);
  });
});
