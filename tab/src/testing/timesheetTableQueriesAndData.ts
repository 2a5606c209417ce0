import { screen, within } from '@testing-library/react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ulid } from './testDataBuildersAndClock.ts';

export const on = (date: string) => ({ date: date as LocalDate });
export const bobs = { memberId: ulid('bob'), user: 'Bob Lindqvist', canEdit: false };
export const alex = ulid('alex');

export const table = () => screen.findByRole('table', { name: 'Timesheet' });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const rowOf = async (text: string) => within(await screen.findByRole('row', { name: new RegExp(`^${text}`) }));
export const linesOf = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => row.textContent.replaceAll(/\s/g, ' '));
