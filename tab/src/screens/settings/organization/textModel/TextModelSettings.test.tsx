import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import { aTextModelPage, me, ulid } from '../../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../../testing/mockServer.ts';

const path = '/settings?tab=organization';
const call = '/api/org/textmodel';
const contoso = {
  ...{ id: ulid('org'), name: 'Contoso', isActive: true, isConnected: true, createdOn: '2026-11-01T09:00:00.000Z' },
  ...{ retentionDays: null, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [], maySkip: true },
};
const settings: NonNullable<TextModelSettings['settings']> = {
  ...{ isOn: true, provider: 'OPENAI', endpoint: 'https://api.openai.com/v1', model: 'small', apiVersion: '' },
  ...{ inputPrice: 0.15, outputPrice: 0.6, currency: 'USD', monthlyCap: 20, usesInitials: true },
};
let now: TextModelSettings;
const sent: unknown[] = [];

beforeEach(() => {
  now = aTextModelPage();
  sent.length = 0;
  server.use(
    answering('get', '/api/org/get', () => contoso),
    answering('get', call, () => now),
    answering('post', call, ({ body }) => {
      sent.push(body);
      const { key, ...fields } = body as TextModelSettings['settings'] & { readonly key?: string };
      now = { ...now, settings: fields, key: key === undefined ? now.key : 'STORED' };
      return now;
    }),
  );
});

type View = ReturnType<typeof renderApp>;
const section = () => screen.findByRole('region', { name: 'Summaries by a text model' });
const field = async (name: string) => within(await section()).findByRole('textbox', { name });
const type = async ({ user }: View, name: string, text: string) => {
  const input = await field(name);
  await user.clear(input);
  await user.type(input, text);
};
const save = async ({ user }: View) =>
  user.click(within(await section()).getByRole('button', { name: 'Save text model' }));

it('is off at first, and is saved with all its fields', async () => {
  const view = renderApp(path);
  const place = await section();
  const isOn = await within(place).findByRole('switch', { name: 'Write summaries with a text model' });
  expect(isOn).not.toBeChecked();
  expect(within(place).getByRole('switch', { name: 'Send initials instead of names' })).toBeChecked();
  expect(within(place).queryByText('This month')).not.toBeInTheDocument();
  await view.user.click(isOn);
  await type(view, 'Address', ' https://api.openai.com/v1 ');
  await type(view, 'Model', 'small');
  await view.user.type(within(place).getByLabelText('Key'), 'sk-1');
  await type(view, 'Price of 1,000,000 input tokens', '0,15');
  await type(view, 'Price of 1,000,000 output tokens', '0.6');
  await type(view, 'Monthly limit', '20');
  await save(view);
  expect(await screen.findByText('The text model has been saved.')).toBeVisible();
  expect(sent).toEqual([{ ...settings, key: 'sk-1', version: '' }]);
  expect(within(place).getByLabelText('Key')).toHaveValue('');
  expect(within(place).getByText(/A key is stored, encrypted/)).toBeVisible();
});

it('names the wrong fields, focuses the first and sends nothing', async () => {
  const view = renderApp(path);
  await type(view, 'Monthly limit', '-1');
  await type(view, 'Currency', 'usd');
  await save(view);
  const place = await section();
  expect(within(place).getAllByText('Please fill in this field.')).toHaveLength(2);
  expect(within(place).getAllByText('Please enter a number from 0 to 10000.')).toHaveLength(2);
  expect(within(place).getByText('Please enter a number from 0 to 1000000.')).toBeVisible();
  expect(within(place).getByText('Please enter three capital letters, such as USD.')).toBeVisible();
  expect(await field('Address')).toHaveFocus();
  expect(sent).toEqual([]);
});

it('asks for deployment and version of Azure OpenAI', async () => {
  const view = renderApp(path);
  const place = await section();
  await view.user.click(await within(place).findByRole('radio', { name: 'Deployment in Azure OpenAI' }));
  expect(await field('Deployment')).toBeVisible();
  await type(view, 'API version', '2024-10-21');
  expect(within(place).getByText('For example https://contoso.openai.azure.com')).toBeVisible();
});

