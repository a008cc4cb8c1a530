import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { type Caller, type Limiter, rateLimits, TRAIL_ROWS } from './limits.ts'

// What each process counts by itself: no database is asked.
const limiter = () => rateLimits({} as Pool)

const patient = (account: number, network = '10.0.0.1'): Caller => ({ account, network, isPatient: true })
const nurse = (account: number): Caller => ({ account, network: '10.0.0.1', isPatient: false })
const stranger = (network: string): Caller => ({ account: null, network, isPatient: false })

/** How many of so many calls go through, each of the next caller. */
const through = async (kind: 'countCall' | 'refused' | 'takeRow', limits: Limiter, calls: number, caller: (number: number) => Caller) => {
  let passed = 0
  for (let number = 0; number < calls; number++)
    await limits[kind](caller(number)).then(
      () => void (passed += 1),
      (error: { status?: number }) => expect(error.status).toBe(429),
    )
  return passed
}

test('refusals are counted for the account and for its network', async () => {
  const limits = limiter()
  expect(await through('refused', limits, 1_300, () => nurse(1))).toBe(1_200)
  // Of many accounts each is below its own bound.
  expect(await through('refused', limits, 6_000, (number) => patient(10 + (number % 100)))).toBe(6_000 - 1_200)
  expect(await through('refused', limits, 10, () => stranger('10.0.0.1'))).toBe(0)
  expect(await through('refused', limits, 1_300, () => stranger('10.0.0.2'))).toBe(1_200)
  expect(await through('refused', limits, 10, () => patient(10, '10.0.0.3'))).toBe(10)
})

test('patients of a network are braked together, staff each by themselves', async () => {
  const limits = limiter()
  expect(await through('countCall', limits, 8_000, (number) => patient(number % 100))).toBe(6_000)
  expect(await through('countCall', limits, 8_000, (number) => nurse(200 + (number % 100)))).toBe(8_000)
  expect(await through('countCall', limits, 10, () => patient(300, '10.0.0.2'))).toBe(10)
})

test('rows of the trail are counted for the account, and for all patients of its network', async () => {
  const limits = limiter()
  expect(await through('takeRow', limits, 300, () => patient(1))).toBe(TRAIL_ROWS.patient)
  expect(await through('takeRow', limits, 4_000, (number) => patient(2 + (number % 100)))).toBe(
    TRAIL_ROWS.patientsOfNetwork - TRAIL_ROWS.patient,
  )
  expect(await through('takeRow', limits, 10, () => patient(2, '10.0.0.2'))).toBe(10)
  expect(await through('takeRow', limits, 7_000, () => nurse(300))).toBe(TRAIL_ROWS.staff)
})

test('of what a request leaves fifty rows are counted at most, and it is given back where it left nothing', async () => {
  const limits = limiter()
  await limits.takeRow(nurse(1))
  await limits.countRows(nurse(1), TRAIL_ROWS.staff + 1_000)
  expect(await through('takeRow', limits, 7_000, () => nurse(1))).toBe(TRAIL_ROWS.staff - 1 - 50)
  for (let call = 0; call < 1_000; call++) {
    await limits.takeRow(patient(2))
    await limits.countRows(patient(2), -1)
  }
  expect(await through('takeRow', limits, 300, () => patient(2))).toBe(TRAIL_ROWS.patient)
})
