import { useSearchParams } from 'react-router-dom';
import { usePutParam } from '../../ui/params.ts';

export const tabs = ['profile', 'password', 'security', 'vacation', 'preferences', 'privacy', 'organization'] as const;
export type Tab = (typeof tabs)[number];

/** The tab shown, which lives in the address: it can be linked, reloaded, and Back goes to the one before. */
export const useTab = (): readonly [Tab, (tab: Tab) => void] => {
  const [params] = useSearchParams();
  const put = usePutParam();
  const asked = params.get('tab');
  return [
    tabs.find((one) => one === asked) ?? 'profile',
    (next) => {
      put('tab', next === 'profile' ? undefined : next);
    },
  ];
};
