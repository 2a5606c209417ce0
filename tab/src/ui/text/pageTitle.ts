import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the browser tab; undefined = the title is the name of the route. */
export const PageNameSetter = createContext<(name: string | undefined) => void>(() => undefined);

/**
 * Sets the title of the browser tab to `name`, for example the name of a report, so that readers can distinguish
 * browser tabs that show the same screen. Undefined = the name of the route.
 */
export const usePageName = (name: string | undefined): void => {
  const setName = useContext(PageNameSetter);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [setName, name]);
};
