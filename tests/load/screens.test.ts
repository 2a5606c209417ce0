import type { Browser } from 'playwright-core';
import { ann, bob, dates, grace, minutesToOpening, startsAt } from '../e2e/demoDay.ts';
import { casesOf, faultsOf, picture } from '../e2e/looks.ts';
import { screens } from '../e2e/screens.ts';
import type { Screen } from '../e2e/screens.ts';
import { openInTeams } from '../e2e/teamsFrame.ts';
import { axeFaults, settle } from '../e2e/watch.ts';
import { callAs, sessionOf, startBrowser, startServer } from '../e2e/world.ts';
import type { Session, TestServer } from '../e2e/world.ts';
import { freePort } from '../support/programs.ts';

// Every screen in every look: no serious fault, nothing to scroll sideways. SCREENSHOTS=<folder> keeps a picture of each.

let server: TestServer;
let browser: Browser;
let sessions: Readonly<Record<Screen['who'], Session | undefined>>;

/** Answers today's stand-up: no blocker, two lines of plan, one goal of two. */
const answerAs = async (who: typeof ann): Promise<void> => {
  const call = await callAs(server, who);
  const [team] = (await call('GET', '/api/team/list')) as { id: string }[];
  const meetings = (await call('GET', `/api/meeting/getall/${team?.id ?? ''}`)) as { id: string; name: string }[];
  const meetingId = meetings.find(({ name }) => name === 'Daily stand-up')?.id ?? '';
  const { questions } = (await call('GET', `/api/meeting/get/${meetingId}`)) as { questions: { id: string }[] };
  const said = ['Closed the pager hand-over', 'Read the security report 45m\nHiring interview 1h', 'No', ''];
  const values = Object.fromEntries(questions.map(({ id }, at) => [id, said[at] ?? '']));
  await call('POST', '/api/meeting/answer', { meetingId, date: dates.today, values, goals: [] });
};

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer(await freePort(), true, startsAt);
  await server.advance(minutesToOpening);
  await answerAs(ann);
  sessions = {
    ann: await sessionOf(browser, server, ann),
    bob: await sessionOf(browser, server, bob),
    grace: await sessionOf(browser, server, grace),
    nobody: undefined,
  };
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.stop();
}, 30_000);

it.each(casesOf(screens))(
  '$name, $size',
  async (one) => {
    expect(await faultsOf(browser, server, one, sessions[one.screen.who])).toEqual([]);
  },
  120_000,
);

it.each(['default', 'dark', 'contrast', 'glass'])(
  'in Teams, %s',
  async (theme) => {
    const teams = await openInTeams(browser, server, `/teams/home?date=${dates.today}`, { theme });
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByLabel('E-mail').fill(bob.email);
    await teams.frame.getByLabel('Password').fill(bob.password);
    await teams.frame.getByRole('button', { name: 'Sign in' }).click();
    await teams.frame.getByText('Needs attention').waitFor();
    await picture(teams.page, `teams-day-${theme}`);
    const faults = [...(await axeFaults(teams.page))];
    await teams.frame.getByRole('button', { name: 'Answer now' }).click();
    await teams.frame.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await teams.frame.getByText('Please answer').first().waitFor();
    for (const frame of teams.page.frames()) await settle(frame);
    await picture(teams.page, `teams-answer-${theme}`);
    faults.push(...(await axeFaults(teams.page)));
    expect(faults).toEqual([]);
    await teams.close();
  },
  120_000,
);
