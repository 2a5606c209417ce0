import type { SummaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import { renderEmail } from '../../../bot/src/gateways/mail/renderEmail.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aBlockerLine, anAverage, aPerson, aSummary } from '../../support/data/cardModelBuilders.ts';

const publicUrl = 'https://rollcall.test';
const url = `${publicUrl}/home?date=2026-11-20&meeting=x`;
const page = { t: translateFor('en'), locale: 'en', publicUrl };
const render = (model: SummaryModel) =>
  renderEmail(
    {
      ...{ kind: 'SUMMARY', model, url, timezone: aZone('Europe/Berlin') },
      ...{ organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/email/summaries/x` },
    },
    page,
  );

const answered = (name: string, text: string) =>
  aPerson(name, { state: 'ANSWERED', answers: [{ question: 'What was done?', answer: text, isBlocking: false }] });
const aFullDay = (change: Partial<SummaryModel> = {}): SummaryModel => {
  const base = aSummary();
  return {
    ...base,
    attention: [aBlockerLine('Ann', 'Waiting for the key')],
    people: { ...base.people, answered: [answered('Bob', 'The report\nand the numbers')] },
    ...change,
  };
};

describe('the summary by mail', () => {
  it('shows the day in a readable order, in both parts, with the links to the report and to unsubscribe', () => {
    const { subject, text, html } = render(aFullDay());
    expect(subject).toMatch(/^Daily stand-up: \d+ of \d+ answered/);
    const order = ['Friday', 'Answered ', 'Needs attention', 'Waiting for the key', 'Bob', 'The report', url];
    for (const part of [text, html.replaceAll('&amp;', '&')]) {
      const places = order.map((item) => part.indexOf(item));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect([...places].sort((a, b) => a - b)).toEqual(places);
      expect(part.replace(/<style>.*<\/style>/s, '')).not.toMatch(/[{}]|undefined|summary\.|mail\./);
    }
    expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([
      `${publicUrl}/blockers?report=${aSummary().header.meetingId}`,
      url.replaceAll('&', '&amp;'),
      `${publicUrl}/email/summaries/x`,
    ]);
    for (const part of [text, html]) expect(part).toContain('Sent for Contoso. Ann set up this report.');
    expect(text).toContain('set up to be sent to your address');
  });

  it('shows each average with its distribution between the figures and the attention list', () => {
    const number = { format: { type: 'NUMBER', unit: 'km' }, answers: 1, average: 2.5, counts: [] } as const;
    const { text, html } = render(
      aFullDay({ averages: [anAverage('How do you feel?'), anAverage('How far?', { ...number, counts: [] })] }),
    );
    const scaleText = 'How do you feel? Average: 3.8 of 5 · 8 answers · 1 – Awful: 0, 2: 1, 3: 2, 4: 3, 5 – Great: 2';
    expect(text).toContain(`\n\n- ${scaleText}\n- How far? Average: 2.5 km · 1 answer\n\nNeeds attention`);
    const order = ['Answered ', 'How do you feel?</span> Average: 3.8 of 5', '5 – Great: 2', 'Needs attention'];
    expect(order.map((part) => html.indexOf(part))).toEqual(
      order.map((part) => html.indexOf(part)).toSorted((a, b) => a - b),
    );
    expect(order.every((part) => html.includes(part))).toBe(true);
  });

  it('shows user-written questions, labels and units of averages as text', () => {
    const value = '<img src=x>\u202eevil';
    const { html, text } = render(
      aFullDay({
        averages: [
          anAverage(value, { format: { type: 'SCALE', lowLabel: value, highLabel: value } }),
          anAverage(value, { format: { type: 'NUMBER', unit: value }, counts: [] }),
        ],
      }),
    );
    expect(html).not.toContain('<img');
    for (const part of [html, text])
      expect(part.split('\u202e').length).toBe(part.split(/\u2068[^\u2069]*\u202e[^\u2069]*\u2069/).length);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:b)',
    '</p><h1>x',
    '\u202eevil',
  ])('shows %j as text wherever people write', (value) => {
    const model = aFullDay({ attention: [aBlockerLine(value, value)] });
    const named = { ...model, header: { ...model.header, meetingName: value } };
    const { html } = render({ ...named, people: { ...model.people, answered: [answered(value, value)] } });
    expect(html).not.toMatch(/<script|<img|<h1>x|href="javascript/);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it.each([1, 20, 100, 200])(
    'the summary by mail of %i people with 2,000 characters each stays below what mail programs cut',
    (count) => {
      const model = aFullDay({
        attention: Array.from({ length: Math.min(count, 20) }, (_, index) =>
          aBlockerLine(`Person ${index}`, 'b'.repeat(300)),
        ),
        people: {
          ...aSummary().people,
          answered: Array.from({ length: count }, (_, index) => answered(`Person ${index}`, 'x'.repeat(2000))),
        },
      });
      const { html, text } = render(model);
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
      // The email shortens answers but keeps each blocker complete.
      expect(text.match(/b{300}/g)).toHaveLength(Math.min(count, 20));
      expect(text).toContain('Person 0');
    },
  );
});

it('the email that asks names the meeting, the day and until when, in the reader’s zone', () => {
  const { subject, text } = renderEmail(
    {
      kind: 'ASK',
      meetingName: 'Daily <b>stand-up</b>',
      date: aDate('2026-11-20'),
      closesAt: anInstant('2026-11-20T11:00:00Z'),
      timezone: aZone('Europe/Berlin'),
      url,
    },
    page,
  );
  expect(subject).toBe('Daily <b>stand-up</b> is waiting for your answer');
  expect(text).toContain('until 12:00');
  expect(text).toContain('Friday');
  expect(text).toContain(url);
});
