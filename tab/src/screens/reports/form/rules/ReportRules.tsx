import { AttentionRulesPart } from './AttentionRulesPart.tsx';
import { BlockerReminders } from './BlockerReminders.tsx';

/** Shows the rules of a report, which few people change. Their code and texts load after the fields above. */
export const ReportRules = () => (
  <>
    <BlockerReminders />
    <AttentionRulesPart />
  </>
);
