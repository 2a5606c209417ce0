import { isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address such as `1:2::a`, as hex digits without leading zeros. */
const groupsOf = (address: string): readonly string[] => {
  // The last two groups may be written as an IPv4 address. They become zeros, because only the first four groups are
  // used.
  const plain = address.replace(/%.*$/, '').replace(/\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
};

/**
 * Returns the network under which calls from an address are counted. For IPv6 it is the /64, because one household has
 * a whole /64. Any other address counts by itself.
 */
export const networkOf = (address: string): string =>
  isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
