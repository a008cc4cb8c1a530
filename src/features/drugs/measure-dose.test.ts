import { assert as assertAlways, constantFrom, double, integer, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyDirections, type Directions, type FrequencyCode, type UnitCode } from '#features/directions/rules.ts'
import { externalName, formInName, weightValidDays } from './rules.ts'
import { doseByWeight } from './server/dose-by-weight.ts'
import { measurable, measureDose, stepOfVolume, type DoseForm } from './server/measure-dose.ts'

const PER_KG = '15 mg/kg × 12.4 kg'
const take = (amount: number, frequency: FrequencyCode = 'TDS', unit: UnitCode = 'mg', more: Partial<Directions> = {}): Directions => ({
  ...emptyDirections,
  doses: [{ amount, amount_max: null, unit, frequency, frequency_min: null, days: null }],
  days: 5,
  ...more,
})
const syrup = (amount: number, ml = 5): DoseForm => ({ strength: { amount, unit: 'mg', per: { amount: ml, unit: 'ml' } }, divides: null })
const tablet = (amount: number, divides: 1 | 2 | 4 | null = null): DoseForm => ({ strength: { amount, unit: 'mg', of: 'tablet' }, divides })

const mgIn = ({ strength }: DoseForm) => strength.amount / (strength.per?.amount ?? 1)

