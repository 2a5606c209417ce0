import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { digestId, instant, localDate, meetingId, memberId, sentZone, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits, times } from '../core/limitsAndProductConstants.ts';
import { digestLimits } from './digestLimits.ts';
import { email, text } from '../core/textAndEmailSchemas.ts';
import { weekdays } from '../meetings/meetingSchemasAndCalls.ts';
import { summaryEmail } from '../summaryEmails/summaryEmailsAndConsent.ts';
import { digestCadences, digestPeople, digestSections } from './digestCadencesAndSections.ts';

const flag = z.boolean('invalid.flag');

/**
 * Latest last day of the first sprint. The sprints after a later day would be after the year 9999, in which no date can
 * be stored. Rows of earlier versions can contain a later day.
 */
const lastAnchor = '9998-12-31';

/** The dates and the time at which a digest is sent. A date on a day off moves to the next working day. */
export const digestSchedule = z.object({
  cadence: z.enum(digestCadences, 'invalid.choice'),
  /** For WEEKLY: the weekday on which the digest is sent. */
  weekday: z.enum(weekdays, 'invalid.choice').default('friday'),
  /** For SPRINT: length of a sprint in weeks. */
  sprintWeeks: z.int('invalid.number').min(1, 'invalid.number').max(limits.sprintWeeks, 'invalid.number').default(2),
  /** For SPRINT: the last day of the first sprint. */
  sprintAnchor: localDate.nullable().default(null),
  /** Time of day at which the digest is sent, in minutes after midnight in `timezone`. */
  time: z.int('invalid.number').min(0, 'invalid.number').max(times.lastMinute, 'invalid.number'),
  timezone: sentZone,
  /** True = no digest is sent on Saturdays and Sundays: they count as days off. */
  isWorkingDaysOnly: flag.default(true),
  /** True = the holidays of the team count as days off. An organisation has no holidays. */
  isHolidayAware: flag.default(true),
});
export type DigestSchedule = z.output<typeof digestSchedule>;

/** A webhook is called by the server, so its URL must be https and must not contain a name or password. */
const isWebhookUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
};

const webhookUrl = text({ max: digestLimits.webhookUrlLength }).refine(isWebhookUrl, 'digest.webhookInvalid');

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

export const digestRecipients = z.object({
  /** Members of the team; for a digest of the organisation, its admins. */
  memberIds: z.array(memberId).max(digestLimits.digestMembers, 'invalid.tooMany').transform(unique).default([]),
  emails: z.array(email).max(digestLimits.digestEmails, 'invalid.tooMany').transform(unique).default([]),
  inChannel: flag.default(false),
  /** The channel of the team that gets the digest; null = the General channel. */
  channelId: z.string().max(limits.messageLength, 'invalid.id').nullable().default(null),
  webhookUrl: webhookUrl.nullable().default(null),
});

const settings = {
  /** The team whose reports the digest covers; null = all teams of the organisation. */
  teamId: teamId.nullable(),
  name: text({ max: limits.nameLength, required: 'digest.nameMissing' }),
  /** The covered reports; empty = all reports of the team. */
  reportIds: z.array(meetingId).max(digestLimits.digestReports, 'invalid.tooMany').transform(unique).default([]),
  schedule: digestSchedule,
  recipients: digestRecipients,
  sections: z.array(z.enum(digestSections, 'invalid.choice')).min(1, 'digest.sectionsMissing').transform(unique),
  people: z.enum(digestPeople, 'invalid.choice').default('COUNTS'),
  /** True = sections without content are left out of the message. */
  leavesOutEmpty: flag.default(true),
};

export const digestSettings = z.object(settings);
export type DigestSettings = z.output<typeof digestSettings>;

interface Scheduled {
  readonly schedule: DigestSchedule;
}

const anchorPath = ['schedule', 'sprintAnchor'];

const needsAnchor = {
  check: ({ schedule }: Scheduled): boolean => schedule.cadence !== 'SPRINT' || schedule.sprintAnchor !== null,
  error: { path: anchorPath, error: 'digest.anchorMissing' },
};

const hasPossibleAnchor = {
  check: ({ schedule: { sprintAnchor } }: Scheduled): boolean => sprintAnchor === null || sprintAnchor <= lastAnchor,
  error: { path: anchorPath, error: 'invalid.date' },
};

const sent = z.object({
  ...settings,
  id: digestId.optional(),
  /**
   * Revision (`rev`) of the digest that the caller has read. If the digest has changed since then, the call is refused
   * with CONFLICT. Left out = the last write wins.
   */
  rev: z.int('invalid.number').optional(),
});
const draft = sent
  .refine(needsAnchor.check, needsAnchor.error)
  .refine(hasPossibleAnchor.check, hasPossibleAnchor.error);
export type DigestDraft = z.output<typeof draft>;

/**
 * Reasons why a digest was stopped. Its owner was erased (OWNER_GONE), left the team (OWNER_LEFT), was disabled
 * (OWNER_DISABLED) or lost the right to read the reports (NO_RIGHT), or its team was deleted (TEAM_GONE).
 */
