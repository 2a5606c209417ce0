import { zoneSpelled } from './zoneNameLetterCase.ts';

/** Alternative zone ids, which runtimes accept but do not list, and zones that belong to no continent. */
const others = [
  ...['Asia/Calcutta', 'Asia/Kolkata', 'Asia/Katmandu', 'Asia/Kathmandu', 'Europe/Kiev', 'Europe/Kyiv', 'US/Eastern'],
  ...[
    'US/East-Indiana',
    'America/Knox_IN',
    'Brazil/DeNoronha',
    'Chile/EasterIsland',
    'Mexico/BajaNorte',
    'Mexico/BajaSur',
  ],
  ...[
    'America/Argentina/ComodRivadavia',
    'Australia/ACT',
    'Australia/NSW',
    'Australia/LHI',
    'Pacific/Yap',
    'America/Nuuk',
  ],
  ...['UTC', 'UCT', 'GMT', 'GMT0', 'GMT+0', 'Etc/UTC', 'Etc/GMT+5', 'Etc/GMT-14', 'Etc/Greenwich', 'Zulu', 'Universal'],
  ...[
    'EST',
    'EST5EDT',
    'PST8PDT',
    'CET',
    'MET',
    'W-SU',
    'NZ',
    'NZ-CHAT',
    'GB',
    'GB-Eire',
    'PRC',
    'ROK',
    'Eire',
    'Hongkong',
  ],
];

it.each([
  ['upper', (id: string) => id.toUpperCase()],
  ['lower', (id: string) => id.toLowerCase()],
  ['its own', (id: string) => id],
])('gives every zone one spelling and keeps each of its names: from %s case', (_, changed) => {
  const all = [...Intl.supportedValuesOf('timeZone'), ...others];
  expect(all.map((id) => zoneSpelled(changed(id)))).toEqual(all);
});
