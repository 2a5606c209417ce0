import { AttentionRulesPart } from './AttentionRulesPart.tsx';
import { BlockerReminders } from './BlockerReminders.tsx';

/**
 * Shows the rules for blocker reminders and for attention. Few people change these rules, so their code and texts load
 * after the other settings.
 */
export const ReportRules = () => (
  <>
    <BlockerReminders />
    <AttentionRulesPart />
  </>
);
