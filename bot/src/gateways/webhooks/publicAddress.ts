import { BlockList, isIP } from 'node:net';

// Addresses that a webhook must not reach, because they belong to this machine, its network, or its cloud.

const blocked = new BlockList();
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4');
// The metadata and platform service of Azure has a public address.
blocked.addAddress('168.63.129.16', 'ipv4');

/** Global unicast, the only IPv6 addresses that a webhook may have. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
/** Parts of global unicast that lead to other networks or to IPv4 addresses: Teredo, documentation and 6to4. */
const special = new BlockList();
special.addSubnet('2001::', 23, 'ipv6');
special.addSubnet('2001:db8::', 32, 'ipv6');
special.addSubnet('2002::', 16, 'ipv6');
special.addSubnet('3fff::', 20, 'ipv6');

/** True if the text is an IP address on the public internet. IPv6 addresses that contain an IPv4 address are not accepted. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
};
