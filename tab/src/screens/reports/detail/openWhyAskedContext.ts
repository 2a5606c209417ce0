import { createContext } from 'react';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';

export interface Asking {
  readonly mayAsk: (memberId: string) => boolean;
  readonly ask: (member: ReportMember, place: HTMLElement) => void;
}

export const AskingContext = createContext<Asking | undefined>(undefined);
