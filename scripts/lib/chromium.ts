import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = (): string | undefined => places.find((place) => place !== undefined && existsSync(place));

const isRootWithApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Returns the path of an installed Chromium. As root with apt, it installs Debian's first, because browser tests are
 * never skipped.
 */
export const ensureChromium = (): string => {
  const match = find();
  if (match !== undefined) return match;
  if (isRootWithApt()) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install it with: sudo apt-get install chromium (or set CHROMIUM_PATH)',
  );
};
