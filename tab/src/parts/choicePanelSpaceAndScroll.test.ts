import { panelSpace } from './choicePanelSpaceAndScroll.ts';

it('opens below a field that has room under it', () => {
  expect(panelSpace({ top: 300, bottom: 332 }, 860)).toEqual({ side: 'below', maxHeight: 320 });
});

it('is as tall as the room under the field', () => {
  expect(panelSpace({ top: 600, bottom: 632 }, 860)).toEqual({ side: 'below', maxHeight: 220 });
});

it('opens above a field at the bottom of the window', () => {
  expect(panelSpace({ top: 780, bottom: 812 }, 860)).toEqual({ side: 'above', maxHeight: 320 });
});

it('opens on the larger side if both are small, and remains large enough to use', () => {
  expect(panelSpace({ top: 120, bottom: 152 }, 290)).toEqual({ side: 'below', maxHeight: 130 });
  expect(panelSpace({ top: 40, bottom: 72 }, 100)).toEqual({ side: 'above', maxHeight: 80 });
});
