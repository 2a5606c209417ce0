import type { Page } from 'playwright-core';

// Opens pages that several lists of screens begin with.

/** Opens the page of the daily stand-up. If `tab` is given, opens this tab of the page. */
export const openDemoReport = async (page: Page, address: string, tab?: string): Promise<void> => {
  await page.goto(`${address}/reports`);
  await page.getByRole('link', { name: 'Daily stand-up' }).click();
  await page.getByRole('heading', { level: 1, name: 'Daily stand-up' }).waitFor();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
};

export const openWizard = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${address}/reports/create`);
  await page.getByRole('button', { name: 'Start from scratch', exact: true }).click();
  await page.getByRole('combobox', { name: 'Timezone' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
};

/** Opens the wizard and goes to a step. `act` fills each step on the way, and the step itself. */
export const openWizardStep = async (
  page: Page,
  address: string,
  step: 'Details' | 'Members' | 'Questions' | 'Settings',
  act: (step: string) => Promise<void>,
): Promise<void> => {
  await openWizard(page, address);
  for (const item of ['Details', 'Members', 'Questions', 'Settings']) {
    await page.getByRole('heading', { level: 2, name: item, exact: true }).waitFor();
    await act(item);
    if (item === step) return;
    await page.getByRole('button', { name: 'Next' }).click();
  }
};
