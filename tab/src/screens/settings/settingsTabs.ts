import { usePutParam, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';

export const tabs = ['profile', 'password', 'security', 'vacation', 'preferences', 'privacy', 'organization'] as const;
export type Tab = (typeof tabs)[number];

/**
 * Returns the shown tab and its setter. The page's address contains the tab, so that a link and a reload open it and
 * Back opens the previous tab.
 */
export const useTab = (): readonly [Tab, (tab: Tab) => void] => {
  const params = useSearchParams();
  const put = usePutParam();
  const requested = params.get('tab');
  return [
    tabs.find((item) => item === requested) ?? 'profile',
    (next) => {
      put('tab', next === 'profile' ? undefined : next);
    },
  ];
};
