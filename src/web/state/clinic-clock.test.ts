import { afterEach, expect, test } from 'vitest'
import { clinicNow, clockOffset, noteServerTime } from './clinic-clock.ts'

afterEach(() => clockOffset.set(0))

const reply = (date: string) => ({ headers: new Headers({ date }) })
const SERVER = 'Sun, 29 Nov 2026 08:00:00 GMT'
const at = Date.parse(SERVER)

test('a device that agrees with the server keeps its own clock', () => {
  for (const off of [-1_900, 0, 900, 1_900]) noteServerTime(reply(SERVER), at + off, at + off + 40)
  expect(clockOffset.get()).toBe(0)
})

test('the server decides what time it is on a device of another year', () => {
  const device = Date.parse('2019-01-01T00:00:00Z')
  noteServerTime(reply(SERVER), device, device + 100)
  expect(Math.abs(device + clockOffset.get() - at)).toBeLessThan(1_000)
  expect(Math.abs(clinicNow() - Date.now() - (at - device))).toBeLessThan(1_000)
})

test('a slow reply does not make a clock wrong, and a clock that is set right is trusted again', () => {
  noteServerTime(reply(SERVER), at - 20_000, at + 1_000)
  expect(clockOffset.get()).toBe(0)
  noteServerTime(reply(SERVER), at - 3_600_000, at - 3_600_000 + 50)
  expect(Math.round(clockOffset.get() / 60_000)).toBe(60)
  noteServerTime(reply(SERVER), at, at + 50)
  expect(clockOffset.get()).toBe(0)
})

test('a reply without a time says nothing', () => {
  noteServerTime({ headers: new Headers() }, 0, 10)
  expect(clockOffset.get()).toBe(0)
})
