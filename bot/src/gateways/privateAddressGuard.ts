import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

// Guards against requests to addresses inside the operator's network. An admin of an organisation chooses the address
// of a text model or a webhook. Without this guard, such an address could lead the server to services that only it can
// reach, for example the metadata service of a cloud.

const reserved = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4');
// The address at which machines in Azure reach services of the Azure platform.
reserved.addAddress('168.63.129.16', 'ipv4');

/** The only range of IPv6 addresses that the public internet routes. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
/** Subranges of `publicV6` that lead to other networks or to IPv4 addresses: Teredo and ORCHID, documentation, 6to4. */
const reservedV6 = new BlockList();
reservedV6.addSubnet('2001::', 23, 'ipv6');
reservedV6.addSubnet('2001:db8::', 32, 'ipv6');
reservedV6.addSubnet('2002::', 16, 'ipv6');
reservedV6.addSubnet('3fff::', 20, 'ipv6');

/** Returns the IP address that is the host of a URL; undefined for a name. */
export const addressOfHost = (host: string): string | undefined => {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
};

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

/** True if the host is a name with a dot, or an address in the public internet. */
export const isPublicHost = (host: string): boolean => {
  const address = addressOfHost(host);
  return address === undefined ? host.includes('.') && !host.endsWith('.') : isPublicAddress(address);
};

export class PrivateAddress extends Error {}

/** The parts that a test replaces, to reach a server on its own machine. */
export interface AddressCheck {
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: (
    host: string,
    options: { readonly all: true },
    done: (error: Error | null, addresses: LookupAddress[]) => void,
  ) => void;
}

/**
 * Returns a function that resolves a name and refuses it if any of its addresses is not allowed. The connection uses
 * the result of this lookup, so a name that changes its address between the check and the connection cannot pass.
 */
export const checkedLookup =
  ({ isAllowed, resolve }: AddressCheck): LookupFunction =>
  (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      // After an error, `addresses` is undefined, although its type excludes this.
      const [first] = error === null ? addresses : [];
      if (error !== null) done(error, []);
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        done(new PrivateAddress('The name leads to a private address'), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

export const publicCheck: AddressCheck = { isAllowed: isPublicAddress, resolve: lookup };
