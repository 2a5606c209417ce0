import { useSearchParams } from 'react-router-dom';
import { usePutParam } from '../../../ui/params.ts';

export const tabs = ['dashboard', 'trends', 'details', 'activity', 'settings'] as const;
export type Tab = (typeof tabs)[number];

/** The tab shown, which lives in the address: back goes to the one before. */
export const useTab = (offered: readonly Tab[]): readonly [Tab, (tab: Tab) => void] => {
  const [params] = useSearchParams();
  const put = usePutParam();
  const asked = params.get('tab');
  const tab = offered.find((one) => one === asked) ?? 'dashboard';
  return [
    tab,
    (next) => {
      put('tab', next === 'dashboard' ? undefined : next);
    },
  ];
};
