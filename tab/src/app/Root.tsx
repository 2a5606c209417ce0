import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { useNotices } from '../ui/notices.ts';
import { useWords } from '../ui/words.ts';
import type { RouteHandle } from './screen.ts';

const NoticeHost = lazy(() => import('../ui/NoticeHost.tsx').then((it) => ({ default: it.NoticeHost })));

const useTitle = (): void => {
  const words = useWords();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title =
    handle === undefined
      ? words('product')
      : words('page.title', { page: words(handle.titleKey), product: words('product') });
  useEffect(() => {
    document.title = title;
  }, [title]);
};

/** What every page has: its title, and the toaster once there is something to toast. */
export const Root = () => {
  useTitle();
  const notices = useNotices();
  const isToasting = useSyncExternalStore(notices.subscribe, () => notices.count() > 0);
  return (
    <>
      <Outlet />
      {isToasting && (
        <Suspense>
          <NoticeHost />
        </Suspense>
      )}
    </>
  );
};
