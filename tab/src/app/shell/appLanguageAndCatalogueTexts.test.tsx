import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import ar from '#contracts/text/ar.json';
import en from '#contracts/text/en.json';
import { languageNames } from '#contracts/text/languagesAndLocaleChoice.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aDay, aListItem, aMeeting, aMember, aReport, aSession, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { linkPresets } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import { textSources } from '../../ui/text/textSources.ts';
import { answerReportForm } from '../../testing/fakeReportFormServer.ts';
import { answering, server } from '../../testing/mockServer.ts';

// Replaces each German text by the English text in brackets, so that the test can find texts that do not come from the
// catalogue.
const bracketed = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, `⟦${text}⟧`]));
let german: jest.SpyInstance;
beforeAll(() => {
  german = jest.spyOn(textSources.others, 'de').mockResolvedValue({ texts: bracketed, sets: {} });
});
afterAll(() => {
  german.mockRestore();
});

const heard: (string | null)[] = [];
const answers: string[] = [];
const listen = ({ request }: { readonly request: Request }): void => {
  heard.push(request.headers.get('accept-language'));
};
const keep = async ({ response }: { readonly response: Response }): Promise<void> => {
  answers.push(await response.clone().text());
};

beforeEach(() => {
  heard.length = 0;
  answers.length = 0;
  server.events.on('request:start', listen);
  server.events.on('response:mocked', (event) => void keep(event));
});
afterEach(() => {
  server.events.removeAllListeners();
  document.documentElement.removeAttribute('dir');
});

const inGerman = async (path: string) => {
  const isOut = /^\/(?:login|register|forgot-password)$/.test(path);
  const view = renderApp(path, { languages: ['de'], ...(isOut ? { storage: memoryStorage() } : {}) });
  await act(() => view.services.language.settle());
  return view;
};

describe('the language of the app', () => {
  it('follows the session from the first screen after sign-in, and is kept for the next visit', async () => {
    server.use(answering('post', '/api/account/login', () => ({ ...aSession(), language: 'de' })));
    const { user, storage } = renderApp('/login', { storage: memoryStorage() });
    await user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
    await user.type(screen.getByLabelText('Password'), 'a long password');
    heard.length = 0;
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('button', { name: '⟦Next day⟧' })).toBeVisible();
    expect(heard[0]).toBe('en-GB');
    expect(new Set(heard.slice(1))).toEqual(new Set(['de']));
    expect(storage.get(storageKeys.language)).toBe('de');
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr']);
  });

  it('is the host’s inside Teams, from right to left in Arabic', async () => {
    renderApp('/teams/setup', { languages: ['en-GB'], teams: fakeTeamsJs('default', undefined, 'ar-eg').load });
    const intro = ar['setup.intro'].replace('{product}', 'Rollcall');
    await waitFor(() => {
      expect(screen.getByText(intro)).toBeVisible();
    });
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  });

  it('changes at once when the reader chooses another', async () => {
    const { services } = renderApp('/');
    expect(await screen.findByRole('button', { name: 'Next day' })).toBeVisible();
    await act(() => services.language.chosen('de'));
    expect(screen.getByRole('button', { name: '⟦Next day⟧' })).toBeVisible();
    // Deletes the languages of the requests so far, so that the test sees only later requests.
    heard.length = 0;
    await act(() => services.language.chosen(null));
    await waitFor(() => {
      expect(heard).toContain('en-GB');
    });
    expect(screen.getByRole('button', { name: 'Next day' })).toBeVisible();
  });
});

const shown = [
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
];

/* oxlint-disable testing-library/no-node-access -- this test searches for texts that no query knows */
/** Returns all texts of the page, visible ones and those for screen readers. */
const textsOn = (page: HTMLElement): string[] => {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('style, script') === null) texts.push(node.textContent ?? '');
  for (const element of page.querySelectorAll('*'))
    for (const name of shown) texts.push(element.getAttribute(name) ?? '');
  return texts;
};
/* oxlint-enable testing-library/no-node-access */

