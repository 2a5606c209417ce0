import { digestId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestSettings } from '#contracts/digests/digestCalls.ts';
import { digestSections } from '#contracts/digests/digestCadencesAndSections.ts';
import type { DigestModel, DigestPerson } from '../../../bot/src/domain/digests/digestModelTypes.ts';
import type { Digest, Sending } from '../../../bot/src/services/digests/readDigestsAndBuildRows.ts';
import { aDate, aMeetingId, aMemberId, anInstant, aTeamId, aZone, idOf } from './idDateAndRecordBuilders.ts';

export const aDigestId = (name = 'evening') => digestId.parse(idOf(`digest ${name}`));

const sprint = { cadence: 'SPRINT', sprintWeeks: 2, sprintAnchor: '2026-11-20', time: 1020, timezone: 'Europe/Berlin' };

/** Returns a stored digest with every field, which is due at the end of each sprint of two weeks. */
export const aDigestRow = (change: Partial<Digest> = {}): Digest => ({
  ...digestSettings.parse({
    ...{ teamId: aTeamId(), name: 'Evening digest', schedule: sprint, recipients: { memberIds: [aMemberId()] } },
    sections: ['PEOPLE', 'MISSING'],
  }),
  ...{ id: aDigestId(), ownerId: aMemberId(), createdOn: anInstant('2026-11-20T08:00:00Z'), rev: 1 },
  ...{ state: 'STOPPED', stopReason: 'NO_RIGHT', nextAt: anInstant('2026-12-04T16:00:00Z') },
  ...{ coveredUntil: anInstant('2026-11-20T16:00:00Z'), handledAt: anInstant('2026-11-20T16:00:00Z') },
  ...{ sentAt: anInstant('2026-11-20T16:00:00Z'), webhookSecret: 'sealed' },
  ...change,
});

/** Returns the record of a sending with a waiting chat message to a member and a failed email to an address. */
export const aDigestSending = (id: DigestId, memberId: MemberId, addressHash: string): Sending => ({
  ...{ digestId: id, at: anInstant('2026-11-20T16:00:00Z'), cause: 'STOPPED', stopReason: 'NO_RIGHT' },
  ...{ from: anInstant('2026-11-06T16:00:00Z'), to: anInstant('2026-11-20T16:00:00Z') },
  messages: [
    {
      ...{ way: 'CHAT', who: memberId, state: 'WAITING', reason: null, at: null, sends: 1 },
      notBefore: anInstant('2026-11-20T16:05:00Z'),
    },
    {
      ...{ way: 'EMAIL', who: `email:${addressHash}`, state: 'FAILED', reason: 'REJECTED' },
      ...{ at: anInstant('2026-11-20T16:01:00Z'), sends: 0, notBefore: null },
    },
  ],
});

export const aDigestPerson = (name: string, answer?: string): DigestPerson => ({
  ...{ memberId: aMemberId(name), name, asked: 5, answered: 4, skipped: 1 },
  answers:
    answer === undefined
      ? []
      : [
          {
            ...{ report: 'Daily', date: aDate('2026-11-20'), question: 'What got done?', answer },
            format: { type: 'TEXT' } as never,
          },
        ],
});

/** Returns the model of a digest of a team with one line in each section. */
export const aDigestModel = (change: Partial<DigestModel> = {}): DigestModel => ({
  ...{ digestName: 'Weekly digest', place: 'Platform', isOrganisation: false, timezone: aZone('Europe/Berlin') },
  ...{ from: anInstant('2026-11-13T16:00:00Z'), to: anInstant('2026-11-20T16:00:00Z'), isLate: true, runs: 5 },
  ...{ sections: [...digestSections], leavesOutEmpty: false, stopped: null, teams: [] },
  attention: [
    {
      ...{ kind: 'SILENT', action: 'OPEN_ANSWERS', meetingId: aMeetingId(), meetingName: 'Daily' },
      ...{ memberId: aMemberId('bob'), name: 'Bob', runs: 3, date: aDate('2026-11-20') },
    },
  ],
  people: [aDigestPerson('Ann', 'The report')],
  missing: [{ memberId: aMemberId('bob'), name: 'Bob', reports: [{ name: 'Daily', runs: 2 }] }],
  trends: [
    {
      ...{ meetingId: aMeetingId(), name: 'Daily', runs: 5, now: { asked: 10, answered: 8, blockers: 1 } },
      before: { asked: 100, answered: 90, runs: 20 },
    },
  ],
  ...change,
});

/** Returns the model of a digest of the organisation with one team. */
export const anOrganisationModel = (): DigestModel =>
  aDigestModel({
    ...{ isOrganisation: true, place: 'Contoso', attention: [], people: [], missing: [], trends: [] },
    teams: [
      {
        ...{ teamId: aTeamId(), name: 'Platform', runs: 5, asked: 10, answered: 8, missing: 2, blockers: 1 },
        ...{ attention: 3, before: { asked: 100, answered: 90 } },
      },
    ],
  });
