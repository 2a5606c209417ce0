import { createContext } from 'react';
import type { ReportMember } from '#contracts/report.ts';

/** The way from a person's card to why they were asked or not. */
export interface Asking {
  readonly mayAsk: (memberId: string) => boolean;
  readonly ask: (member: ReportMember, place: HTMLElement) => void;
}

export const AskingContext = createContext<Asking | undefined>(undefined);
