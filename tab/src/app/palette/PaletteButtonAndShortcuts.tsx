import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { isTaken, opensPalette, shortcutOf } from './shortcutTableAndKeyLookup.ts';
import type { PalettePage } from './usePaletteEntries.ts';

const CommandPalette = lazy(async () => {
  const [module] = await Promise.all([import('./CommandPalette.tsx'), loadTexts('palette')]);
  return { default: module.CommandPalette };
});
const ShortcutSheet = lazy(async () => {
  const [module] = await Promise.all([import('./ShortcutSheet.tsx'), loadTexts('palette')]);
  return { default: module.ShortcutSheet };
});

const off = 'off';

/** Calls the listener at each key press in the page. The latest listener is used, so it may change at each render. */
const useKeys = (listener: (event: KeyboardEvent) => void): void => {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      latest.current(event);
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, []);
};

/**
 * Returns whether the shortcuts of a single key are on, and a function that switches them on or off. The browser's
 * storage keeps the choice.
 */
const useSwitch = (): readonly [boolean, (areOn: boolean) => void] => {
  const storage = useApi().session.storage();
  const [areOn, setOn] = useState(storage.get(storageKeys.shortcuts) !== off);
  return [
    areOn,
    (isOn) => {
      setOn(isOn);
      if (isOn) storage.remove(storageKeys.shortcuts);
      else storage.set(storageKeys.shortcuts, off);
    },
  ];
};

interface KeyActions {
  readonly areOn: boolean;
  readonly togglePalette: () => void;
  readonly openPalette: () => void;
  readonly openSheet: () => void;
}

const useShortcuts = ({ areOn, togglePalette, openPalette, openSheet }: KeyActions): void => {
  const navigate = useNavigate();
  useKeys((event) => {
    if (event.defaultPrevented) return;
    if (opensPalette(event)) {
      event.preventDefault();
      togglePalette();
      return;
    }
    const shortcut = areOn ? shortcutOf(event) : undefined;
    if (shortcut === undefined || isTaken(event.target, document)) return;
    event.preventDefault();
    const { effect } = shortcut;
    if (effect.is === 'page') void navigate(effect.path);
    else if (effect.is === 'palette') openPalette();
    else openSheet();
  });
};

/**
 * The button of the command palette, and the keyboard shortcuts of the web app. The code of the palette and of the list
 * of shortcuts loads when each first opens. Not shown inside Microsoft Teams, which has keyboard shortcuts of its own.
 */
export const PaletteButtonAndShortcuts = ({ pages }: { readonly pages: readonly PalettePage[] }) => {
  const t = useTranslate();
  const [areOn, switchKeys] = useSwitch();
  const { place, round, open: openPalette, ...palette } = useLazyDialog();
  const { place: sheetPlace, round: sheetRound, open: openSheet, ...sheet } = useLazyDialog();
  const togglePalette = (): void => {
    if (palette.isOpen) palette.close();
    else if (document.querySelector('[aria-modal="true"]') === null) openPalette();
  };
  useShortcuts({ areOn, togglePalette, openPalette, openSheet });
  return (
    <div ref={place} tabIndex={-1}>
      <Button
        appearance="subtle"
        icon={<Search20Regular />}
        aria-label={t('nav.openPalette')}
        aria-keyshortcuts="Control+K"
        title={t('nav.openPaletteKeys')}
        aria-haspopup="dialog"
        onClick={openPalette}
      />
      {round > 0 && (
        <Suspense>
          <CommandPalette {...palette} onClose={palette.close} pages={pages} onHelp={openSheet} />
        </Suspense>
      )}
      {sheetRound > 0 && (
        <Suspense>
          <div ref={sheetPlace} tabIndex={-1} />
          <ShortcutSheet {...sheet} onClose={sheet.close} areOn={areOn} onSwitch={switchKeys} />
        </Suspense>
      )}
    </div>
  );
};
