import { expect, test } from 'vitest'
import { trayTotal } from './tray-total.ts'

test('the tray adds drugs and tests to the cent, and counts what has no price as nothing', () => {
  expect(trayTotal('86.00', ['350.10', '0.20', null])).toBe('436.30')
  expect(trayTotal('0.10', ['0.20'])).toBe('0.30')
  expect([trayTotal(null, []), trayTotal(undefined, ['12.50']), trayTotal('50.00', [null])]).toEqual(['0.00', '12.50', '50.00'])
})
