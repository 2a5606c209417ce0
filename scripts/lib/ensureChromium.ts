import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env['CHROMIUM_PATH'],
  // The headless shell draws no window, so a new page needs a third of the processor time that it needs in the whole
  // browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = (): string | undefined => places.find((place) => place !== undefined && existsSync(place));

const isRootWithApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Returns the path of an installed Chromium. As root with apt, it installs Debian's if there is none, because browser
 * tests are never skipped.
 */
export const ensureChromium = (): string => {
  const match = find();
  if (match !== undefined) return match;
  if (isRootWithApt()) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install it with: sudo apt-get install chromium-headless-shell (or set CHROMIUM_PATH)',
  );
};
