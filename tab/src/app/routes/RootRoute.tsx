import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { PageNameSetter } from '../../ui/text/pageTitle.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { RouteHandle } from './screenToRouteObject.ts';

const NoticeHost = lazy(() =>
  import('../../ui/dialogs/NoticeToaster.tsx').then((module) => ({ default: module.NoticeToaster })),
);

const useTitle = (name: string | undefined): void => {
  const t = useTranslate();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title =
    handle === undefined ? t('product') : t('page.title', { page: name ?? t(handle.titleKey), product: t('product') });
  useEffect(() => {
    document.title = title;
  }, [title]);
};

export const RootRoute = () => {
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
