import { describe, expect, test } from 'vitest'
import { withoutEmptyTexts } from '#web/forms/empty-fields.ts'
import { beginPregnancy, updatePregnancy } from '../contract.ts'
import {
  beginBody,
  choicesOf,
  datingOf,
  differenceOf,
  noDating,
  problemsOf,
  readGestation,
  updateBody,
  type PregnancyRecord,
} from './pregnancy-values.ts'

/** Last period 1 June 2026: 9w 0d on 3 August. */
const lmp = '2026-06-01'
const byPeriod = '2027-03-08'
const known = {
  id: 7,
  lmp,
  lmp_is_certain: null,
  scan_on: null,
  scan_days: null,
  transfer_on: null,
  transfer_days: null,
  edd: byPeriod,
  dated_by: 'last period',
  version: 3,
} as unknown as PregnancyRecord

describe('a gestation', () => {
  test('is read as people of each language write it', () => {
    expect(['12w 3d', '12+3', '12 3', '12w3d', '12 SA + 3 j', 'wiki 12 siku 3', ' 12/3 '].map(readGestation)).toEqual(Array(7).fill(87))
    expect(['12w', '12', '8 weeks'].map(readGestation)).toEqual([84, 84, 56])
  })

  test('is none where the days are no part of a week, or the text is something else', () => {
    expect(['', '12w 7d', '123', '12.3', '12 3 4', 'soon'].map(readGestation)).toEqual(Array(6).fill(null))
  })
})

describe('the due date while it is typed', () => {
  test('comes from the last period alone', () => {
    expect(choicesOf({ ...noDating, lmp }, null)).toMatchObject({
      choices: [{ dated_by: 'last period', edd: byPeriod }],
      chosen: { edd: byPeriod },
      isAgainst: false,
    })
    expect(choicesOf(noDating, null)).toMatchObject({ choices: [], chosen: null })
  })

  test('stays by the last period within the allowed difference, and goes by the scan beyond it', () => {
    const near = { ...noDating, lmp, scan_on: '2026-08-03', scan_age: '8w 0d' }
    expect(differenceOf(choicesOf(near, null).facts)).toEqual({ days: 7, most: 7 })
    expect(choicesOf(near, null).suggested?.dated_by).toBe('last period')
    const far = { ...near, scan_age: '7w 6d' }
    expect(choicesOf(far, null).suggested?.dated_by).toBe('scan')
    expect(choicesOf({ ...near, lmp_is_certain: 'no' }, null).suggested?.dated_by).toBe('scan')
  })

  test('another one than the suggested needs a reason', () => {
    const against = { ...noDating, lmp, scan_on: '2026-08-03', scan_age: '7w 0d', dated_by: 'last period' as const }
    expect(choicesOf(against, null)).toMatchObject({ chosen: { dated_by: 'last period' }, isAgainst: true })
    expect(problemsOf(against, null)).toEqual({ reason: 'reason' })
    expect(problemsOf({ ...against, reason: 'Irregular measurement' }, null)).toEqual({})
  })

  test('does not follow a later scan, unless that corrects the one on record', () => {
    const scanned = { ...known, scan_on: '2026-08-03', scan_days: 63 } as PregnancyRecord
    const later = { ...datingOf(scanned), scan_on: '2026-10-05', scan_age: '16w 0d' }
    expect(choicesOf(later, scanned).facts.scan).toEqual({ on: '2026-08-03', days: 63 })
    expect(choicesOf({ ...later, is_correction: true }, scanned).facts.scan).toEqual({ on: '2026-10-05', days: 112 })
  })
})

const parsed = (body: object) => beginPregnancy.body.safeParse(withoutEmptyTexts(beginPregnancy.body, body))

describe('what is sent', () => {
  test('of a new pregnancy is what is known, as the contract takes it', () => {
    const body = beginBody({ ...noDating, source: 'test', note: ' strip positive ', lmp, lmp_is_certain: 'yes' })
    expect(body).toMatchObject({ source: 'test', note: 'strip positive', lmp, lmp_is_certain: true, dated_by: 'last period' })
    expect(body).not.toHaveProperty('scan_on')
    expect(parsed(body).success).toBe(true)
    expect(parsed(beginBody({ ...noDating, source: 'patient said', note: '' })).success).toBe(true)
  })

  test('of a dating has the scan in days', () => {
    const body = updateBody({ ...datingOf(known), scan_on: '2026-08-03', scan_age: '9+0' }, known)
    expect(body).toMatchObject({ scan_on: '2026-08-03', scan_days: 63, dated_by: 'last period' })
    expect(updatePregnancy.body.safeParse(withoutEmptyTexts(updatePregnancy.body, body as never)).success).toBe(true)
  })

  test('half a scan or half a transfer is named at its box', () => {
    expect(problemsOf({ ...noDating, scan_on: '2026-08-03' }, null)).toEqual({ scan_age: 'gestation' })
    expect(problemsOf({ ...noDating, scan_age: '9w' }, null)).toEqual({ scan_on: 'day' })
    expect(problemsOf({ ...noDating, transfer_on: '2026-06-20', transfer_days: '9' }, null)).toEqual({ transfer_days: 'embryo' })
  })
})
