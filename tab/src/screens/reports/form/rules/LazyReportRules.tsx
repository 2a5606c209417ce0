import { Suspense, lazy } from 'react';

const AttentionRulesPart = lazy(() =>
  import('./AttentionRulesPart.tsx').then((module) => ({ default: module.AttentionRulesPart })),
);

/** Shows the rules of a report, which few people change. Their code loads after the fields above. */
export const LazyReportRules = () => (
  <Suspense fallback={null}>
    <AttentionRulesPart />
  </Suspense>
);
