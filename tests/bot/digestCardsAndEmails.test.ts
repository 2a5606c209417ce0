import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { DigestModel } from '../../bot/src/domain/digests/digestModelTypes.ts';
import { renderEmail } from '../../bot/src/gateways/mail/renderEmail.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aDate, aMemberId } from '../support/data/idDateAndRecordBuilders.ts';
import { aReader } from '../support/data/cardModelBuilders.ts';
import { faultsOf, sizeOfCard, textOf } from '../support/data/readAndCheckCards.ts';
import { aDigestModel, aDigestPerson, anOrganisationModel } from '../support/data/digestBuilders.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';

const publicUrl = 'https://rollcall.example';
const url = `${publicUrl}/digests`;
const presenter = readablePresenter({ translateFor: translateFor, publicUrl });

const stopped = aDigestModel({ stopped: { reason: 'OWNER_LEFT', owner: 'Bob' } });
const empty = aDigestModel({ runs: 0, attention: [], people: [], missing: [], trends: [] });
const crowd = aDigestModel({
  people: Array.from({ length: 300 }, (_, index) =>
    aDigestPerson(`Person ${String(index)}`, 'Long answer. '.repeat(150)),
  ),
  missing: Array.from({ length: 300 }, (_, index) => ({
    ...{
      memberId: aMemberId(String(index)),
      name: `Person ${'W'.repeat(90)}`,
      reports: [{ name: 'R'.repeat(90), runs: 9 }],
    },
  })),
});
const models = { usual: aDigestModel(), ofOrganisation: anOrganisationModel(), stopped, empty, crowd };

const emailOf = (model: DigestModel, locale: string) =>
  renderEmail(
    { kind: 'DIGEST', model, url, organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/email/summaries/x` },
    { t: translateFor(locale), locale, publicUrl },
  );

describe.each(languages)('digests in %s', (language) => {
  const cards = Object.entries(models).map(
    ([name, model]) => [name, presenter.digest(model, aReader({ locale: language }), url)] as const,
  );

  it('are valid cards within their size', () => {
    expect(cards.flatMap(([name, card]) => faultsOf(card).map((fault) => `${name}: ${fault}`))).toEqual([]);
    expect(cards.filter(([, card]) => sizeOfCard(card) > 25_000).map(([name]) => name)).toEqual([]);
  });

  it('leave no text unfilled and no email too large', () => {
    for (const model of Object.values(models)) {
      const { subject, text, html } = emailOf(model, language);
      for (const part of [subject, text, html.replace(/<style>.*<\/style>/s, '')])
        expect(part).not.toMatch(/[{}]|undefined|digests?\.[a-z]/);
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
      expect(html).toContain(`${publicUrl}/email/summaries/x`);
    }
  });
});

it('show the sections in order, in the card and in the email', () => {
  const texts = [textOf(presenter.digest(aDigestModel(), aReader(), url)), emailOf(aDigestModel(), 'en').text];
  for (const text of texts) {
    const places = ['Weekly digest · Platform', 'Needs attention', 'By person', 'Missing answers', 'Trends'].map(
      (part) => text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(text).toContain('This digest comes later than planned.');
    expect(text).toContain('The report');
    expect(text).toContain('8 of 10 answered (80%) · 30 days before: 90% · 1 blocker');
  }
});

it('name the run of several answers once, before them', () => {
  const answer = (report: string, question: string) => ({
    ...{ report, date: aDate('2026-11-20'), question, answer: `Reply to ${question}` },
    format: { type: 'TEXT' } as never,
  });
  const answers = [answer('Daily', 'Done?'), answer('Daily', 'Next?'), answer('Retro', 'Well?')];
  const model = aDigestModel({ people: [{ ...aDigestPerson('Ann'), answers }] });
  for (const text of [textOf(presenter.digest(model, aReader(), url)), emailOf(model, 'en').text]) {
    const order = ['Daily, 20 Nov 2026', 'Reply to Done?', 'Reply to Next?', 'Retro, 20 Nov 2026', 'Reply to Well?'];
    expect(text.match(/(?:Daily|Retro), 20 Nov 2026|Reply to \w+\?/g)).toEqual(order);
  }
});

it('leave out sections without content, or state that they have none', () => {
  const shown = (leavesOutEmpty: boolean): string =>
    textOf(presenter.digest({ ...empty, leavesOutEmpty }, aReader(), url));
  expect(shown(false)).toContain('No answer is missing.');
  expect(shown(true)).not.toContain('Missing answers');
  expect(shown(true)).toContain('Nothing to report for this time.');
});

it('of the organisation name teams and no person', () => {
  const text = textOf(presenter.digest(anOrganisationModel(), aReader(), url));
  expect(text).toContain('Platform');
  expect(text).toContain('2 missing answers');
  expect(text).toContain('By team');
  expect(text).not.toContain('By person');
});

it('explain why a digest stopped, and contain nothing else', () => {
  const text = textOf(presenter.digest(stopped, aReader(), url));
  expect(text).toContain('Stopped: Weekly digest · Platform');
  expect(text).toContain('The person who set it up has left the team.');
  expect(text).not.toContain('Ann');
});

it('keep Markdown and links of people harmless', () => {
  const model = aDigestModel({ people: [aDigestPerson('[x](https://evil.test)', '**bold** <b>html</b>')] });
  expect(faultsOf(presenter.digest(model, aReader(), url))).toEqual([]);
  expect(emailOf(model, 'en').html).not.toContain('<b>html');
});

it('keep the direction of the text after a name that would turn it around', () => {
  const card = JSON.stringify(presenter.digest(aDigestModel({ digestName: 'Week\u202Eylkeew' }), aReader(), url));
  expect(card).toContain('Week ylkeew · Platform');
  expect(card).not.toContain('\u202E');
});
