import { renderHook } from '@testing-library/react';
import { webDarkTheme, webLightTheme } from '@fluentui/react-components';
import { matching } from '../../testing/browserStubsAndLibrarySetup.ts';
import { settleTheme, useBrowserTheme } from './browserTheme.ts';

const dark = '(prefers-color-scheme: dark)';

describe('the browser’s theme', () => {
  it('is light, and dark on a dark machine once its colours are there', async () => {
    const theme = () => renderHook(useBrowserTheme).result.current;
    expect(theme()).toBe(webLightTheme);
    matching.add(dark);
    expect(theme()).toBe(webLightTheme);
    await settleTheme();
    expect(theme()).toBe(webDarkTheme);
    matching.delete(dark);
    expect(theme()).toBe(webLightTheme);
  });
});
