// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { isIdle, isLockNear, noteActivity, quietly, setIdleLimit, warnWhenNear, watchActivity } from './activity.ts'

const MINUTE = 60_000
const start = Date.now() + 3_600_000
let locked = false
watchActivity(() => locked)

let at = start
beforeEach(() => {
  locked = false
  setIdleLimit(30)
  at += 3_600_000
  noteActivity(at)
})

test('warns in the last minute before the screen locks, and not before', () => {
  warnWhenNear(at + 28 * MINUTE)
  expect(isLockNear.get()).toBe(false)
  warnWhenNear(at + 29 * MINUTE + 1)
  expect(isLockNear.get()).toBe(true)
  expect(isIdle(at + 30 * MINUTE)).toBe(false)
  expect(isIdle(at + 30 * MINUTE + 1)).toBe(true)
})

test.each(['keydown', 'pointermove', 'click', 'focusin', 'selectionchange'])('%s ends the warning', (event) => {
  warnWhenNear(at + 29.5 * MINUTE)
  expect(isLockNear.get()).toBe(true)
  document.dispatchEvent(new Event(event, { bubbles: true }))
  expect(isLockNear.get()).toBe(false)
})

test('the focus that the program moves by itself does not count', () => {
  warnWhenNear(at + 29.5 * MINUTE)
  quietly(() => document.dispatchEvent(new Event('focusin', { bubbles: true })))
  expect(isLockNear.get()).toBe(true)
})

test('the focus that goes into the sign-in of a locked screen does not count', () => {
  warnWhenNear(at + 29.5 * MINUTE)
  locked = true
  document.dispatchEvent(new Event('focusin', { bubbles: true }))
  expect(isLockNear.get()).toBe(true)
})
