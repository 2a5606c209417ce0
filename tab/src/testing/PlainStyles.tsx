import type { ReactNode } from 'react';
import { RendererProvider, createDOMRenderer } from '@fluentui/react-components';

/** Style properties that tests read, because they decide whether an element is visible, announced and clickable. */
const asked = /[{;]\s*(?:display|visibility|opacity|content|pointer-events|user-select)\s*:/;

// jsdom checks every rule for every queried element, and Fluent creates a rule for each property. So only the needed
// rules are inserted.
const renderer = createDOMRenderer(document, { unstable_filterCSSRule: (rule) => asked.test(rule) });

/** Renders Fluent's components with only the styles that tests read, because all others slow jsdom down. */
export const PlainStyles = ({ children }: { readonly children: ReactNode }) => (
  <RendererProvider renderer={renderer}>{children}</RendererProvider>
);
