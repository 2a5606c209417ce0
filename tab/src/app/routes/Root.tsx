import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { PageNameSetter } from '../../ui/text/pageName.ts';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { useWords } from '../../ui/text/words.ts';
import type { RouteHandle } from './screen.ts';

const NoticeHost = lazy(() => import('../../ui/dialogs/NoticeHost.tsx').then((it) => ({ default: it.NoticeHost })));

const useTitle = (name: string | undefined): void => {
  const words = useWords();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title =
    handle === undefined
      ? words('product')
      : words('page.title', { page: name ?? words(handle.titleKey), product: words('product') });
  useEffect(() => {
    document.title = title;
  }, [title]);
};

/** The frame of every page: sets the title, and loads the toaster when there is a first notice. */
export const Root = () => {
  const [name, setName] = useState<string>();
  useTitle(name);
  const notices = useNotices();
  const isToasting = useSyncExternalStore(notices.subscribe, () => notices.count() > 0);
  return (
    <>
      <PageNameSetter value={setName}>
        <Outlet />
      </PageNameSetter>
      {isToasting && (
        <Suspense>
          <NoticeHost />
        </Suspense>
      )}
    </>
  );
};
