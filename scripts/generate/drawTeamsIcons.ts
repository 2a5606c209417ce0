import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ensureChromium } from '../lib/ensureChromium.ts';

// Teams accepts icons only as PNG files of fixed sizes, so they are generated from the SVG drawings, which people edit.

const folder = 'appPackage';
const icons = [
  { name: 'color', size: 192 },
  { name: 'outline', size: 32 },
] as const;

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--force-color-profile=srgb'],
});
try {
  for (const { name, size } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 });
    const drawing = readFileSync(`${folder}/drawings/${name}.svg`, 'utf8');
    await page.setContent(`<style>*{margin:0}svg{display:block}</style>${drawing}`);
    await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
