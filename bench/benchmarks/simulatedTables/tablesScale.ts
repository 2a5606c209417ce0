import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountOf, withCluster } from '../../parts/simulatedCluster.ts';
import { answerFigure, peopleOf, playAnswers, playMessages, stepRow } from '../../parts/playAndMeasureDaySteps.ts';
import type { AnsweringPerson } from '../../parts/playAndMeasureDaySteps.ts';
import { count, inKB } from '../../benchmarkTypesAndFigureFormats.ts';
import type { TableAccount } from '../../../tests/support/fakes/tableService/tableAccount.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Plays a day of prompts, answers, reminders and summaries on a simulated Azure Table Storage with its documented
// rates, with 1 to 8 instances. All times are simulated, so a slow machine does not change them. Only the processor's
// time is measured.

const atOnce = 32;
const named = (instances: number): string => (instances === 1 ? '1 instance' : `${instances} instances`);

const opening = '2026-11-20T09:00:00Z';
const reminding = '2026-11-20T10:00:00Z';
const closing = '2026-11-20T11:00:00Z';
const startsAt = '2026-11-20T08:59:00Z';

/** Four of five people answer; the others are reminded. */
const hasAnswered = (_person: AnsweringPerson, index: number): boolean => index % 5 !== 0;

/**
 * Measures prompts of small tenants: `day` has one team in each tenant. The engine sends up to 50 messages of a tenant
 * one after the other, so with larger tenants this sequence would hide the gain of further instances.
 */
const promptRow = async (day: Day, account: TableAccount, instances: number): Promise<Row> =>
  withCluster({ account, instances, startsAt }, async (cluster) => {
    const { length } = peopleOf(day);
    const prompts = await playMessages(cluster, opening, { to: 'PERSON', count: length });
    return stepRow(`${count(length)} prompts in ${day.teams.length} tenants, ${named(instances)}`, prompts);
  });

const dayRows = async (day: Day, account: TableAccount, instances: number): Promise<readonly Row[]> => {
  const people = peopleOf(day);
  const answering = people.filter(hasAnswered);
  return withCluster({ account, instances, startsAt }, async (cluster) => {
    const { service } = cluster;
    const prompts = await playMessages(cluster, opening, { to: 'PERSON', count: people.length });
    const answers = await playAnswers(cluster, answering, atOnce);
    const { bytes: before } = account.size();
    const left = people.length - answering.length;
    const reminders = await playMessages(cluster, reminding, { to: 'PERSON', count: left });
    const summaries = await playMessages(cluster, closing, { to: 'ROOM', count: day.teams.length });
    return [
      stepRow(`${count(people.length)} prompts in 50 tenants, ${named(instances)}`, prompts),
      stepRow(`– ${count(answering.length)} answers, ${atOnce} at once on each`, answers, answerFigure(answers)),
      stepRow(`– ${count(left)} reminders`, reminders),
      stepRow(`– ${count(day.teams.length)} summaries`, summaries),
      {
        ...{
          what: '– stored for each person and day',
          figure: inKB((service.account.size().bytes - before) / people.length),
        },
        ...{ target: 'no target', isMet: true },
      },
    ];
  });
};

export const bench: Bench = async () => {
  const day = await seedDay({ teams: 100, members: 10, orgs: 50 });
  const account = await accountOf(day);
  const many = await seedDay({ teams: 300, members: 10, orgs: 300 });
  const accountOfMany = await accountOf(many);
  const rows: Row[] = [];
  for (const instances of [1, 2, 4, 8]) rows.push(await promptRow(many, accountOfMany, instances));
  for (const instances of [1, 2, 4, 8]) rows.push(...(await dayRows(day, account, instances)));
  return rows;
};
