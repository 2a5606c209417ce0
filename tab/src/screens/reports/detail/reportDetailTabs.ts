import { usePutParam, useSearchParams } from '../../../ui/router/searchParamsAndValueChecks.ts';

export const tabs = ['dashboard', 'trends', 'details', 'activity', 'settings'] as const;
export type Tab = (typeof tabs)[number];

/** Returns the shown tab and its setter. The page's address contains the tab, so that Back opens the previous tab. */
export const useTab = (offered: readonly Tab[]): readonly [Tab, (tab: Tab) => void] => {
  const params = useSearchParams();
  const put = usePutParam();
  const requested = params.get('tab');
  const tab = offered.find((item) => item === requested) ?? 'dashboard';
  return [
    tab,
    (next) => {
      put('tab', next === 'dashboard' ? undefined : next);
    },
  ];
};
