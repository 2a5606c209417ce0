import type { Router } from '../../ui/router/createRouter.ts';
import { RouterProvider } from '../../ui/router/RouterProvider.tsx';
import { PageLoading } from '../shell/PageLoading.tsx';
import { RouteErrorPage } from '../shell/RouteErrorPage.tsx';
import { TitleAndNoticesLayout } from './TitleAndNoticesLayout.tsx';

export const AppRouter = ({ router }: { readonly router: Router }) => (
  <RouterProvider router={router} loading={<PageLoading />} failed={<RouteErrorPage />}>
    <TitleAndNoticesLayout />
  </RouterProvider>
);
