import { bob } from '../demo/demoInstantsDatesAndPeople.ts';
import type { TeamsFrame } from './fakeTeamsFrame.ts';

// Steps on the pages inside Teams: the sign-in inside the page, and the themes of the host.

/** The themes of Teams, each with its background color. */
export const hostThemes = [
  { theme: 'default', background: '#ffffff' },
  { theme: 'dark', background: '#292929' },
  { theme: 'contrast', background: '#000000' },
  { theme: 'glass', background: '#292929' },
] as const;

export const waitForSignInPanel = async ({ frame }: TeamsFrame): Promise<void> => {
  await frame.getByRole('heading', { name: 'You are not signed in' }).waitFor();
};

export const signInInsidePage = async ({ frame }: TeamsFrame): Promise<void> => {
  await frame.getByRole('button', { name: 'Sign in' }).click();
  await frame.getByLabel('Email').fill(bob.email);
  await frame.getByLabel('Password', { exact: true }).fill(bob.password);
  await frame.getByRole('button', { name: 'Sign in' }).click();
};
