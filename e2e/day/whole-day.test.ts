import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkingClinic, type WorkingClinic } from './clinic.ts'
import type { Person } from './journey.ts'
import { callBack } from './critical-value.ts'
import { compare, refund } from './money.ts'
import { readOwnRecord } from './own-record.ts'
import { walkIn } from './walk-in.ts'

const WAY_MS = 600_000

let clinic: WorkingClinic
let office: Person | undefined
beforeAll(async () => {
  clinic = await openWorkingClinic()
}, WAY_MS)
afterAll(() => clinic?.close())

test(
  'a walk-in with insurance goes from the door to the receipt, and every screen stays true',
  async () => {
    office = await walkIn(clinic)
  },
  WAY_MS,
)

/** The screen of the accounts, which the walk-in leaves open. */
const accounts = (): Person => {
  expect(office, 'the walk-in came to its end').toBeDefined()
  return office!
}

test('what was not done is credited, and the patient’s part of it paid back', () => refund(clinic, accounts()), WAY_MS)

test('what the assistant says of the money is what the report says', () => compare(clinic, accounts()), WAY_MS)

test('the patient links her record on her telephone, and reads result, medicines and bill', () => readOwnRecord(clinic), WAY_MS)

test('a critical result is called back, and everybody’s screen says so', () => callBack(clinic), WAY_MS)
