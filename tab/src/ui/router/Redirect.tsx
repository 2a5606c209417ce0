import { useEffect } from 'react';
import { useNavigate } from './routerHooks.ts';

/** When it is rendered, opens another page in place of the current one, without a new history entry. */
export const Redirect = ({ to }: { readonly to: string }) => {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to]);
  return null;
};
