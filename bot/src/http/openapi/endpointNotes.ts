import type { ErrorCode } from '#contracts/core/errors.ts';
import { productName } from '#contracts/core/limits.ts';
import { statusBeforeRouting } from '../server/errorStatus.ts';

/** Facts for the OpenAPI document that the schemas of a route cannot express. */
export interface RouteNote {
  readonly does: string;
  /** Error codes besides the codes that follow from the method and the access of the route. */
  readonly refuses?: readonly ErrorCode[];
  /** Content types of the file that the route returns; left out if it returns an envelope. */
  readonly file?: readonly string[];
}

export const title = `${productName} API`;
/** Notes on the whole document, in English, because its readers are developers of clients. */
export const about = [
  'Every reply but a file is an envelope: `status`, `data`, `code`, `message`, `errorCode`.',
  'The server can refuse a request before it reaches a call:',
  `${statusBeforeRouting.tooSlow} if the request arrives too slowly,`,
  `${statusBeforeRouting.unknownHost} if its host name is not one of this installation,`,
  `${statusBeforeRouting.headersTooLong} if its address or headers are too long.`,
].join(' ');

const limited = 'TOO_MANY_REQUESTS';

const accounts = {
  'POST /api/account/login': {
    does: 'Signs in with email and password: returns a session, or a challenge if the second factor is still missing.',
    refuses: ['INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'FORBIDDEN', limited],
  },
  'POST /api/account/refreshtoken': {
    does: 'Returns a new access token and the next refresh token.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', limited],
  },
  'POST /api/auth/logout': { does: 'Ends the session of a refresh token at once, everywhere.', refuses: [limited] },
  'GET /api/v1/userlogin/logouturl': { does: 'Returns the address to which a browser goes after signing out.' },
  'POST /api/auth/switch/{orgId}': { does: 'Moves the session to another organisation of the person.' },
  'GET /api/auth/getuserdetails': { does: 'Returns the signed-in person with organisation and role.' },
  'POST /api/user/changePassword': {
    does: 'Changes the password, ends every session, and returns a new one.',
    refuses: ['PASSWORD_WEAK', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/user/superadmin': {
    does: 'Lets the account of an address that SUPERADMINS names act as superadmin.',
    refuses: ['REAUTH', 'NOT_FOUND'],
  },
  'GET /api/user/signinmethods': {
    does: 'Lists the sign-in methods of the account: its password and its Microsoft accounts.',
  },
  'POST /api/user/signinmethods/remove': {
    does: 'Removes a linked Microsoft account and ends its sessions.',
    refuses: ['REAUTH', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
  'POST /api/account/register': {
    does: 'Creates an account, with its own organisation or by an invitation.',
    refuses: [
      ...(['FORBIDDEN', 'EMAIL_EXISTS', 'USER_ALREADY_REGISTERED', 'PASSWORD_WEAK'] as const),
      ...(['CODE_INVALID', 'CODE_USED', limited] as const),
    ],
  },
  'POST /api/account/ConfirmRegisterEmail': {
    does: 'Confirms an email address with the code of the email, in the browser that registered or with its password.',
    refuses: [
      ...(['CODE_INVALID', 'CODE_USED', 'EMAIL_EXISTS', 'PASSWORD_NEEDED', 'INVALID_CREDENTIALS'] as const),
      ...(['NOT_FOUND', 'USER_ALREADY_REGISTERED', limited] as const),
    ],
  },
  'POST /api/user/PostRegistration': {
    does: 'Finishes a confirmed registration; sent again it changes nothing.',
    refuses: ['CODE_INVALID', 'CODE_USED', limited],
  },
  'POST /api/account/ConfirmResetPasswordEmail': {
    does: 'Checks whether the code of a reset email is valid.',
    refuses: ['CODE_INVALID', 'CODE_USED', limited],
  },
  'GET /api/account/validateemail': {
    does: 'Checks whether an address can be registered.',
    refuses: ['EMAIL_EXISTS', limited],
  },
  'POST /api/account/forgotPassword/{email}': {
    does: 'Sends an email with which a new password can be set.',
    refuses: ['USER_NOT_FOUND', limited],
  },
  'POST /api/account/resetPassword': {
    does: 'Sets a new password with the code of the email and ends every session.',
    refuses: ['CODE_INVALID', 'CODE_USED', 'PASSWORD_WEAK', limited],
  },
  'POST /api/account/resendConfirm': { does: 'Sends the confirmation email again.', refuses: [limited] },
  'POST /api/auth/totp/begin': {
    does: 'Creates a secret for an authenticator app, which is shown once.',
    refuses: ['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/confirm': {
    does: 'Turns the second factor on and returns the recovery codes, which are not shown again.',
    refuses: ['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'CODE_INVALID', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/verify': {
    does: 'Finishes a sign-in with a code of the app or a recovery code.',
    refuses: ['UNAUTHENTICATED', 'CODE_INVALID', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/disable': {
    does: 'Turns the second factor off.',
    refuses: ['INVALID_CREDENTIALS', 'CODE_INVALID', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/reset': {
    does: 'Removes the second factor of a person who has lost it, and ends their sessions.',
    refuses: ['REAUTH', 'INVALID_CREDENTIALS', limited],
  },
  'GET /api/v1/userlogin/options': { does: 'Lists the ways to sign in besides email and password.' },
  'POST /api/v1/userlogin/teams': {
    does: 'Exchanges a sign-in token of Microsoft Teams for a session.',
    refuses: [
      'UNAUTHENTICATED',
      'ENTRA_NOT_CONFIGURED',
      'NOT_IN_ROSTER',
      'FORBIDDEN',
      'USER_ALREADY_REGISTERED',
      limited,
    ],
  },
  'GET /api/v1/userlogin/redirectUrl': {
    does: 'Begins a sign-in with Microsoft and returns the address to which the browser goes.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'REAUTH', 'ENTRA_NOT_CONFIGURED', limited],
  },
  'POST /api/v1/userlogin/exchange': {
    does: 'Exchanges the code of a Microsoft sign-in for a session: once, within 60 seconds, in the same browser.',
    refuses: [
      ...(['UNAUTHENTICATED', 'FORBIDDEN', 'CODE_INVALID', 'NOT_IN_ROSTER', 'USER_ALREADY_REGISTERED'] as const),
      ...(['EMAIL_EXISTS', 'NOT_FOUND', limited] as const),
    ],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;

const people = {
  'GET /api/member/getMember/{id}': {
    does: 'Reads a member: for people of the organisation, or with the code of an invitation.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'USER_ALREADY_REGISTERED', 'CODE_INVALID', limited],
  },
  'GET /api/member/GetOrg/{memberId}': { does: 'Reads the organisation of a member.' },
  'GET /api/member/list/{teamId}': { does: 'Lists the members of a team.' },
  'POST /api/member/activateMember/{teamId}/{memberId}/{flag}': {
    does: 'Enables or disables a member of a team. A disabled member is not asked.',
    refuses: ['LAST_ADMIN'],
  },
  'POST /api/member/preferences': { does: "Sets a member's own time zone, language, muted reminders and quiet hours." },
  'POST /api/member/invite/{teamId}/{memberId}': {
    does: 'Sends a member a registration link, by email or by the bot.',
    refuses: ['USER_ALREADY_REGISTERED', 'FORBIDDEN', limited],
  },
  'POST /api/member/join': {
    does: 'Accepts an invitation with the account that is signed in.',
    refuses: ['CODE_INVALID', 'CODE_USED', 'USER_ALREADY_REGISTERED', limited],
  },
  'GET /api/user/list': { does: 'Lists the accounts of the organisation, a page at a time.' },
  'GET /api/user/get/{userId}': { does: 'Reads one account.' },
  'DELETE /api/user/delete/{userId}': {
    does: 'Removes a person from the organisation and ends their sessions there.',
    refuses: ['LAST_ADMIN', 'REAUTH'],
  },
  'POST /api/user/save': { does: 'Changes the names of a person of the organisation.', refuses: ['EMAIL_EXISTS'] },
  'POST /api/user/profile': { does: "Reads the named fields of one's own profile." },
  'POST /api/user/profileupdate': { does: "Changes one's own name." },
  'POST /api/user/role': {
    does: 'Makes a person an admin, or a user again; with `preview` it only checks whether that is possible.',
    refuses: ['LAST_ADMIN'],
  },
  'GET /api/user/export': {
    does: 'Downloads everything about the caller, in every organisation they are in, as JSON in a zip.',
    file: ['application/zip'],
    refuses: [limited],
  },
  'POST /api/user/exporttoken': {
    does: 'Creates a token for the `token` of `/api/user/export`, valid for 60 seconds.',
    refuses: [limited],
  },
  'POST /api/user/erase': {
    does: 'Erases the caller everywhere: texts are removed, counts stay, the account ends.',
    refuses: ['REAUTH', 'LAST_ADMIN'],
  },
  'POST /api/user/feed': { does: "Shows, renews or ends the address of one's own calendar feed." },
  'GET /api/feed/{file}': {
    does: 'Reads a calendar feed. Its address is the only credential.',
    file: ['text/calendar'],
    refuses: ['NOT_FOUND', limited],
  },
  'POST /api/vacation/save/{objectType}/{objectId}': { does: 'Adds days off of a person, or holidays of a team.' },
  'DELETE /api/vacation/delete': { does: 'Removes days off or holidays.' },
  'GET /api/vacation/get/{objectType}/{objectId}': {
    does: 'Lists the days off of a person or the holidays of a team.',
  },
  'POST /api/vacation/import/{teamId}': {
    does: 'Adds team holidays from a calendar file, or the public holidays of a country; sent again it changes nothing.',
    refuses: [limited],
  },
  'GET /api/vacation/countries': { does: 'Lists the countries and years whose public holidays are known.' },
} as const satisfies Readonly<Record<string, RouteNote>>;

const organisations = {
  'GET /api/installation': { does: 'Returns the operator of this installation, and what it does with data.' },
  'GET /api/org/list': {
    does: "Lists the caller's organisations; for a superadmin all organisations, a page at a time.",
  },
  'GET /api/org/get': { does: "Reads the caller's organisation." },
  'POST /api/org/update': { does: 'Renames the organisation.', refuses: ['ORG_CHANGED'] },
  'POST /api/org/activate': {
    does: 'Activates or deactivates the organisation. A deactivated organisation sends no questions.',
  },
  'POST /api/org/sync/{orgId}': { does: 'Reads the members of every connected team from Microsoft Teams again.' },
  'POST /api/org/settings': {
    does: 'Sets retention, second factor and Microsoft sign-in. A field that is left out stays unchanged.',
    refuses: ['ORG_CHANGED'],
  },
  'POST /api/org/links': {
    does: 'Replaces the patterns that turn references in answers into links.',
    refuses: ['ORG_CHANGED'],
  },
  'GET /api/org/audit': { does: 'Reads the activity log of the whole organisation, newest first, a page at a time.' },
  'POST /api/org/connect': {
    does: 'Connects the organisation with the Microsoft tenant whose installer was shown the code.',
    refuses: ['CONNECT_REFUSED', 'CODE_INVALID', 'CODE_USED', 'REAUTH', 'INVALID_CREDENTIALS', limited],
  },
  'DELETE /api/org/delete': { does: 'Deletes the organisation; it can be restored for 7 days.', refuses: ['REAUTH'] },
  'POST /api/org/undelete': {
    does: 'Restores a deleted organisation with the code of the email, or as a superadmin.',
    refuses: ['CODE_INVALID', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', limited],
  },
  'GET /api/team/list': { does: "Lists the caller's teams; for an admin all teams of the organisation." },
  'GET /api/team/get/{teamId}': { does: 'Reads a team.' },
  'GET /api/team/getTeamInfo/{teamId}': { does: 'Reads a team with its holidays and counts.' },
  'DELETE /api/team/delete/{teamId}': { does: 'Deletes a team with everything in it.', refuses: ['REAUTH'] },
  'GET /api/team/channels/{teamId}': { does: 'Lists the channels of a team.' },
  'POST /api/team/language/{teamId}': { does: 'Sets the language of the posts in the channels of a team.' },
  'POST /api/team/sync/{teamId}': { does: 'Reads the members of a team from Microsoft Teams again.' },
  'POST /api/productsetting/getsettings': { does: 'Reads the defaults of new reports; questions are JSON in a text.' },
  'GET /api/timezone/list': { does: 'Lists the time zones and the one that fits the caller.' },
} as const satisfies Readonly<Record<string, RouteNote>>;

const meetings = {
  'POST /api/meeting/save': {
    does: 'Creates a report, or changes one. The type of a question decides which other fields it uses; a client may send each of them empty.',
    refuses: ['MEETING_NAME_EXISTS', 'MEETING_CHANGED', 'MEETING_LIMIT'],
  },
  'GET /api/meeting/getlist/{teamId}': { does: 'Lists the reports of a team as the list of reports shows them.' },
  'GET /api/meeting/getall/{teamId}': { does: 'Lists id, name and state of every report of a team, for filters.' },
  'GET /api/meeting/get/{meetingId}': { does: 'Reads a report with its questions and its runs under way.' },
  'GET /api/meeting/IsMeetingNameExists/{teamId}/{name}[/{meetingId}]': {
    does: 'Checks whether another report of the team has this name.',
  },
  'GET /api/meeting/summaryEmails/{meetingId}': {
    does: 'Lists the addresses that get the summary of a report by email, and whether each agreed.',
  },
  'POST /api/meeting/askSummaryEmail/{meetingId}': {
    does: 'Asks an address of the saved report again for its consent: once a day, three times in all.',
    refuses: ['CONFLICT', limited],
  },
  'POST /api/meeting/approveSummaryEmail/{meetingId}': {
    does: 'Approves an address of the saved report in place of its consent, unless the address unsubscribed.',
    refuses: ['CONFLICT', limited],
  },
  'POST /api/meeting/deactivate/{meetingId}/{flag}': { does: 'Activates or deactivates a report.' },
  'DELETE /api/meeting/delete/{meetingId}': { does: 'Deletes a report; its runs and answers stay readable.' },
  'POST /api/meeting/cancelToday/{meetingId}': {
    does: 'Cancels one run: the run of `date`, else the open run, else the run that is planned for today.',
    refuses: ['RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'],
  },
  'POST /api/meeting/start/{meetingId}': {
    does: "Opens today's run of a report now.",
    refuses: ['MEETING_DISABLED', 'ORG_PAUSED', 'CONFLICT'],
  },
  'POST /api/meeting/resolveBlocker/{meetingId}/{memberId}': { does: "Marks a member's open blocker as resolved." },
  'POST /api/blocker/getlist': {
    does: 'Lists the blockers of a team, or of all teams of the caller, with filters, order and pages.',
  },
  'POST /api/blocker/change/{meetingId}/{memberId}': {
    does: 'Acknowledges, resolves, reopens or hands back a blocker, or names the member who is needed for it.',
    refuses: ['BLOCKER_RESOLVED', 'BLOCKER_CHANGED'],
  },
  'POST /api/meeting/preview': { does: 'Returns when a report would run, and for whom, before it is saved.' },
  'POST /api/meeting/previewcard': { does: 'Draws the card that members would be asked with.' },
  'GET /api/template/list/{teamId}': {
    does: 'Lists the templates for a new report: those of the product in the language of the caller, then those of the organisation.',
  },
  'POST /api/template/save': {
    does: 'Saves the questions and settings of a report as a template of the organisation, without its members, channel and addresses.',
    refuses: ['TEMPLATE_NAME_EXISTS', 'TEMPLATE_LIMIT'],
  },
  'POST /api/template/rename/{templateId}': {
    does: 'Renames a template of the organisation.',
    refuses: ['TEMPLATE_NAME_EXISTS'],
  },
  'DELETE /api/template/delete/{templateId}': {
    does: 'Deletes a template of the organisation; reports made from it stay as they are.',
  },
  'GET /api/meeting/why/{meetingId}/{memberId}': { does: 'Returns why a member is or is not asked on a date.' },
  'GET /api/meeting/card/{meetingId}': {
    does: 'Reads the card with which the caller answers a run.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'],
  },
  'POST /api/meeting/draft': {
    does: "Saves the caller's draft of an answer. If another device has saved one since, the refusal returns the stored draft as data.",
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'] as const),
      ...(['QUESTION_UNKNOWN', 'DRAFT_CHANGED'] as const),
    ],
  },
  'POST /api/meeting/answer': {
    does: "Saves the caller's answers of a run, also ahead of it or late; sent again it changes nothing. A value is a text: an option, the options of MULTIPLE one a line, a number, or a date as yyyy-MM-dd.",
    refuses: [
      ...(['NOT_ASKED', 'NOT_YOUR_CARD', 'CARD_INVALID', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['MEETING_DISABLED', 'QUESTION_UNKNOWN'] as const),
    ],
  },
  'POST /api/meeting/skip': {
    does: 'Skips an open run for the caller, who then owes no answer; the report shows the reason. Sent again it changes only the reason, and an answer replaces the skip.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'RUN_ANSWERED', 'SKIP_OFF'],
  },
  'POST /api/meeting/snooze': {
    does: 'Sends the questions of an open run to the caller again later, before the close. Reminders follow after that.',
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['RUN_ANSWERED', 'RUN_SKIPPED', 'SNOOZE_TOO_LATE'] as const),
    ],
  },
  'GET /api/meeting/getreport/{teamId}/meeting[/{meetingId}]': {
    does: 'Reads the daily report of a team, or of one report.',
  },
  'GET /api/report/trends/{teamId}/{meetingId}': {
    does: 'Reads how runs went over the last days, with averages and distributions of the answers that are counted.',
  },
  'GET /api/report/person/{memberId}': { does: 'Reads what one person answered between two dates.' },
  'GET /api/report/waiting': { does: 'Lists the runs that wait for the caller, whatever their date.' },
  'GET /api/report/nearby/{teamId}': { does: 'Finds the last date with answers before a day, and the next run.' },
  'GET /api/report/catchup/{teamId}': { does: "Says what happened in a team since the caller's last visit." },
  'POST /api/activity/get': { does: 'Reads the activity of a team or report, newest first, paged.' },
} as const satisfies Readonly<Record<string, RouteNote>>;

const timesheets = {
  'POST /api/timesheet/get': { does: 'Reads the rows of a timesheet, paged, with exact sums.' },
  'POST /api/timesheet/save': {
    does: "Saves a row of the caller's timesheet.",
    refuses: ['TASK_CHANGED', 'WEEK_LOCKED', 'WEEK_CHANGED'],
  },
  'DELETE /api/timesheet/delete/{meetingId}/{id}': {
    does: "Deletes a row of the caller's timesheet.",
    refuses: ['WEEK_LOCKED'],
  },
  'POST /api/timesheet/copy': { does: 'Copies the rows of the last day that has rows.', refuses: ['WEEK_LOCKED'] },
  'POST /api/timesheet/downloadtoken': {
    does: 'Creates a token for the `token` of a download with exactly this filter, valid for 60 seconds.',
    refuses: [limited],
  },
  'GET /api/timesheet/download/{filter}': {
    does: 'Downloads a timesheet as XLSX, CSV or PDF; the filter is JSON in the path.',
    file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    refuses: ['TOO_LARGE', limited],
  },
  'GET /api/timesheet/week/get/{teamId}/{memberId}/{monday}': { does: 'Reads the week of a person with its rows.' },
  'GET /api/timesheet/week/waiting/{teamId}': { does: 'Lists the weeks that wait for approval.' },
  'POST /api/timesheet/week/submit/{teamId}/{memberId}/{monday}': {
    does: 'Submits a week for approval.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/approve/{teamId}/{memberId}/{monday}': {
    does: 'Approves a week. Its hours can then no longer be changed.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/return/{teamId}/{memberId}/{monday}': {
    does: 'Sends a week back with a note.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/reopen/{teamId}/{memberId}/{monday}': {
    does: 'Reopens an approved week, with a note.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;

const billing = {
  'GET /api/billing/getsummary': {
    does: 'Reads active users, forecast and last amount. Amounts are whole hundredths of the currency.',
  },
  'GET /api/billing/getinvoices': { does: 'Lists invoices, newest first.' },
  'GET /api/billing/ledger/{month}': { does: 'Lists who was counted in a month and why, a page at a time.' },
  'GET /api/billing/invoice/{month}': {
    does: 'Downloads an invoice as PDF.',
    file: ['application/pdf'],
    refuses: [limited],
  },
  'POST /api/billing/invoicetoken': {
    does: 'Creates a token for the `token` of the download of an invoice, valid for 60 seconds.',
    refuses: [limited],
  },
  'GET /api/payment/get': { does: 'Returns how the organisation pays.' },
  'POST /api/payment/CreateSubscription': {
    does: 'Saves the billing contact, and returns the address of the page for the card, if the organisation pays by card.',
    refuses: ['PAYMENT_MISMATCH', 'PAYMENT_INCOMPLETE'],
  },
  'POST /api/payment/confirm': {
    does: 'Reads the data that the payer entered at the payment provider.',
    refuses: ['PAYMENT_INCOMPLETE', 'PAYMENT_MISMATCH'],
  },
  'POST /api/payment/paid/{orgId}/{month}': {
    does: 'Marks an invoice as paid by other means.',
    refuses: ['PAYMENT_MISMATCH'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;

export const notes: Readonly<Record<string, RouteNote>> = {
  ...accounts,
  ...people,
  ...organisations,
  ...meetings,
  ...timesheets,
  ...billing,
  'POST /api/vitals': {
    does: 'Accepts how fast a page was in a browser: figures only, without a person.',
    refuses: ['FORBIDDEN', limited],
  },
};

/**
 * Note on a route outside the contracts, with the statuses and content types of its replies. Clients call few of these routes.
 */
export interface RawNote extends RouteNote {
  readonly replies: Readonly<Record<number, { readonly description: string; readonly type: string | null }>>;
}

const json = 'application/json';
const health = {
  does: 'Returns whether the process answers.',
  replies: { 200: { description: 'The process answers.', type: json } },
} as const satisfies RawNote;
const ready = {
  does: 'Returns whether this instance is ready for requests.',
  refuses: ['UNAVAILABLE'],
  replies: { 200: { description: 'The instance is ready.', type: json } },
} as const satisfies RawNote;

export const rawNotes: Readonly<Record<string, RawNote>> = {
  'GET /livez': health,
  'HEAD /livez': health,
  'GET /healthz': health,
  'HEAD /healthz': health,
  'GET /readyz': ready,
  'HEAD /readyz': ready,
  'GET /metrics': {
    does: 'Returns the measurements to programs of the same machine and to callers with the metrics token.',
    refuses: ['NOT_FOUND'],
    replies: { 200: { description: 'Text as Prometheus reads it.', type: 'text/plain' } },
  },
  'GET /openapi.json': { does: 'Reads this document.', replies: { 200: { description: 'OpenAPI 3.1.', type: json } } },
  'GET /.well-known/security.txt': {
    does: 'Returns how to report a security problem (RFC 9116).',
    replies: { 200: { description: 'The file.', type: 'text/plain' } },
  },
  'GET /support': {
    does: "Redirects to the operator's support, or to the page that names the contact.",
    replies: { 302: { description: 'The address is in `Location`.', type: null } },
  },
  'GET /mail': {
    does: 'Shows the emails of a demo, in place of a mailbox; only in demo mode.',
    replies: { 200: { description: 'A page.', type: 'text/html' } },
  },
  'GET /email/summaries/{token}': {
    does: 'Shows the recipient of an email whether their address gets summaries. It changes nothing.',
    replies: {
      200: { description: 'A page with a button.', type: 'text/html' },
      404: { description: 'This installation did not sign the link.', type: 'text/html' },
    },
  },
  'POST /email/summaries/{token}': {
    does: 'Ends the summaries to the address, as the one-click unsubscribe of RFC 8058 does; `choice=AGREE` begins them.',
    refuses: ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    replies: {
      200: { description: 'A page with the new state.', type: 'text/html' },
      404: { description: 'This installation did not sign the link.', type: 'text/html' },
    },
  },
  'POST /api/messages': {
    does: 'Accepts activities of the Bot Framework, signed by it; not for other clients.',
    refuses: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
    replies: { 200: { description: 'The server accepted it.', type: json } },
  },
  'POST /api/payment/webhook/{provider}': {
    does: 'Accepts events of the payment provider, signed by it; not for other clients.',
    refuses: ['NOT_FOUND', 'WEBHOOK_REFUSED', 'PAYMENT_MISMATCH', 'TOO_LARGE', 'UNAVAILABLE'],
    replies: { 200: { description: 'The server accepted it.', type: json } },
  },
  'GET /api/v1/userlogin/callback': {
    does: 'Receives the browser from Microsoft after a sign-in; not for other clients.',
    replies: { 302: { description: 'Redirects to the sign-in page, with a code or a reason.', type: null } },
  },
};
