import type { LoadComponent } from '../../ui/router/pageLoader.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';

export const loadShell: LoadComponent = async () => {
  const [module] = await Promise.all([import('../shell/AppShell.tsx'), loadTexts('shell')]);
  return module.AppShell;
};

export const loadCardLayout: LoadComponent = () =>
  import('../shell/SingleTaskPageLayout.tsx').then((module) => module.CardLayout);
