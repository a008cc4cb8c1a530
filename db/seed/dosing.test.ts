import { describe, expect, test } from 'vitest'
import { quantityOf } from '#features/directions/rules.ts'
import { readDrugName } from '#features/drugs/public.ts'
import { countedStrength, isCountedAlike } from '#features/prescriptions/rules.ts'
import { careOf } from './care.ts'
import { itemOf, items } from './catalogue.ts'
import { readKnown, usualDrugs } from './dosing.ts'
import { findingOf } from './findings.ts'
import { reasons } from './illness.ts'
import { generatePatients } from './people.ts'
import { generateVisits } from './visits.ts'

const today = '2026-11-20'
const patients = [...generatePatients({ seed: 11, count: 1500, today })]
const visits = [...generateVisits({ seed: 11, patients, today })].map((visit, i) => ({ ...visit, source: `demo:${i}` }))
const cares = visits.map((visit) => ({ visit, care: careOf(visit, patients[visit.patient]!) }))

describe('what is prescribed in the demonstration clinic', () => {
  test('is read as it is typed, and comes to the quantity that is handed out', () => {
    expect(usualDrugs.length).toBeGreaterThan(70)
    for (const { code, quantity, directions } of usualDrugs) {
      const item = itemOf(code)
      const amount = quantityOf(readKnown(directions).structure, { strength: countedStrength(readDrugName(item.name)) })
      if (amount && isCountedAlike(item.unit, amount.unit)) expect(amount.quantity, `${item.name} ${directions}`).toBe(quantity)
      else expect(quantity, `${item.name} ${directions}`).toBeLessThanOrEqual(4)
    }
  })
  test('is known to the safety check', () => {
    const drugs = items.filter(({ category }) => category === 'drug').map(({ name }) => name)
    expect(drugs.length).toBeGreaterThan(30)
    expect(drugs.filter((name) => readDrugName(name).unknown)).toEqual([])
  })
  test('names each drug once a visit, all of them on the price list', () => {
    for (const { care } of cares) {
      expect(new Set(care.drugs.map(({ code }) => code)).size).toBe(care.drugs.length)
      for (const { code } of [...care.drugs, ...care.tests, ...care.procedures, ...care.supplies]) expect(itemOf(code).code).toBe(code)
      for (const { directions } of care.drugs) expect(readKnown(directions).structure.doses.length).toBeGreaterThan(0)
    }
  })
  test('heeds allergies, but for a few with a reason', () => {
    const allergic = cares.filter(({ visit }) => patients[visit.patient]?.allergies.some(({ substance }) => substance === 'Penicillin'))
    const against = allergic.filter(({ care }) => care.drugs.some(({ code }) => ['DRG-04', 'DRG-05', 'DRG-22', 'DRG-40'].includes(code)))
    expect(allergic.length).toBeGreaterThan(20)
    for (const { care } of against) expect(care.overrides.length).toBeGreaterThan(0)
    const overridden = cares.filter(({ care }) => care.overrides.length > 0)
    expect(overridden.length / cares.length).toBeLessThan(0.02)
    for (const { care } of overridden) for (const { reason } of care.overrides) expect(reason).not.toBe('')
  })
  test('is the same for the same visit', () => {
    const [first] = cares
    expect(careOf(first!.visit, patients[first!.visit.patient]!)).toEqual(first!.care)
  })
})

test('something is found for every reason', () => {
  for (const { key } of reasons) expect(findingOf(key).history.all.length, key).toBeGreaterThan(0)
})
