import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet } from '../../ui/router/Outlet.tsx';
import { useRoute } from '../../ui/router/routerHooks.ts';
import { PageNameSetter } from '../../ui/text/pageTitle.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const NoticeHost = lazy(() =>
  import('../../ui/dialogs/NoticeToaster.tsx').then((module) => ({ default: module.NoticeToaster })),
);

const useTitle = (name: string | undefined): void => {
  const t = useTranslate();
  const { titleKey } = useRoute();
  const title = t('page.title', { page: name ?? t(titleKey), product: t('product') });
  useEffect(() => {
    document.title = title;
  }, [title]);
};

export const TitleAndNoticesLayout = () => {
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
