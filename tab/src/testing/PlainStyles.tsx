import type { ReactNode } from 'react';
import { RendererProvider, createDOMRenderer } from '@fluentui/react-components';

/** Style properties that determine whether an element is visible, announced or clickable. Tests need only these. */
const asked = /[{;]\s*(?:display|visibility|opacity|content|pointer-events|user-select)\s*:/;

// For each query, jsdom checks every style rule against every element, and Fluent creates a rule for each property. So
// only rules with the needed properties are inserted.
const renderer = createDOMRenderer(document, { unstable_filterCSSRule: (rule) => asked.test(rule) });

/** Renders Fluent's components with only the styles that tests need, because all others slow jsdom down. */
export const PlainStyles = ({ children }: { readonly children: ReactNode }) => (
  <RendererProvider renderer={renderer}>{children}</RendererProvider>
);
