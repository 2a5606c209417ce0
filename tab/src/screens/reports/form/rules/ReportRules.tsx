import { AttentionRulesPart } from './AttentionRulesPart.tsx';
import { BlockerRemindersPart } from './BlockerRemindersPart.tsx';

/** Shows the rules of a report, which few people change. Their code and texts load after the fields above. */
export const ReportRules = () => (
  <>
    <BlockerRemindersPart />
    <AttentionRulesPart />
  </>
);
