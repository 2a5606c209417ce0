import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

// Guards against requests to addresses inside the operator's network. An admin of an organisation chooses the endpoint, so without this
// guard the server could be made to read services that only it can reach, such as the metadata service of a cloud.

const reserved = new BlockList();
for (const [network, prefix] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[
    ['169.254.0.0', 16] as const,
    ['172.16.0.0', 12] as const,
    ['192.0.0.0', 24] as const,
    ['192.0.2.0', 24] as const,
  ],
  ...[['192.88.99.0', 24] as const, ['192.168.0.0', 16] as const, ['198.18.0.0', 15] as const],
  ...[['198.51.100.0', 24] as const, ['203.0.113.0', 24] as const, ['224.0.0.0', 3] as const],
  // The address of the platform's own services on machines in Azure.
  ['168.63.129.16', 32] as const,
])
  reserved.addSubnet(network, prefix, 'ipv4');

/** The part of IPv6 that is routed in public. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const reservedV6 = new BlockList();
for (const [network, prefix] of [
  // Documentation, Teredo, benchmarks and ORCHID; 6to4 contains an IPv4 address, which can be a private one.
  ...[['2001:db8::', 32] as const, ['2001::', 23] as const, ['2002::', 16] as const, ['3fff::', 20] as const],
])
  reservedV6.addSubnet(network, prefix, 'ipv6');

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');

/** True if the address is in the public internet. Addresses that embed an IPv4 address count as private. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6');
    default:
      return false;
  }
};

/** True if the host is a name, or an address in the public internet. */
export const isPublicHost = (host: string): boolean => {
  const bare = unbracketed(host);
  return isIP(bare) === 0 ? bare.includes('.') && !bare.endsWith('.') : isPublicAddress(bare);
};

export class PrivateAddress extends Error {}

/**
 * Resolves a name and refuses it if any of its addresses is private. The connection uses the result of this lookup, so a name that changes
 * its address between the check and the connection cannot pass.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, '');
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateAddress('The name leads to a private address'), '');
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
