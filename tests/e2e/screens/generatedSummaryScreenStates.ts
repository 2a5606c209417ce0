import type { GeneratedSummary, SummarySentence } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import { gives } from '../fakeRepliesAndScreenSteps.ts';
import type { Answer } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';
import { openDemoReport } from './openDemoReportAndWizard.ts';

// Lists the states of a generated summary on the page of a day, and of the settings of the text model.

const sentence = (text: string, ...names: readonly string[]): SummarySentence => ({
  text,
  sources: names.map((name, index) => ({
    memberId: `01M7W9GCBFJGH6WYKPTKM30JZ${String(index)}` as SummarySentence['sources'][number]['memberId'],
    name,
    questionId: 'done' as SummarySentence['sources'][number]['questionId'],
    question: 'What did you get done since the last stand-up?',
  })),
});

const written: readonly SummarySentence[] = [
  sentence('Bob Lindqvist is blocked until a decision on the export format.', 'Bob Lindqvist'),
  sentence('Ann Becker and Chen Wei finished the pager hand-over.', 'Ann Becker', 'Chen Wei'),
  sentence(`Farid ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)} continues.`, 'Wolfeschlegelstein'.repeat(6)),
];

const summary = (change: Partial<GeneratedSummary>): Answer =>
  gives({
    ...{ state: 'READY', sentences: written, dropped: 2, answersUsed: 300, answersTotal: 420 },
    ...{ writtenAt: '2026-11-17T12:05:00.000Z', ...change },
  });

const onDay = (name: string, how: Answer, shows: string | RegExp): Screen => ({
  name: `report-summary-${name}`,
  who: 'ann',
  open: async (page, address) => {
    await page.route('**/api/report/generated/**', how);
    await page.route('**/api/report/generated', how);
    await openDemoReport(page, address);
    await page.goto(`${address}${new URL(page.url()).pathname}?date=${dates.answered}`);
    await page.getByText(shows).first().waitFor();
    await page.getByText('Need a decision on the export format').first().waitFor();
  },
});

const stored: TextModelSettings = {
  settings: {
    ...{ isOn: true, provider: 'AZURE', endpoint: 'https://contoso.openai.azure.com', model: 'summaries' },
    ...{ apiVersion: '2024-10-21', inputPrice: 0.15, outputPrice: 0.6, currency: 'EUR', monthlyCap: 20 },
    usesInitials: true,
  },
  version: 'v1',
  key: 'STORED',
  usage: {
    ...{ month: '202611', calls: 1234, failures: 12, inputTokens: 1_234_567, outputTokens: 98_765, cost: 0.2445 },
    ...{ kept: 900, dropped: 40, fallbacks: 7 },
  },
  pausedUntil: '2026-11-18T10:15:00.000Z' as NonNullable<TextModelSettings['pausedUntil']>,
};

/** The settings with faults in the fields, before an admin has stored any settings. */
const faults: Screen = {
  name: 'settings-text-model-faults',
  who: 'ann',
  open: async (page, address) => {
    await page.route('**/api/org/textmodel', gives({ ...stored, settings: null, key: 'NONE' }));
    await page.goto(`${address}/settings?tab=organization`);
    const section = page.getByRole('region', { name: 'Summaries by a text model' });
    await section.getByRole('button', { name: 'Save text model' }).click();
    await section.getByText('Please fill in this field.').first().waitFor();
    await section.getByRole('button', { name: 'Save text model' }).scrollIntoViewIfNeeded();
  },
};

/** The stored settings with their use, which another admin changed while the reader edited them. */
const saved: Screen = {
  name: 'settings-text-model-saved',
  who: 'ann',
  open: async (page, address) => {
    const settings = stored.settings && { ...stored.settings, model: 'summaries-of-the-platform-team'.repeat(2) };
    const textModel: TextModelSettings = { ...stored, settings, version: 'v2' };
    const refusal = { status: 'Error', data: { textModel }, code: 409, message: '', errorCode: 'ORG_CHANGED' };
    await page.route('**/api/org/textmodel', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 409, json: refusal }) : gives(stored)(route),
    );
    await page.goto(`${address}/settings?tab=organization`);
    const section = page.getByRole('region', { name: 'Summaries by a text model' });
    await section.getByRole('textbox', { name: 'Deployment' }).fill('mine');
    await section.getByRole('button', { name: 'Save text model' }).click();
    await section.getByRole('button', { name: 'Keep theirs' }).scrollIntoViewIfNeeded();
    await section.getByText('This month').waitFor();
  },
};

export const generatedSummaryScreenStates: readonly Screen[] = [
  onDay('ready', summary({}), 'It may be incomplete'),
  onDay(
    'rules',
    summary({ state: 'RULES', reason: 'CAP', sentences: [sentence('Answered 6/6 · Blockers 1')], dropped: 0 }),
    'The monthly limit for the text model is reached.',
  ),
  onDay('writing', summary({ state: 'WRITING', sentences: [], dropped: 0 }), 'is being written'),
  saved,
  faults,
];
