import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Meeting, MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { freePort } from '../../support/files/freePortsAndBundledPrograms.ts';
import { readManifest } from '../../support/files/readWebBuild.ts';
import { ann, startsAt } from '../demo/demoInstantsDatesAndPeople.ts';
import { openPage, startServer } from '../startServerBrowserAndChat.ts';
import { callAs, sessionOf } from '../signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from '../sharedBrowser.ts';
import type { Session, TestServer } from '../startServerBrowserAndChat.ts';

// Steps of tests that create a report with the wizard, in the browser and embedded.

const viewport = { width: 1280, height: 800 };

export type Place = Page | FrameLocator;
export const seeHeading = (place: Place, name: string): Promise<void> =>
  place.getByRole('heading', { level: 2, name, exact: true }).waitFor();
export const pressNext = (place: Place): Promise<void> => place.getByRole('button', { name: 'Next' }).click();
export const scratchButton = (place: Place) => place.getByRole('button', { name: 'Start from scratch', exact: true });
export const seeDetails = (place: Place): Promise<void> => place.getByRole('combobox', { name: 'Timezone' }).waitFor();
/** Leaves the gallery and opens the wizard with the default values. */
export const startFromScratch = async (place: Place): Promise<void> => {
  await scratchButton(place).click();
  await seeDetails(place);
};
export const seeSavedNotice = (place: Place): Promise<void> =>
  place.getByText('Your report has been successfully saved.').last().waitFor();

/** Holds back the code of a part of the form until the returned function is called. */
export const holdPart = async (page: Page, part: string): Promise<() => void> => {
  const file = readManifest()[`src/screens/reports/form/${part}.tsx`]?.file ?? '';
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${file}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

/** Starts a server for the tests of a file. At their end, prints how long creating a report took. */
export const useWizard = () => {
  let server: TestServer;
  let browser: Browser;
  let call: Awaited<ReturnType<typeof callAs>>;
  let teamId: string;
  let session: Session;
  const figures: string[] = [];
  beforeAll(async () => {
    browser = await sharedBrowser();
    server = await startServer(await freePort(), true, startsAt);
    call = await callAs(server, ann);
    const [team] = (await call('GET', '/api/team/list')) as Team[];
    teamId = team?.id ?? '';
    session = await sessionOf(server, ann);
  });
  afterAll(async () => {
    await closePages();
    await server.stop();
    process.stdout.write(`From opening the wizard to the saved report:\n${figures.join('\n')}\n`);
  });
  return {
    figures,
    server: () => server,
    browser: () => browser,
    teamId: () => teamId,
    open: (size = viewport): Promise<Page> => openPage(browser, server, size, session),
    timed: async (how: string, act: () => Promise<void>): Promise<void> => {
      const from = performance.now();
      await act();
      figures.push(`  ${how}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
    },
    readSaved: async (name: string): Promise<Meeting> => {
      const list = (await call('GET', `/api/meeting/getlist/${teamId}`)) as MeetingListItem[];
      const namesakes = list.filter((item) => item.name === name);
      expect(namesakes).toHaveLength(1);
      return (await call('GET', `/api/meeting/get/${namesakes[0]?.id ?? ''}`)) as Meeting;
    },
  };
};
