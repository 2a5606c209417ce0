import fc from 'fast-check';
import { mentionsOf } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { SummaryModel } from '../../bot/src/domain/reports/buildReportAndSummary.ts';
import { renderEmail } from '../../bot/src/gateways/mail/renderEmail.ts';
import type { RenderedCard } from '../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import { answeredCard } from '../../bot/src/teams/cards/answeredCard.ts';
import { cardBudget, sizeOf } from '../../bot/src/teams/cards/cardElementsActionsAndSize.ts';
import { summaryCard } from '../../bot/src/teams/cards/summaryCard.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aMemberId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { aBlockerLine, aGoal, anAnswered, aPerson, aReader, aSummary } from '../support/data/cardModelBuilders.ts';
import { faultsOf, ofType, partsOf, textOf } from '../support/data/readAndCheckCards.ts';

// Tests the links of answers in cards and emails: only addresses that the reader sees become links.

const publicUrl = 'https://rollcall.test';
const url = `${publicUrl}/reports/x`;
const t = translateFor('en');
const links: AnswerLinks = {
  patterns: [{ prefix: 'ABC-', url: 'https://jira.test/browse/{key}' }],
  mentions: mentionsOf([{ memberId: aMemberId('bob'), name: 'Bob Ray' }]),
};
const bobsPage = `${publicUrl}/reports/person/${aMemberId('bob')}`;
const text = 'Fixed ABC-1 with @Bob Ray, see https://contoso.test/a?b=1&c=2.';
const targets = ['https://jira.test/browse/ABC-1', bobsPage, 'https://contoso.test/a?b=1&c=2'];

const summaryOf = (answer: string, change: Partial<SummaryModel> = {}): SummaryModel =>
  aSummary({
    links,
    people: {
      ...{ blocked: [], open: [], away: [], missing: [] },
      answered: [aPerson('Ann', { answers: [{ question: 'Done?', answer, isBlocking: false }] })],
    },
    ...change,
  });
const blockersPage = `${publicUrl}/blockers?report=${aSummary().header.meetingId}`;
const blockedBy = (blocker: string) => ({ attention: [aBlockerLine('Ann', blocker)] });
const drawSummary = (model: SummaryModel): RenderedCard => summaryCard(t, model, aReader(), { url, publicUrl });
const drawAnswered = (done: string, by: AnswerLinks | null = links): RenderedCard =>
  answeredCard(
    t,
    publicUrl,
    anAnswered({ values: { done, plan: '', blocked: 'No' }, ...(by === null ? {} : { links: by }) }),
    aReader(),
  );

const openBlocker = t('needs.openBlocker');

/**
 * Returns the targets of all links in the texts of people, in order. The action of an attention line is not one of
 * them.
 */
const linksOf = (card: RenderedCard): unknown[] =>
  ofType(card, 'TextRun').flatMap((run) => {
    const action = run['selectAction'] as { readonly url: unknown } | undefined;
    return action === undefined || run['text'] === openBlocker ? [] : [action.url];
  });

