// The JSON format that `npm run simulate` plays, with types for the code that writes and judges it.

export interface ScenarioMember {
  readonly id: string;
  readonly timezone: string | null;
  readonly vacations?: readonly string[];
  readonly unreachable?: boolean;
  readonly isThere?: boolean;
  readonly quietHours?: { readonly from: number; readonly to: number };
}

export interface ScenarioTeam {
  readonly id: string;
  readonly holidays?: readonly string[];
  readonly members: readonly ScenarioMember[];
}

export const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type WeekdayName = (typeof weekdayNames)[number];

/** Fields of an edit. At the first save, a missing field has the product's default. */
export interface MeetingFields extends Partial<Readonly<Record<WeekdayName, boolean>>> {
  readonly members?: readonly string[];
  /** Members of the team who get the summary and are not asked. */
  readonly observers?: readonly string[];
  readonly time?: number;
  readonly timezone?: string;
  readonly timeBasis?: 'MEETING' | 'MEMBER';
  readonly type?: 'STANDUP' | 'RETRO';
  readonly interval?: 'WEEK' | 'ALTWEEK' | 'MONTH';
  readonly reportSummaryTime?: number;
  readonly isReminderEnabled?: boolean;
  readonly isReportSummaryInChat?: boolean;
  readonly questions?: readonly {
    readonly id: string;
    readonly sequence: number;
    readonly text: string;
    readonly type: 'TEXT';
  }[];
}

export interface ScenarioMeeting extends MeetingFields {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  readonly members: readonly string[];
  readonly time: number;
  readonly timezone: string;
}

export interface ScenarioAnswer {
  readonly meetingId: string;
  readonly memberId: string;
  readonly date: string;
  readonly at: string;
  readonly values?: Readonly<Record<string, string>>;
}

export type ScenarioEvent = { readonly at: string } & (
  | { readonly do: 'edit'; readonly meetingId: string; readonly change: MeetingFields }
  | { readonly do: 'deactivate' | 'activate' | 'delete' | 'start'; readonly meetingId: string }
  | { readonly do: 'cancel'; readonly meetingId: string; readonly date?: string }
  | { readonly do: 'holiday' | 'workday'; readonly teamId: string; readonly dates: readonly string[] }
  | { readonly do: 'vacation' | 'back'; readonly memberId: string; readonly dates: readonly string[] }
  | { readonly do: 'join' | 'leave' | 'disable' | 'enable'; readonly teamId: string; readonly memberId: string }
  | { readonly do: 'move'; readonly memberId: string; readonly timezone: string }
  | {
      readonly do: 'skip';
      readonly meetingId: string;
      readonly memberId: string;
      readonly date: string;
      readonly reason?: string;
    }
  | {
      readonly do: 'snooze';
      readonly meetingId: string;
      readonly memberId: string;
      readonly date: string;
      readonly length: 'HALF_HOUR' | 'HOUR' | 'AFTER_LUNCH';
    }
  | {
      readonly do: 'quiet';
      readonly memberId: string;
      readonly quietHours: { readonly from: number; readonly to: number } | null;
    }
  | { readonly do: 'mute' | 'unmute' | 'block' | 'unblock'; readonly memberId: string }
);

export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface Scenario {
  readonly start: string;
  readonly end: string;
  readonly teams: readonly ScenarioTeam[];
  readonly meetings: readonly ScenarioMeeting[];
  readonly answers?: readonly ScenarioAnswer[];
  readonly events?: readonly ScenarioEvent[];
  readonly downtime?: readonly Span[];
  readonly storms?: readonly (Span & { readonly status: 429 | 503; readonly retryAfter?: number })[];
  readonly lostReplies?: readonly Span[];
  readonly kills?: readonly { readonly at: string; readonly moment: 'BEFORE' | 'AFTER' }[];
  readonly twoInstances?: readonly Span[];
  readonly refusedMarks?: readonly Span[];
}
