import type { Page } from 'playwright-core';
import type { TestServer } from './startServerBrowserAndChat.ts';

// Steps of a registration: the form, the link in the email, and a sign-in by a call.

/** Opens the link of the newest email with this subject on the page that a reader of the email would use. */
export const followEmailLink = async (server: TestServer, page: Page, subject: string): Promise<void> => {
  await server.advance(0);
  await page.goto(`${server.address}/mail`);
  await page.getByRole('article').filter({ hasText: subject }).first().getByRole('link').first().click();
};

/** Registers the person. The keys of `person` are the labels of the form, the values are the texts to type. */
export const register = async (
  server: TestServer,
  page: Page,
  person: Readonly<Record<string, string>>,
): Promise<void> => {
  await page.goto(`${server.address}/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  for (const [label, value] of Object.entries(person)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Organization name').press('Enter');
  await page.waitForURL(/\/register\/success\/[0-9A-Z]{26}$/);
};

/** Signs in over the API instead of the page, so that the browser keeps its session. */
export const canSignIn = async (server: TestServer, email: string, password: string): Promise<boolean> => {
  const reply = await fetch(`${server.address}/api/account/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return reply.ok;
};
