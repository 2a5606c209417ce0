// People of the scenarios, their organisations and addresses.

export const people = ['ann', 'bob', 'cy', 'zoe', 'gus', 'mal'] as const;
/**
 * mal is the attacker. gus belongs to no organisation but is listed in SUPERADMINS. bob is a member of two
 * organisations.
 */
export type Person = (typeof people)[number];

/**
 * Members in the rosters of three tenants, each with the Microsoft identity of one person. The tenant `evil` belongs to
 * mal, who has invented its member straw.
 */
export const seats = {
  ann: { org: 'contoso', person: 'ann', role: 'admin' },
  bob: { org: 'contoso', person: 'bob', role: 'user' },
  cy: { org: 'contoso', person: 'cy', role: 'user' },
  zoe: { org: 'fabrikam', person: 'zoe', role: 'admin' },
  bobf: { org: 'fabrikam', person: 'bob', role: 'user' },
  mal: { org: 'evil', person: 'mal', role: 'admin' },
  straw: { org: 'evil', person: 'mal', role: 'user' },
} as const satisfies Record<string, { org: string; person: Person; role: 'user' | 'admin' }>;
export type Seat = keyof typeof seats;
export const seatNames = Object.keys(seats) as readonly Seat[];
export const seatsOf = (who: Person): readonly Seat[] => seatNames.filter((seat) => seats[seat].person === who);

/** People with a confirmed account and a password when the scenario begins. */
export const withAccount = ['ann', 'cy', 'zoe'] as const;

export const addressOf = (who: Person): string => `${who}@example.test`;
export const ownerOf = (address: string): Person | undefined => people.find((who) => addressOf(who) === address);
/**
 * Returns a password for the person and the number. It contains no name, because the product rejects a password that
 * contains a name.
 */
export const aPassword = (who: Person, number: number): string =>
  `otter-violin-${people.indexOf(who) + 1}7-lamp-${number}`;