describe('a dose that was computed for a weight', () => {
  test.each<[string, number, DoseForm, number, UnitCode, string]>([
    ['ml to the half mark of a 10 ml syringe', 186, syrup(125), 7.5, 'ml', `${PER_KG} = 186 mg → 7.5 ml of 125 mg/5 ml = 187.5 mg`],
    ['ml to the mark of a 5 ml syringe', 100, syrup(120), 4.2, 'ml', `${PER_KG} = 100 mg → 4.2 ml of 120 mg/5 ml = 100.8 mg`],
    ['ml to the mark of a 1 ml syringe', 4.1, syrup(10, 1), 0.42, 'ml', `${PER_KG} = 4.1 mg → 0.42 ml of 10 mg/ml = 4.2 mg`],
    [
      'whole tablets where nothing says that they are scored',
      700,
      tablet(500),
      1,
      'tablet',
      `${PER_KG} = 700 mg → 1 tablet of 500 mg = 500 mg`,
    ],
    ['halves of a scored tablet', 700, tablet(500, 2), 1.5, 'tablet', `${PER_KG} = 700 mg → 1.5 tablets of 500 mg = 750 mg`],
    ['quarters of a tablet scored crosswise', 120, tablet(500, 4), 0.25, 'tablet', `${PER_KG} = 120 mg → 0.25 tablet of 500 mg = 125 mg`],
    [
      'whole drops',
      33,
      { strength: { amount: 2.5, unit: 'mg', per: { amount: 1, unit: 'drop' } }, divides: null },
      13,
      'drop',
      `${PER_KG} = 33 mg → 13 drops of 2.5 mg/drop = 32.5 mg`,
    ],
    [
      'whole capsules',
      480,
      { strength: { amount: 250, unit: 'mg', of: 'capsule' }, divides: 1 },
      2,
      'capsule',
      `${PER_KG} = 480 mg → 2 capsules of 250 mg = 500 mg`,
    ],
  ])('is given in %s', (_what, mg, form, amount, unit, text) => {
    const measured = measureDose(take(mg), PER_KG, form)
    expect(measured).toMatchObject({ text, directions: { doses: [{ amount, unit, frequency: 'TDS' }], days: 5 } })
  })

  test('is converted from mcg, and each end of a range is measured', () => {
    const range: Directions = { ...take(60), doses: [{ ...take(60).doses[0]!, amount_max: 120 }] }
    expect(measureDose(range, '5-10 mg/kg × 12 kg', syrup(100))).toMatchObject({
      text: '5-10 mg/kg × 12 kg = 60–120 mg → 3–6 ml of 100 mg/5 ml = 60–120 mg',
      directions: { doses: [{ amount: 3, amount_max: 6, unit: 'ml' }] },
    })
    expect(measureDose(take(500, 'OD', 'mcg'), '10 mcg/kg × 50 kg', tablet(0.25))?.text).toBe(
      '10 mcg/kg × 50 kg = 500 mcg → 2 tablets of 0.25 mg = 0.5 mg',
    )
  })

  test('of a day names the day and the dose', () => {
    expect(measureDose(take(180), '45 mg/kg/day × 12 kg', syrup(125))?.text).toBe(
      '45 mg/kg/day × 12 kg = 540 mg a day, 180 mg a dose → 7 ml of 125 mg/5 ml = 175 mg',
    )
  })

  test('is limited to the most of one dose and to the part of the most of a day, and says so', () => {
    expect(measureDose(take(1240), PER_KG, tablet(500, 2), { single: 1000 })).toMatchObject({
      text: `${PER_KG} = 1240 mg, limited to 1000 mg (maximum of one dose) → 2 tablets of 500 mg = 1000 mg`,
      findings: [{ kind: 'capped', most: '1000' }],
    })
    expect(measureDose(take(800, 'QDS'), PER_KG, syrup(250), { daily: 2000, dailyRounded: 2100 })).toMatchObject({
      text: `${PER_KG} = 800 mg, limited to 500 mg (maximum 2000 mg a day) → 10 ml of 250 mg/5 ml = 500 mg`,
    })
  })

  test('says when what can be measured is far from it, and leaves alone what cannot be measured', () => {
    expect(measureDose(take(700), PER_KG, tablet(500))?.findings).toEqual([{ kind: 'rounded down', percent: '29' }])
    expect(measureDose(take(400), PER_KG, tablet(500))?.findings).toEqual([{ kind: 'rounded up', percent: '25' }])
    const small = measureDose(take(100), PER_KG, tablet(500))
    expect(small).toEqual({ directions: take(100), text: `${PER_KG} = 100 mg`, findings: [{ kind: 'unmeasurable', strength: '500 mg' }] })
  })

  test('keeps its maximum a day in the unit of the dose, rounded down', () => {
    const whenNeeded = take(180, 'QDS', 'mg', { is_prn: true, max_per_day: 730 })
    expect(measureDose(whenNeeded, PER_KG, syrup(120))?.directions).toMatchObject({ doses: [{ amount: 7.5 }], max_per_day: 30 })
  })

  test('is not measured where the form says no measure', () => {
    expect(measureDose(take(100), PER_KG, { strength: { amount: 80, unit: 'mg', of: 'vial' }, divides: null })).toBeNull()
    expect(measureDose(take(100, 'OD', 'unit'), PER_KG, syrup(100))).toBeNull()
    expect(measureDose(take(2, 'OD', 'tablet'), PER_KG, tablet(500))).toBeNull()
  })

  const amounts = double({ min: 0.5, max: 5000, noNaN: true })
  const forms = oneof(
    record({ mg: integer({ min: 1, max: 500 }) }).map(({ mg }) => syrup(mg)),
    record({ mg: integer({ min: 1, max: 1000 }), divides: constantFrom(1 as const, 2 as const, 4 as const) }).map((one) =>
      tablet(one.mg, one.divides),
    ),
  )
  const frequencies = constantFrom<FrequencyCode>('OD', 'BD', 'TDS', 'QDS')
  const times: Record<string, number> = { OD: 1, BD: 2, TDS: 3, QDS: 4 }

  test('is never above the limits, always a number of steps, and nearest where nothing limits it', () => {
    assertAlways(
      property(
        amounts,
        forms,
        frequencies,
        integer({ min: 10, max: 4000 }),
        integer({ min: 10, max: 8000 }),
        (mg, form, often, single, daily) => {
          const measured = measureDose(take(mg, often), PER_KG, form, { single, daily, dailyRounded: daily })
          const dose = measured!.directions.doses[0]!
          if (measured!.findings.some(({ kind }) => kind === 'unmeasurable')) return
          const given = dose.amount! * mgIn(form)
          expect(given).toBeLessThanOrEqual(single + 1e-4)
          expect(given * times[often]!).toBeLessThanOrEqual(daily + 1e-3)
          const step = dose.unit === 'ml' ? 0.02 : 1 / (form.divides ?? 1)
          expect(Math.abs(dose.amount! / step - Math.round(dose.amount! / step))).toBeLessThan(1e-4)
          const free = measureDose(take(mg, often), PER_KG, form)!
          const amount = free.directions.doses[0]!.amount!
          if (free.findings.some(({ kind }) => kind === 'unmeasurable')) return
          const by = dose.unit === 'ml' ? stepOfVolume(mg / mgIn(form)) : step
          expect(Math.abs(amount - mg / mgIn(form))).toBeLessThanOrEqual(by / 2 + 1e-4)
        },
      ),
    )
  })

  test('grows with the weight: a heavier patient never gets less', () => {
    assertAlways(
      property(forms, double({ min: 1, max: 100, noNaN: true }), double({ min: 1, max: 100, noNaN: true }), (form, one, other) => {
        const step = (amount: number) => (form.strength.per ? stepOfVolume(amount) : 1 / (form.divides ?? 1))
        const [light, heavy] = [Math.min(one, other), Math.max(one, other)].map((kg) => measurable((15 * kg) / mgIn(form), step))
        expect(light!).toBeLessThanOrEqual(heavy!)
      }),
    )
  })
})

