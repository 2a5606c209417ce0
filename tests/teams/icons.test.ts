import { readFileSync } from 'node:fs';
import { packageFolder, teamsManifest } from '../support/files/teamsManifest.ts';
import { readPng } from '../support/files/readPng.ts';

const { icons } = teamsManifest();
const picture = (name: string) => readPng(readFileSync(`${packageFolder}/${name}`));

describe('the icons', () => {
  it('the icon in colour is 192 × 192 and fills its square', () => {
    const { width, height, pixels } = picture(icons.color);
    expect([width, height]).toEqual([192, 192]);
    expect(pixels.filter(([, , , alpha]) => alpha < 255)).toEqual([]);
    // Teams shows only the middle of the icon, so the drawing must keep a distance of 32 pixels from each edge.
    const background = pixels[0];
    const drawnOutside = pixels.filter(
      (pixel, index) =>
        pixel.some((value, part) => value !== background?.[part]) &&
        [index % 192, Math.floor(index / 192)].some((place) => place < 32 || place >= 160),
    );
    expect(drawnOutside).toEqual([]);
  });

  it('the outline icon is 32 × 32, white on transparent', () => {
    const { width, height, pixels } = picture(icons.outline);
    expect([width, height]).toEqual([32, 32]);
    const drawn = pixels.filter(([, , , alpha]) => alpha > 0);
    expect(drawn.filter(([red, green, blue]) => red < 250 || green < 250 || blue < 250)).toEqual([]);
    expect(drawn.length).toBeGreaterThan(60);
    expect(drawn.length).toBeLessThan((32 * 32) / 2);
  });
});
