import type { Page, Route } from 'playwright-core';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { Screen } from './screens/screenStateType.ts';

// Fakes replies of the server, so that a screen shows a state that the demo does not reach.

const envelopeOf = (data: unknown) => ({ status: 'Success', data, code: 200, message: '', errorCode: null });
export type Answer = (route: Route) => Promise<void>;
export const gives =
  (data: unknown): Answer =>
  (route) =>
    route.fulfill({ json: envelopeOf(data) });
export const refuses =
  (status: number, errorCode: ErrorCode, message: string): Answer =>
  (route) =>
    route.fulfill({ status, json: { status: 'Error', data: null, code: status, message, errorCode } });
/** Passes the call to the server and changes the data of its reply. */
export const changes =
  <Data>(change: (data: Data) => unknown): Answer =>
  async (route) => {
    const envelope = (await (await route.fetch()).json()) as { readonly data: Data };
    await route.fulfill({ json: { ...envelope, data: change(envelope.data) } });
  };
export const neverAnswers: Answer = () => new Promise(() => undefined);

/**
 * Fakes a reply without data for the call that reads the whole dashboard. The page then reads each part by its own
 * call, whose reply a screen can fake.
 */
export const readPartsAlone = (page: Page): Promise<unknown> => page.route('**/api/report/dashboard?*', gives(null));

type Answers = Readonly<Record<string, Answer>>;

const answer = async (page: Page, answers: Answers): Promise<void> => {
  await readPartsAlone(page);
  for (const [call, how] of Object.entries(answers)) await page.route(`**/api/${call}`, how);
};

interface Steps {
  readonly at: string;
  readonly answers?: Answers;
  /** Runs after the page has loaded, for example presses that lead to the state. */
  readonly then?: (page: Page) => Promise<unknown>;
  /** Text that appears as soon as the screen shows the state. */
  readonly shows: string | RegExp;
  readonly who?: Screen['who'];
}

export const state = (name: string, { at, answers = {}, then, shows, who = 'nobody' }: Steps): Screen => ({
  name,
  who,
  open: async (page, address) => {
    await answer(page, answers);
    await page.goto(`${address}${at}`);
    await then?.(page);
    await page.getByText(shows).first().waitFor();
  },
});

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
export const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
};
export const signingIn = async (page: Page): Promise<void> => {
  await fill(page, { Email: 'bob@rollcall.test', Password: 'Rollcall-demo-1' });
  await press(page, 'Sign in');
};
