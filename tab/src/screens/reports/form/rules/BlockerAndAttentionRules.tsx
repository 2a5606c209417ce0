import { AttentionRulesPart } from './AttentionRulesPart.tsx';
import { BlockerRemindersPart } from './BlockerRemindersPart.tsx';

/**
 * Shows the rules for blocker reminders and for the list "needs attention". Few people change these rules, so their
 * code and texts load after the other settings.
 */
export const BlockerAndAttentionRules = () => (
  <>
    <BlockerRemindersPart />
    <AttentionRulesPart />
  </>
);
