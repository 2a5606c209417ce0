import type { Meeting, Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';

// The templates of the product. A new template needs an entry in this table and its texts in the catalogues of all
// languages.

type TemplateText = Extract<MessageKey, `template.${string}` | `default.${string}`>;

export type TemplateQuestion =
  | { readonly type: 'TEXT'; readonly text: TemplateText; readonly isTimesheetQuestion?: true }
  | { readonly type: 'DATE'; readonly text: TemplateText }
  | {
      readonly type: 'SCALE';
      readonly text: TemplateText;
      readonly lowLabel: TemplateText;
      readonly highLabel: TemplateText;
    }
  | {
      readonly type: 'OPTIONS';
      readonly text: TemplateText;
      readonly options: readonly TemplateText[];
      /** The options that report a blocker; missing = no option does. */
      readonly blockingOptions?: readonly TemplateText[];
    };

export interface ProductTemplate {
  readonly id: string;
  readonly name: TemplateText;
  readonly about: TemplateText;
  readonly type: Meeting['type'];
  readonly interval: Meeting['interval'];
  readonly timeBasis: Meeting['timeBasis'];
  readonly days: readonly Weekday[];
  /** Time of the opening in minutes after midnight. */
  readonly time: number;
  /** Minutes from the opening of a run until its close. */
  readonly window: number;
  readonly questions: readonly TemplateQuestion[];
}

const workingDays: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/**
 * Returns the question whether the member is blocked, and the question for the text of the blocker, which the needed
 * member reads.
 */
const blocked = (text: TemplateText, blocker: TemplateText): readonly TemplateQuestion[] => [
  {
    type: 'OPTIONS',
    text,
    options: ['default.optionNo', 'default.optionYes'],
    blockingOptions: ['default.optionYes'],
  },
  { type: 'TEXT', text: blocker },
];

const weekly = { type: 'STANDUP', interval: 'WEEK' } as const;

export const productTemplates: readonly ProductTemplate[] = [
  {
    ...weekly,
    id: 'dailyStandup',
    name: 'template.dailyStandup',
    about: 'template.dailyStandupAbout',
    timeBasis: 'MEETING',
    days: workingDays,
    time: 600,
    window: 120,
    questions: [
      { type: 'TEXT', text: 'default.questionDone' },
      { type: 'TEXT', text: 'default.questionPlanned', isTimesheetQuestion: true },
      ...blocked('default.questionBlocked', 'default.questionBlocker'),
    ],
  },
  {
    ...weekly,
    id: 'checkIn',
    name: 'template.checkIn',
    about: 'template.checkInAbout',
    timeBasis: 'MEMBER',
    days: workingDays,
    time: 540,
    window: 480,
    questions: [
      { type: 'TEXT', text: 'template.checkInFocus', isTimesheetQuestion: true },
      { type: 'TEXT', text: 'template.checkInReply' },
      ...blocked('default.questionBlocked', 'default.questionBlocker'),
    ],
  },
  {
    ...weekly,
    id: 'weeklyGoals',
    name: 'template.weeklyGoals',
    about: 'template.weeklyGoalsAbout',
    timeBasis: 'MEETING',
    days: ['monday'],
    time: 570,
    window: 240,
    questions: [
      { type: 'TEXT', text: 'template.weeklyGoalsPlan', isTimesheetQuestion: true },
      { type: 'TEXT', text: 'template.weeklyGoalsFirst' },
      ...blocked('template.weeklyGoalsRisk', 'template.weeklyGoalsBlocker'),
    ],
  },
  {
    ...weekly,
    id: 'moodCheck',
    name: 'template.moodCheck',
    about: 'template.moodCheckAbout',
    timeBasis: 'MEMBER',
    days: ['thursday'],
    time: 840,
    window: 240,
    questions: [
      {
        type: 'SCALE',
        text: 'template.moodCheckMood',
        lowLabel: 'template.scaleVeryBad',
        highLabel: 'template.scaleVeryGood',
      },
      {
        type: 'SCALE',
        text: 'template.moodCheckLoad',
        lowLabel: 'template.moodCheckLoadLow',
        highLabel: 'template.moodCheckLoadHigh',
      },
      { type: 'TEXT', text: 'template.moodCheckBetter' },
    ],
  },
  {
    ...weekly,
    id: 'fridayReview',
    name: 'template.fridayReview',
    about: 'template.fridayReviewAbout',
    timeBasis: 'MEETING',
    days: ['friday'],
    time: 900,
    window: 120,
    questions: [
      { type: 'TEXT', text: 'template.fridayReviewProud' },
      { type: 'TEXT', text: 'template.fridayReviewMissed' },
      { type: 'TEXT', text: 'template.fridayReviewLearned' },
      { type: 'TEXT', text: 'template.fridayReviewNext' },
    ],
  },
  {
    id: 'sprintRetro',
    name: 'template.sprintRetro',
    about: 'template.sprintRetroAbout',
    type: 'RETRO',
    interval: 'ALTWEEK',
    timeBasis: 'MEETING',
    days: ['friday'],
    time: 780,
    window: 240,
    questions: [
      {
        type: 'SCALE',
        text: 'template.sprintRetroRating',
        lowLabel: 'template.scaleVeryBad',
        highLabel: 'template.scaleVeryGood',
      },
      { type: 'TEXT', text: 'default.questionWentWell' },
      { type: 'TEXT', text: 'default.questionImprove' },
      { type: 'TEXT', text: 'default.questionActions' },
    ],
  },
  {
    id: 'startStop',
    name: 'template.startStop',
    about: 'template.startStopAbout',
    type: 'RETRO',
    interval: 'MONTH',
    timeBasis: 'MEETING',
    days: ['friday'],
    time: 660,
    window: 240,
    questions: [
      { type: 'TEXT', text: 'template.startStopStart' },
      { type: 'TEXT', text: 'template.startStopStop' },
      { type: 'TEXT', text: 'template.startStopContinue' },
    ],
  },
  {
    ...weekly,
    id: 'incident',
    name: 'template.incident',
    about: 'template.incidentAbout',
    timeBasis: 'MEETING',
    days: workingDays,
    time: 960,
    window: 60,
    questions: [
      { type: 'TEXT', text: 'template.incidentDone' },
      { type: 'TEXT', text: 'template.incidentNext', isTimesheetQuestion: true },
      {
        type: 'OPTIONS',
        text: 'template.incidentAgain',
        options: ['default.optionNo', 'default.optionYes', 'template.optionUnsure'],
      },
      ...blocked('template.incidentBlocked', 'template.incidentBlocker'),
      { type: 'DATE', text: 'template.incidentEnd' },
    ],
  },
  {
    ...weekly,
    id: 'oneToOne',
    name: 'template.oneToOne',
    about: 'template.oneToOneAbout',
    timeBasis: 'MEMBER',
    days: ['wednesday'],
    time: 600,
    window: 480,
    questions: [
      { type: 'TEXT', text: 'template.oneToOneTopics' },
      { type: 'TEXT', text: 'template.oneToOneWell' },
      { type: 'TEXT', text: 'template.oneToOneHelp' },
      {
        type: 'SCALE',
        text: 'template.oneToOneMood',
        lowLabel: 'template.scaleVeryBad',
        highLabel: 'template.scaleVeryGood',
      },
    ],
  },
];
