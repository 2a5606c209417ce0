import type { ReactNode } from 'react';
import { RendererProvider, createDOMRenderer } from '@fluentui/react-components';

/** The style properties that queries, matchers and clicks read: they decide if an element is visible, read out and clickable. */
const asked = /[{;]\s*(?:display|visibility|opacity|content|pointer-events|user-select)\s*:/;

// This DOM tries every rule on every element that a query checks, and Fluent writes a rule for each property.
const renderer = createDOMRenderer(document, { unstable_filterCSSRule: (rule) => asked.test(rule) });

/** Renders Fluent's components with only those styles that decide something in tests, without purely visual ones. */
export const PlainStyles = ({ children }: { readonly children: ReactNode }) => (
  <RendererProvider renderer={renderer}>{children}</RendererProvider>
);
