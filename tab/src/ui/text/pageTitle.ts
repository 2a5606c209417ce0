import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the browser tab in place of the route's name; undefined = the route's own name. */
export const PageNameSetter = createContext<(name: string | undefined) => void>(() => undefined);

/** Names the page after its content, so that readers can distinguish several browser tabs of one screen. */
export const usePageName = (name: string | undefined): void => {
  const setName = useContext(PageNameSetter);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [setName, name]);
};