// Returns the texts that `Intl` creates for dates in German.
const fromIntl = (): string[] => {
  const days = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index, 12)));
  const styles: Intl.DateTimeFormatOptions[] = [
    { weekday: 'long' },
    { weekday: 'short' },
    { weekday: 'narrow' },
    { month: 'long' },
    { month: 'short' },
  ];
  return styles.flatMap((style) =>
    days.map((day) => new Intl.DateTimeFormat('de', { ...style, timeZone: 'UTC' }).format(day)),
  );
};
const dateWords = new Set(fromIntl().flatMap((text) => text.split(/[^\p{L}]+/u)));
const zoneWords = new Set(Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.split(/[/_]/)));
// Words that may appear in every language: tags, initials of avatars (two capital letters), names in the test data,
// names of languages, and product names in link patterns.
const others = new Set(
  ['und', 'UTC', 'AW', 'BL', 'CP', 'alex', 'rollcall', 'test', ...Object.values(languageNames)].concat(
    linkPresets.flatMap(({ name }) => name.split(' ')),
  ),
);

/** Returns the words on the page that come neither from the catalogue, nor from the server, nor from a date. */
const strangers = (page: HTMLElement): string[] =>
  textsOn(page).flatMap((text) => {
    // A text of the catalogue can contain another one, so the loop removes the innermost brackets first.
    let rest = text;
    for (let next = ''; next !== rest;) {
      next = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    const words = rest.match(/\p{L}{2,}/gu) ?? [];
    const data = answers.join(' ');
    const isKnown = (word: string): boolean =>
      dateWords.has(word) || zoneWords.has(word) || others.has(word) || data.includes(word);
    return words.filter((word) => !isKnown(word)).map((word) => `${word} in: ${text.slice(0, 80)}`);
  });

describe('no text outside the catalogue appears on', () => {
  const standup = ulid('standup');
  const organisation = {
    ...{ id: ulid('org'), name: 'Contoso', isActive: true, isConnected: true, createdOn: '2026-11-01T09:00:00.000Z' },
    ...{ retentionDays: 30, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [] },
  };
  const preferences = {
    ...{ timezone: null, language: null, mute: false, muteUntil: null },
    ...{ currentTimezone: 'Europe/Berlin', isInTeam: true },
  };

  beforeEach(() => {
    const day = () => aDay({ reports: [aReport({ members: [aMember('Alex'), aMember('Bob')] })] });
    answerReportForm();
    server.use(
      answering('get', '/api/meeting/getlist/:teamId', () => [aListItem('Daily')]),
      answering('get', '/api/org/get', () => organisation),
      answering('post', '/api/member/preferences', () => preferences),
      answering('post', '/api/user/feed', () => ({ createdAt: null, url: null })),
      answering('get', '/api/vacation/get/:type/:id', () => [{ date: '2026-12-24' }]),
      answering('get', '/api/meeting/get/:meetingId', () => aMeeting()),
      answering('get', '/api/meeting/getreport/:teamId/meeting', day),
      answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', day),
    );
  });

  it.each([
    ['/login', '⟦Sign in⟧'],
    ['/register', '⟦Create account⟧'],
    ['/forgot-password', '⟦Send link⟧'],
    ['/', 'Bob'],
    ['/reports', 'Daily'],
    ['/reports/create', '⟦Start from scratch⟧'],
    [`/reports/${standup}`, 'Bob'],
    [`/reports/${standup}?tab=details`, '⟦Reminders & Summaries⟧'],
    ['/settings?tab=password', '⟦Old Password⟧'],
    ['/settings?tab=preferences', '⟦Language⟧'],
    ['/settings?tab=vacation', '⟦Coming up⟧'],
    ['/settings?tab=organization', '⟦Organization⟧'],
    ['/settings?tab=privacy', '⟦Download my data⟧'],
    ['/nowhere', '⟦Page not found⟧'],
  ])('%s', async (path, sign) => {
    const { container } = await inGerman(path);
    await waitFor(() => {
      expect(textsOn(container)).toContain(sign);
    });
    expect(strangers(document.body)).toEqual([]);
  });
});