const weighed = (mg: number, dosage: string, frequency: FrequencyCode = 'QDS') =>
  take(mg, frequency, 'mg', { note: `${dosage}, after food` })

describe('the limits of an item', () => {
  const paracetamol = { name: 'Paracetamol 500 mg tablet', facts: { substances: ['paracetamol'], route: 'PO' as const } }

  test('are those that the drug knowledge has for the substance, the age and the weight', () => {
    const adult = doseByWeight(weighed(1350, '15 mg/kg × 90 kg'), paracetamol, tablet(500), { ageYears: 40, weightKg: 90 })
    expect(adult).toMatchObject({
      directions: {
        doses: [{ amount: 2, unit: 'tablet' }],
        note: '15 mg/kg × 90 kg = 1350 mg, limited to 1000 mg (maximum of one dose) → 2 tablets of 500 mg = 1000 mg, after food',
      },
    })
    // 75 mg/kg a day are 750 mg: 187.5 mg in each of four doses.
    const child = doseByWeight(weighed(300, '30 mg/kg × 10 kg'), { ...paracetamol, name: 'Paracetamol 120 mg/5 ml syrup' }, syrup(120), {
      ageYears: 1,
      weightKg: 10,
    })
    expect(child?.text).toBe('30 mg/kg × 10 kg = 300 mg, limited to 187.5 mg (maximum 750 mg a day) → 8 ml of 120 mg/5 ml = 192 mg')
  })

  test('hold for one substance alone, and for directions with a weight', () => {
    const two = { name: 'Co-amoxiclav', facts: { substances: ['amoxicillin', 'clavulanic acid'], route: null } }
    expect(doseByWeight(weighed(100, '10 mg/kg × 10 kg'), two, tablet(500), { ageYears: 1, weightKg: 10 })).toBeNull()
    expect(doseByWeight(take(100), paracetamol, tablet(500), { ageYears: 1, weightKg: 10 })).toBeNull()
  })
})

test.each<[number | null, number]>([
  [0, 7],
  [364, 7],
  [365, 30],
  [1825, 30],
  [1826, 90],
  [5843, 90],
  [5844, 180],
  [null, 7],
])('at %s days of age a weight gives a dose for %s days', (age, days) => expect(weightValidDays(age)).toBe(days))

test('the form of an external drug is known where its name says it, and never assumed', () => {
  expect(['Zentel syrup', 'Zorbifex', 'Otosan Ear drops', 'Tabletta'].map(formInName)).toEqual(['syrup', null, 'ear drops', null])
})

test.each<[Parameters<typeof externalName>[0], string]>([
  [{ name: 'Zentel', substances: ['albendazole'], strength: '400 mg', form: 'tablet' }, 'Zentel (albendazole) 400 mg tablet'],
  [{ name: 'Montelukast 5 mg chewable tablet', strength: '5 mg', form: 'tablet' }, 'Montelukast 5 mg chewable tablet'],
  [{ name: 'Calamine', form: 'lotion' }, 'Calamine lotion'],
  [{ name: 'Herbal mixture', form: 'other' }, 'Herbal mixture'],
])('%j is named %s', (drug, name) => expect(externalName(drug)).toBe(name))
