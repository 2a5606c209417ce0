import { Suspense, lazy } from 'react';
import { loadTexts } from '../../../../ui/text/lazyTexts.ts';

const AttentionRulesPart = lazy(async () => {
  const [module] = await Promise.all([import('./AttentionRulesPart.tsx'), loadTexts('reportRules')]);
  return { default: module.AttentionRulesPart };
});

/** Shows the rules of a report, which few people change. Their code loads after the fields above. */
export const LazyReportRules = () => (
  <Suspense fallback={null}>
    <AttentionRulesPart />
  </Suspense>
);
