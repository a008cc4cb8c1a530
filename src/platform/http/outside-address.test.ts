import { expect, test } from 'vitest'
import { isThisMachine, outsideAddressFault } from './outside-address.ts'

test.each([
  ['https://models.example/v1', null],
  ['http://127.0.0.1:11434/v1', null],
  ['http://[::1]:11434/v1', null],
  ['http://localhost:1234', null],
  ['http://10.1.2.3/v1', null],
  ['http://192.168.0.9/v1', null],
  ['http://172.31.0.1/', null],
  ['http://[fd00::1]/', null],
  ['http://gpu.lan/v1', null],
  ['http://models.example/v1', 'open'],
  ['http://10.evil.example/v1', 'open'],
  ['http://192.168.evil.example/', 'open'],
  ['http://127.evil.example/', 'open'],
  ['http://172.32.0.1/', 'open'],
  ['http://169.254.169.254/latest', 'open'],
  ['https://name:word@models.example/', 'password'],
  ['https://name@models.example/', 'password'],
  ['file:///etc/passwd', 'form'],
  ['javascript:1', 'form'],
  ['models.example', 'form'],
  ['', 'form'],
])('%s: %s', (address, fault) => {
  expect(outsideAddressFault(address)).toBe(fault)
})

test('this machine, as people and as addresses write it', () => {
  expect(['localhost', '127.0.0.2', '::1', '[::1]'].every(isThisMachine)).toBe(true)
  expect(['127.evil.example', '10.0.0.1', 'mail.example', ''].some(isThisMachine)).toBe(false)
})
