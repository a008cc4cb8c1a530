import { expect, test } from 'vitest'
import { isLoopback, kindOfAddress } from './address-kind.ts'
import { isListed, readAllowed } from './allowed.ts'
import { faultOfHost, plainHost } from './destination.ts'

test.each([
  ['8.8.8.8', 'public'],
  ['172.32.0.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['64:ff9b::808:808', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.9', 'private'],
  ['127.0.0.1', 'private'],
  ['127.255.255.254', 'private'],
  ['100.64.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['::1', 'private'],
  ['0:0:0:0:0:0:0:1', 'private'],
  ['fd00::1', 'private'],
  ['::ffff:127.0.0.1', 'private'],
  ['::ffff:7f00:1', 'private'],
  ['0:0:0:0:0:ffff:10.0.0.1', 'private'],
  ['::127.0.0.1', 'private'],
  ['64:ff9b::7f00:1', 'private'],
  ['2002:7f00:1::', 'private'],
  ['fd00::5efe:10.0.0.1', 'private'],
  ['169.254.169.254', 'never'],
  ['169.254.1.1', 'never'],
  ['::ffff:169.254.169.254', 'never'],
  ['::ffff:a9fe:a9fe', 'never'],
  ['64:ff9b::a9fe:a9fe', 'never'],
  ['2002:a9fe:a9fe::1', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fd20:ce::254', 'never'],
  ['100.100.100.200', 'never'],
  ['168.63.129.16', 'never'],
  ['192.0.0.192', 'never'],
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['240.0.0.1', 'never'],
  ['::', 'never'],
  ['::ffff:0.0.0.0', 'never'],
  ['fe80::1', 'never'],
  ['fe80::1%eth0', 'never'],
  ['fec0::1', 'never'],
  ['ff02::1', 'never'],
  ['2001:0:1::1', 'never'],
  ['64:ff9b:1::1', 'never'],
  ['4000::1', 'never'],
  ['localhost', 'never'],
  ['', 'never'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind)
})

test('an address of IPv4 is the same in every spelling', () => {
  for (const spelling of ['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '127.0.1', '[::1]', '127.0.0.1'])
    expect([spelling, plainHost(spelling)]).toEqual([spelling, spelling === '[::1]' ? '::1' : '127.0.0.1'])
  expect(['mail.example', '10.evil.example', 'cafe', 'localhost'].map(plainHost)).toEqual([
    'mail.example',
    '10.evil.example',
    'cafe',
    'localhost',
  ])
  expect(['127.0.0.1', '::1', '::ffff:127.9.9.9'].every(isLoopback)).toBe(true)
  expect(['10.0.0.1', 'fd00::1', 'localhost', undefined].some(isLoopback)).toBe(false)
})

const at = (list: string, host: string, port: number, address = host) => isListed(list, { host, port, address })
test('a list names addresses, networks and names, each on one port or on all', () => {
  expect(at('10.0.0.0/8', '10.9.8.7', 25)).toBe(true)
  expect(at('10.0.0.0/8', 'relay.example', 25, '10.9.8.7')).toBe(true)
  expect(at('10.0.0.0/8', '::ffff:10.9.8.7', 25)).toBe(true)
  expect(at('10.0.0.0/8', '11.9.8.7', 25)).toBe(false)
  expect(at('127.0.0.1:11434', '127.0.0.1', 11_434)).toBe(true)
  expect(at('127.0.0.1:11434', '127.0.0.1', 5432)).toBe(false)
  expect(at('[fd00::5]:25, fd00:1::/32', 'fd00::5', 25)).toBe(true)
  expect(at('[fd00::5]:25, fd00:1::/32', 'fd00::5', 26)).toBe(false)
  expect(at('[fd00::5]:25, fd00:1::/32', 'fd00:1::9', 26)).toBe(true)
  expect(at('gpu.lan:11434', 'GPU.lan', 11_434, '192.168.1.5')).toBe(true)
  expect(at('gpu.lan:11434', 'other.lan', 11_434, '192.168.1.5')).toBe(false)
  expect(at('', '127.0.0.1', 80)).toBe(false)
  for (const wrong of ['10.0.0.0/33', '1.2.3', '10.0.0.1:0', '10.0.0.1:70000', 'a b!', 'fd00::/129', '10.0.0.0/8/8', 'http://a.lan'])
    expect([wrong, readAllowed(wrong)]).toEqual([wrong, { wrong: wrong === 'a b!' ? 'b!' : wrong }])
})

test('what may never be reached may not be listed either', () => {
  expect(faultOfHost({ host: '169.254.169.254', port: 80 }, '0.0.0.0/0 169.254.169.254')).toBe('forbidden')
  expect(faultOfHost({ host: '[fd00:ec2::254]', port: 80 }, '::/0')).toBe('forbidden')
})
