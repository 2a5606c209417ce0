import { useEffect } from 'react';
import { useNavigate } from './routerHooks.ts';

/** Opens another page in place of the page that renders this component. */
export const Redirect = ({ to }: { readonly to: string }) => {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to]);
  return null;
};
