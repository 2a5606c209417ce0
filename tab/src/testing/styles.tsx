import type { ReactNode } from 'react';
import { RendererProvider, createDOMRenderer } from '@fluentui/react-components';

/** What queries, matchers and clicks ask of an element's style: whether it is seen, read out, and takes the pointer. */
const asked = /[{;]\s*(?:display|visibility|opacity|content|pointer-events|user-select)\s*:/;

// This DOM tries every rule on every element it is asked about, and Fluent writes a rule for each property it sets.
const renderer = createDOMRenderer(document, { unstable_filterCSSRule: (rule) => asked.test(rule) });

/** Fluent's parts with those of their styles that decide something here, and none of those that only paint. */
export const PlainStyles = ({ children }: { readonly children: ReactNode }) => (
  <RendererProvider renderer={renderer}>{children}</RendererProvider>
);
