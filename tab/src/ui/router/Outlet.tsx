import { createContext, useContext } from 'react';
import { usePage } from './routerHooks.ts';

const Depth = createContext(0);

/**
 * Renders the next component of the page: each layout contains an outlet, in which the inner layout or the screen
 * appears.
 */
export const Outlet = () => {
  const depth = useContext(Depth);
  const Component = usePage().components[depth];
  return (
    Component !== undefined && (
      <Depth value={depth + 1}>
        <Component />
      </Depth>
    )
  );
};