describe('the links of a card', () => {
  it('are in the answered card, in answers, goals and tasks', () => {
    const card = answeredCard(
      t,
      publicUrl,
      anAnswered({
        links,
        values: { done: text, plan: '', blocked: 'No' },
        goals: [aGoal('Close ABC-2', true)],
        logged: [{ task: 'Work on ABC-3', minutes: 60 }],
      }),
      aReader(),
    );
    expect(linksOf(card)).toEqual(['https://jira.test/browse/ABC-2', ...targets, 'https://jira.test/browse/ABC-3']);
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(text);
  });

  it('are in the summary, in answers and blockers', () => {
    const card = drawSummary(summaryOf(text, blockedBy('Waiting for ABC-9')));
    expect(linksOf(card)).toEqual(['https://jira.test/browse/ABC-9', ...targets]);
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(text);
  });

  it('need no pattern for an address, and are absent without one for a reference', () => {
    expect(linksOf(drawAnswered(text, null))).toEqual([targets[2]]);
  });

  it('break at the ends of lines, as the text does', () => {
    const lines = textOf(drawAnswered('First ABC-1\n\nsecond https://contoso.test/\nthird')).split('\n');
    for (const line of ['First ABC-1', 'second https://contoso.test/', 'third']) expect(lines).toContain(line);
  });

  it('are removed before any text is, and a shortened link keeps its target', () => {
    const crowd = (answer: string) =>
      Array.from({ length: 60 }, (_, index) =>
        aPerson(`Member ${index}`, { answers: [{ question: 'Done?', answer, isBlocking: false }] }),
      );
    const flood = drawSummary(
      summaryOf('', {
        people: { blocked: [], open: [], away: [], missing: [], answered: crowd('ABC-1 '.repeat(12).trim()) },
      }),
    );
    expect(sizeOf(flood)).toBeLessThanOrEqual(cardBudget);
    expect(linksOf(flood)).toEqual([]);
    expect(textOf(flood).split('ABC-1')).toHaveLength(60 * 12 + 1);
    expect(textOf(flood)).not.toContain(t('summary.clipped'));
    const long = `https://contoso.test/${'a'.repeat(1900)}`;
    const shown = drawAnswered(`${'😀'.repeat(50)} ${'b'.repeat(1930)} ${long}`);
    expect(linksOf(shown)).toEqual([long]);
  });

  it('the links of a card never come from Markdown, HTML or a scheme that an answer contains', () => {
    const pieces = fc.constantFrom(
      ...[
        '[a](https://evil.test)',
        '![x](http://evil.test)',
        '<https://evil.test>',
        '<a href="javascript:x">',
        '<at>Bob</at>',
      ],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        '**',
        '__',
        '`',
        '\n',
        ' ',
        '# ',
        '- ',
        '&lt;',
        '\\',
        'ABC-1',
        '@Bob Ray',
      ],
      ...['{key}', '{{x}}', 'https://a@evil.test/', '\u202e', '"', "'", 'tel:1', 'msteams:/l'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const answer = parts.join('');
        for (const card of [drawAnswered(answer), drawSummary(summaryOf(answer, blockedBy(answer)))]) {
          for (const target of linksOf(card)) expect(String(target)).toMatch(/^https?:\/\//);
          const allowed = new Set([...linksOf(card), url, blockersPage]);
          for (const action of ofType(card, 'Action.OpenUrl')) expect(allowed).toContain(action['url']);
          for (const run of ofType(card, 'TextRun').filter(
            (item) => 'selectAction' in item && item['text'] !== openBlocker,
          ))
            // A link shows the whole address, reference or name, never a label that the author chose to hide an
            // address.
            expect(run['text']).toMatch(/^(https?:\/\/[^\s<>"]+|ABC-1|@Bob( Ray)?)$/);
          // Text blocks render Markdown, so they must contain no text that a person wrote.
          for (const block of ofType(card, 'TextBlock')) expect(block['text']).not.toMatch(/evil|ABC|Bob/);
          expect(partsOf(card.card).some((part) => part['type'] === 'mention')).toBe(false);
        }
      }),
      { numRuns: 60, examples: [[['[a](https://evil.test)', 'msteams:/l', '[a](https://evil.test)']]] },
    );
  });
});

const emailOf = (model: SummaryModel) =>
  renderEmail(
    {
      ...{ kind: 'SUMMARY', model, url, timezone: aZone('Europe/Berlin') },
      ...{ organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/email/summaries/x` },
    },
    { t, locale: 'en', publicUrl },
  );
const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/<a class="link" href="([^"]*)" rel="noopener noreferrer"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );

describe('the links of an email', () => {
  it('are in both parts: as links in HTML, and with the address of a reference in plain text', () => {
    const { html, text: plain } = emailOf(summaryOf(text, blockedBy('Waiting for ABC-9')));
    expect(hrefsOf(html)).toEqual(['https://jira.test/browse/ABC-9', blockersPage, ...targets]);
    expect(plain).toContain(
      'Fixed ABC-1 <https://jira.test/browse/ABC-1> with @Bob Ray, see https://contoso.test/a?b=1&c=2.',
    );
  });

  it('keep the direction of each line, and its line ends', () => {
    const { html, text: plain } = emailOf(summaryOf('تم ABC-1\nhttps://contoso.test/\u2069 تم'));
    expect(plain).toContain('\u2068تم ABC-1 <https://jira.test/browse/ABC-1>\u2069');
    expect(html).toContain('\u2068تم <a class="link"');
    expect(html).toContain('<br>');
    expect(plain.split('\u2068')).toHaveLength(plain.split('\u2069').length);
  });

  it('the links of an email never let a text end its own attribute or element', () => {
    const hostile = fc.array(
      fc.constantFrom('https://a.test/', '"', "'", '<', '>', '&', ' onclick=', '</a>', 'ABC-1', '\n', '@Bob Ray', 'x'),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const { html } = emailOf(summaryOf(parts.join('')));
        for (const href of hrefsOf(html)) expect(href).toMatch(/^https?:\/\/[^\s"<>]+$/);
        expect(html.match(/<a /g)).toHaveLength(hrefsOf(html).length + 2);
        expect(html).not.toMatch(/<[a-z]+[^>]* onclick=/);
      }),
      { numRuns: 60 },
    );
  });
});