it('keeps the stored key, shows the use of the month and a pause', async () => {
  now = aTextModelPage({
    ...{ settings, version: 'v1', key: 'OPERATOR', pausedUntil: '2026-11-20T10:15:00.000Z' as never },
    usage: {
      ...{ month: '202611', calls: 1200, failures: 3, inputTokens: 1_234_567, outputTokens: 98_765 },
      ...{ cost: 0.2445, kept: 900, dropped: 40, fallbacks: 7 },
    },
  });
  const view = renderApp(path);
  const place = await section();
  expect(await within(place).findByText(/0\.2445 of .*20\.00/)).toBeVisible();
  expect(within(place).getByText('1,200, 3 of them failed')).toBeVisible();
  expect(within(place).getByText('1,234,567 in, 98,765 out')).toBeVisible();
  expect(within(place).getByText('900 confirmed, 40 left out')).toBeVisible();
  expect(within(place).getByText(/calls are paused until/)).toBeVisible();
  expect(within(place).getByText('The operator of this installation provides the key.')).toBeVisible();
  await type(view, 'Model', 'large');
  await save(view);
  expect(await screen.findByText('The text model has been saved.')).toBeVisible();
  expect(sent).toEqual([{ ...settings, model: 'large', version: 'v1' }]);
});

it('shows what another admin saved meanwhile, and lets the reader decide', async () => {
  now = aTextModelPage({ settings, version: 'v1', key: 'STORED' });
  const theirs = aTextModelPage({
    settings: { ...settings, model: 'theirs', inputPrice: 9 },
    version: 'v2',
    key: 'STORED',
  });
  server.use(
    answering('post', call, ({ body }) => {
      sent.push(body);
      return sent.length > 1 ? theirs : refusal(409, 'ORG_CHANGED', 'Changed.', { data: { textModel: theirs } });
    }),
  );
  const view = renderApp(path);
  await type(view, 'Model', 'mine');
  await save(view);
  expect(await screen.findByText(/^On: theirs, https:\/\/api.openai.com\/v1. Monthly limit: .*20\.00$/)).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(await screen.findByText('The text model has been saved.')).toBeVisible();
  expect(sent.at(-1)).toEqual({ ...settings, model: 'mine', version: 'v2' });
});

it('shows the settings of the other admin to a reader who keeps them', async () => {
  now = aTextModelPage({ settings, version: 'v1', key: 'STORED' });
  const theirs = aTextModelPage({ settings: { ...settings, model: 'theirs' }, version: 'v2', key: 'STORED' });
  server.use(answering('post', call, () => refusal(409, 'ORG_CHANGED', 'Changed.', { data: { textModel: theirs } })));
  const view = renderApp(path);
  await type(view, 'Model', 'mine');
  await save(view);
  await view.user.click(await screen.findByRole('button', { name: 'Keep theirs' }));
  expect(await field('Model')).toHaveValue('theirs');
  expect(screen.queryByRole('button', { name: 'Save mine' })).not.toBeInTheDocument();
});

it('shows why the server refuses an address', async () => {
  now = aTextModelPage({ settings });
  server.use(answering('post', call, () => refusal(400, 'INVALID_INPUT', 'This address cannot be used.')));
  const view = renderApp(path);
  await type(view, 'Address', 'https://10.0.0.1');
  await save(view);
  expect(await screen.findByText('This address cannot be used.')).toBeVisible();
});

it.each([
  [null, 'The text model answered.'],
  ['KEY', 'The key is missing or was rejected.'],
  ['TIMEOUT', 'The endpoint did not answer in time.'],
  ['CAP', 'The monthly limit is reached.'],
])('tests the connection with the result %s', async (fault, text) => {
  now = aTextModelPage({ settings, key: 'STORED' });
  server.use(answering('post', `${call}/test`, () => ({ fault, usage: now.usage })));
  const { user } = renderApp(path);
  await user.click(await within(await section()).findByRole('button', { name: 'Test the connection' }));
  expect(await within(await section()).findByText(text)).toBeVisible();
});

it('offers another try if the settings cannot be loaded', async () => {
  server.use(answering('get', call, () => refusal(400, 'INVALID_INPUT', 'Broken')));
  const { user } = renderApp(path);
  const retry = await within(await section()).findByRole('button', { name: 'Try again' });
  server.use(answering('get', call, () => now));
  await user.click(retry);
  expect(await field('Address')).toBeVisible();
});

it('is not for members who are no admins', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
  renderApp(path);
  expect(await screen.findByText('You belong to this organization. Its admins can change it.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Summaries by a text model' })).not.toBeInTheDocument();
});

it.each(['Key', 'Model'])('asks before the reader leaves with a typed %s', async (label) => {
  const { user } = renderApp(path);
  const place = await section();
  await user.type(await within(place).findByLabelText(label), 'x');
  await user.click(screen.getByRole('link', { name: 'Reports' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});
