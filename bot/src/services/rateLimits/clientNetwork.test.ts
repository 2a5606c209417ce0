import { networkOf } from './clientNetwork.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['unknown', 'unknown'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff::', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('differs for neighbouring networks', () => {
    expect(networkOf('2001:db8:0:8::1')).not.toBe(networkOf('2001:db8:0:7::1'));
  });
});
