import { expect, test } from 'vitest'
import { dailyMaximum, dosesPerDay, frequencyCodes, packsFor, quantityOf, readDirections, type Strength } from './rules.ts'

const quantity = (text: string, strength?: Strength) => quantityOf(readDirections(text).directions, { strength })

test.each([
  ['1 tab TDS 5/7', 15], ['2 tabs BD 1/52', 28], ['1 cap OD 2/52', 14], ['1 tab QDS PRN max 4/24 h for 3 days', 12], ['1 tab ALT 10/7', 5],
  ['1 tab weekly 4/52', 4], ['5 ml TDS 7/7', 105], ['1 tab Q8H 5/7', 15], ['1 tab mane + 2 tabs nocte 30/7', 90], ['1 tab stat', 1],
  ['half a tab BD 1/12', 30], ['1 tab alt 9/7', 5], ['1/3 tab tds 5/7', 5], ['1/2 tab od 5/7', 3], ['2 tabs stat then 1 tab bd 5/7', 12],
  ['4 tabs od 3/7 then 3 tabs od 3/7 then 2 tabs od 3/7 then 1 tab od 3/7', 30], ['1-2 tabs qds prn 3/7', 24], ['1-2 tabs qds 3/7 max 6/24h', 18],
  ['⅔ tab bd 3/7', 4], ['1-0-1 tab 5/7', 10], ['1-1-1 tabs x 5 days', 15],
  ['3.024 ml qds 30/7', 363], ['1 tab every 4 to 6 hours 2/7', 12], ['1 tab 3 times a week 4/52', 12], ['0.1 ml bd 5/7', 1], ['1 tab monthly 3/12', 3],
])('%s comes to %d', (text, expected) => {
  expect(quantity(text)?.quantity).toBe(expected)
}) // prettier-ignore

test.each(['1 tab bd', '1 bd 5/7', 'apply bd 5/7', '1 tab prn 5/7', '1 drop both eyes qds 7/7', '2 sprays each nostril bd 7/7', '1 tab mdu 5/7', 'nothing', '40mg x 2 days 30mg x 2 days'])('nothing is computed for "%s"', (text) => {
  expect(quantity(text)).toBeNull()
}) // prettier-ignore

test('a dose of the substance becomes what is handed out', () => {
  expect(quantity('500 mg tds 5/7', { amount: 250, unit: 'mg' })).toEqual({ quantity: 30, unit: 'tablet' })
  expect(quantity('1 g bd 1/52', { amount: 500, unit: 'mg', of: 'capsule' })).toEqual({ quantity: 28, unit: 'capsule' })
  expect(quantity('125 mg tds 5/7', { amount: 250, unit: 'mg', of: 'tablet' })).toEqual({ quantity: 8, unit: 'tablet' })
  expect(quantity('125 mg tds 5/7', { amount: 250, unit: 'mg', of: 'capsule' })).toBeNull()
  expect(quantity('333 mg tds 5/7', { amount: 250, unit: 'mg' })).toBeNull()
  expect(quantity('250 mg tds 7/7', { amount: 125, unit: 'mg', per: { amount: 5, unit: 'ml' } })).toEqual({ quantity: 210, unit: 'ml' })
  expect(quantity('40 units bd 30/7', { amount: 100, unit: 'unit', per: { amount: 1, unit: 'ml' } })).toEqual({ quantity: 24, unit: 'ml' })
  expect(quantity('40 units bd 30/7', { amount: 100, unit: 'mg' })).toBeNull()
  expect(quantity('1 tab bd 5/7', { amount: 250, unit: 'mg' })).toEqual({ quantity: 10, unit: 'tablet' })
  expect(quantity('500 mg qds prn max 2000 mg/day 3/7', { amount: 500, unit: 'mg' })).toEqual({ quantity: 12, unit: 'tablet' })
})

test('grows with the days, never shrinks', () => {
  for (const frequency of frequencyCodes) {
    let last = 0
    for (let days = 1; days <= 60; days += 1) {
      const dose = { amount: 1, amount_max: null, unit: 'tablet' as const, frequency, frequency_min: null, days: null }
      const { directions } = readDirections('1 tab bd')
      const found = quantityOf({ ...directions, doses: [dose], days })?.quantity ?? 0
      expect(found).toBeGreaterThanOrEqual(last)
      last = found
    }
    expect(last > 0).toBe(dosesPerDay(frequency) !== null)
  }
})

test.each([
  ['1 tab tds', 3], ['1-2 tabs qds', 8], ['1-2 tabs qds prn max 6/24h', 6], ['1 tab prn max 4/24h', 4], ['1 tab mane + 2 tabs nocte', 3], ['10 mg weekly', 10],
  ['1 tab alt', 1], ['4 tabs od 3/7 then 2 tabs bd 3/7', 4], ['2 tabs od 3/7 then 2 tabs bd 3/7', 4], ['1 tab stat', 1], ['1 tab twice a week', 1],
])('"%s" is %d a day at most', (text, amount) => {
  expect(dailyMaximum(readDirections(text).directions)?.amount).toBe(amount)
}) // prettier-ignore
test.each(['1 drop both eyes qds', '1 tab prn', '1 tab mdu', 'apply bd', '1 bd'])('"%s" has no maximum that can be said', (text) => {
  expect(dailyMaximum(readDirections(text).directions)).toBeNull()
})

test('counts packs', () => {
  expect([packsFor(105, 100), packsFor(105, 125), packsFor(100, 100), packsFor(0.3, 0.1), packsFor(0, 10), packsFor(5, 0)]).toEqual([
    2, 1, 1, 3, 0, 0,
  ])
})