export const digestStopReasons = ['OWNER_GONE', 'OWNER_LEFT', 'OWNER_DISABLED', 'NO_RIGHT', 'TEAM_GONE'] as const;
export type DigestStopReason = (typeof digestStopReasons)[number];

export const digestStates = ['ACTIVE', 'PAUSED', 'STOPPED'] as const;

/** Ways by which a message of a digest reaches its recipient. */
export const digestWays = ['CHAT', 'EMAIL', 'CHANNEL', 'WEBHOOK'] as const;

/** A message that was not delivered. `name`: the recipient; empty for the channel and the webhook. */
const undelivered = z.object({ way: z.enum(digestWays), name: z.string(), reason: z.string() });

/**
 * The result of sending a digest once. `from` and `to`: the period that the digest covers. `sent` and `waiting`:
 * numbers of its messages in these states.
 */
export const digestSending = z.object({
  at: instant,
  from: instant,
  to: instant,
  sent: z.int(),
  waiting: z.int(),
  undelivered: z.array(undelivered),
});

export const digestView = digestSettings.extend({
  id: digestId,
  /** Revision of the digest; it changes with each save, pause and resumption. */
  rev: z.int(),
  state: z.enum(digestStates),
  stopReason: z.enum(digestStopReasons).nullable(),
  /** Name of the owner, on whose behalf the digest reads reports; null after the owner was erased. */
  ownerName: z.string().nullable(),
  canChange: z.boolean(),
  /**
   * Host of the webhook for a caller who may not enter one. `recipients.webhookUrl` is then null, because a URL often
   * contains a secret.
   */
  webhookHost: z.string().optional(),
  /**
   * Instant at which the digest is sent next. Null while the digest is paused or stopped, and if days off leave no
   * date.
   */
  nextAt: instant.nullable(),
  /** Result of the last scheduled digest; null before the first one. */
  last: digestSending.nullable(),
  /** Result of the last digest that the caller requested with `sendDigestNow`; null = the caller requested none. */
  sentToMe: digestSending.nullable(),
  /** Consent of each email address among the recipients. */
  addresses: z.array(summaryEmail),
});
export type DigestView = z.output<typeof digestView>;

const listed = z.object({
  items: z.array(digestView),
  /** True if the caller may enter a webhook. */
  canUseWebhook: z.boolean(),
});
export type DigestList = z.output<typeof listed>;

/** Returns the digests of a team, sorted by name, without those of the organisation. */
export const listDigests = endpoint({
  method: 'GET',
  path: '/api/digest/list/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: listed,
});

/** Returns the digests of the whole organisation, by name. */
export const listOrganisationDigests = endpoint({
  method: 'GET',
  path: '/api/digest/organisation',
  access: 'digest.organisation',
  input: z.object({}),
  output: listed,
});

/** Returns the admins to whom a digest of the organisation can be sent, by name. */
export const listDigestAdmins = endpoint({
  method: 'GET',
  path: '/api/digest/admins',
  access: 'digest.organisation',
  input: z.object({}),
  output: z.array(z.object({ id: memberId, name: z.string() })),
});

/**
 * Saves a digest; the caller becomes its owner. A deleted report, or a recipient who has left, is removed if
 * the stored digest has it, and refused if the call adds it. If a caller who must not enter a webhook sends none,
 * the stored one stays. `secret`: key that signs the webhook's requests; null unless the URL is new.
 */
export const saveDigest = endpoint({
  method: 'POST',
  path: '/api/digest/save',
  access: 'report.read',
  isNew: true,
  input: draft,
  output: z.object({ digest: digestView, secret: z.string().nullable() }),
});

/**
 * Returns the card that the draft would now send to the caller, and the next instants at which the digest would be
 * sent. `id`: the digest that the draft changes; left out for a new one.
 */
export const previewDigest = endpoint({
  method: 'POST',
  path: '/api/digest/preview',
  access: 'report.read',
  input: sent
    .omit({ rev: true })
    .refine(needsAnchor.check, needsAnchor.error)
    .refine(hasPossibleAnchor.check, hasPossibleAnchor.error),
  output: z.object({ card: z.record(z.string(), z.unknown()), next: z.array(instant) }),
});

/** Sends the stored digest to the caller only. */
export const sendDigestNow = endpoint({
  method: 'POST',
  path: '/api/digest/sendnow/{digestId}',
  access: 'report.read',
  input: z.object({ digestId }),
  output: z.object({ way: z.enum(digestWays) }),
});

/** Pauses or resumes a digest. The person who resumes a digest becomes its owner. */
export const pauseDigest = endpoint({
  method: 'POST',
  path: '/api/digest/pause/{digestId}',
  access: 'digest.write',
  input: z.object({ digestId, isPaused: flag }),
  output: digestView,
});

export const deleteDigest = endpoint({
  method: 'DELETE',
  path: '/api/digest/delete/{digestId}',
  access: 'digest.write',
  input: z.object({ digestId }),
  output: z.object({ id: digestId }),
});
