import type { Page } from 'playwright-core';
import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { changes } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';

// Lists the states of the template gallery. The templates of the organisation are faked.

const path = '**/api/template/list/*';

/**
 * Returns templates with a long name, with a type that is no longer offered, and with a question of an unknown type.
 */
const saved = ([first]: readonly ReportTemplate[]): readonly ReportTemplate[] => {
  if (first === undefined) return [];
  const savedOn = '2026-11-20T08:00:00.000Z' as Instant;
  const base = { ...first, source: 'ORGANISATION' as const, about: '', savedBy: 'Ann Lee', savedOn };
  return [
    { ...base, id: '01ARZ3NDEKTSV4RRFFQ69G5FA1', name: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2) },
    { ...base, id: '01ARZ3NDEKTSV4RRFFQ69G5FA2', name: 'Board update', savedBy: null, isOffered: false },
    { ...base, id: '01ARZ3NDEKTSV4RRFFQ69G5FA3', name: 'אימון שבועי', replacedQuestions: [1] },
  ];
};

/** Adds the templates of `saved` to the templates of the product. */
export const stageTemplates = async (page: Page): Promise<void> => {
  await page.route(
    path,
    changes((templates: readonly ReportTemplate[]) => [...templates, ...saved(templates)]),
  );
};

export const openGallery = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${address}/reports/create`);
  await page.getByRole('button', { name: 'Use Daily stand-up' }).waitFor();
};

const preview = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: `Preview ${name}`, exact: true }).click();

const galleryAt = (name: string, act: (page: Page) => Promise<void>): Screen => ({
  name: `gallery-${name}`,
  who: 'ann',
  open: async (page, address) => {
    await stageTemplates(page);
    await openGallery(page, address);
    await act(page);
  },
});

export const templateGalleryScreenStates: readonly Screen[] = [
  galleryAt('full', () => Promise.resolve()),
  galleryAt('preview', async (page) => {
    await preview(page, 'Mood check');
    await preview(page, 'אימון שבועי');
    await page.getByText('This type of question no longer exists.').waitFor();
  }),
  galleryAt('rename', async (page) => {
    await page.getByRole('button', { name: 'Rename Board update' }).click();
    await page.getByRole('alertdialog').getByLabel('Name of the template').waitFor();
  }),
  galleryAt('delete', async (page) => {
    await page.getByRole('button', { name: 'Delete Board update' }).click();
    await page.getByRole('alertdialog').waitFor();
  }),
  galleryAt('copy', async (page) => {
    await page.getByRole('button', { name: 'Copy an existing report', exact: true }).click();
    await page
      .getByRole('button', { name: /^Copy / })
      .first()
      .waitFor();
  }),
  galleryAt('copy-nothing', async (page) => {
    await page.getByRole('button', { name: 'Copy an existing report', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search reports' }).fill('nothing like this');
    await page.getByText('No report by that name.').waitFor();
  }),
  {
    name: 'gallery-none-saved',
    who: 'ann',
    open: async (page, address) => {
      await openGallery(page, address);
      await page.getByText('There are none yet.').waitFor();
    },
  },
  {
    name: 'gallery-failed',
    who: 'ann',
    open: async (page, address) => {
      await page.route(path, (route) => route.abort());
      await page.goto(`${address}/reports/create`);
      await page.getByText('The templates could not be loaded.').waitFor();
    },
  },
  {
    name: 'gallery-loading',
    who: 'ann',
    open: async (page, address) => {
      await page.route(path, () => new Promise(() => undefined));
      await page.goto(`${address}/reports/create`);
      await page.getByRole('button', { name: 'Start from scratch', exact: true }).waitFor();
    },
  },
];
