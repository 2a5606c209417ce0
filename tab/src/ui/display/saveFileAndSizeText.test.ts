import { saveBlob } from './saveFileAndSizeText.ts';

beforeEach(() => {
  jest.useFakeTimers();
  // A real click would make jsdom navigate to the file, which it cannot do.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('keeps a file until the browser has had the time to read it, and then frees it', () => {
  const existing = new Set<string>();
  URL.createObjectURL = () => {
    existing.add('blob:file');
    return 'blob:file';
  };
  URL.revokeObjectURL = (url) => void existing.delete(url);
  saveBlob('hours.csv', new Blob(['1']));
  jest.advanceTimersByTime(30_000);
  expect([...existing]).toEqual(['blob:file']);
  jest.advanceTimersByTime(60_000);
  expect([...existing]).toEqual([]);
});
