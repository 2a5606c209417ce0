import type { Rule } from 'eslint';

export declare const catalogueOnly: Rule.RuleModule;
