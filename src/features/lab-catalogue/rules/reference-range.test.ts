import { describe, expect, test } from 'vitest'
import { inEnglish } from '#shared/sentence.ts'
import { checkRange } from './check-range.ts'
import { overlaps, pickRange, type RangePatient, type ReferenceRange } from './reference-range.ts'

let lastId = 0
const range = (part: Partial<ReferenceRange> = {}): ReferenceRange => ({
  id: ++lastId,
  sex: null,
  age_from_days: 0,
  age_to_days: null,
  is_pregnant: null,
  low: '1',
  high: '2',
  low_critical: null,
  high_critical: null,
  low_valid: null,
  high_valid: null,
  text: '',
  valid_from: '2026-01-01',
  valid_until: null,
  ...part,
})
const patient = (part: Partial<RangePatient> = {}): RangePatient => ({
  sex: 'female',
  ageInDays: 12_000,
  isPregnant: null,
  on: '2026-06-01',
  ...part,
})

/** Haemoglobin, g/L (domain facts 4.3), with newborns, children, pregnancy, and the limits of a former method. */
const former = range({ sex: 'female', age_from_days: 5478, valid_from: '2020-01-01', valid_until: '2026-01-01' })
const newborn = range({ age_to_days: 28 })
const child = range({ age_from_days: 28, age_to_days: 5478 })
const man = range({ sex: 'male', age_from_days: 5478, low: '130', high: '180' })
const woman = range({ sex: 'female', age_from_days: 5478, is_pregnant: false, low: '115', high: '165' })
const mother = range({ sex: 'female', age_from_days: 5478, is_pregnant: true, low: '110' })
const haemoglobin = [former, newborn, child, man, woman, mother]

describe('the range that fits', () => {
  test.each([
    ['a woman', patient(), woman],
    ['a woman who is pregnant', patient({ isPregnant: true }), mother],
    ['a woman who is not', patient({ isPregnant: false }), woman],
    ['a man', patient({ sex: 'male' }), man],
    ['a girl on the last day before', patient({ ageInDays: 5477 }), child],
    ['and on the first of the next age', patient({ ageInDays: 5478 }), woman],
    ['a newborn', patient({ ageInDays: 0, sex: null }), newborn],
    ['the 28th day', patient({ ageInDays: 28, sex: 'male' }), child],
    ['a sample of before', patient({ on: '2025-12-31' }), former],
    ['the day from which it holds', patient({ on: '2026-01-01' }), woman],
    ['an unknown sex', patient({ sex: null }), 'sex'],
    ['an unknown age', patient({ ageInDays: null }), 'age'],
    ['before all of them', patient({ on: '2019-12-31' }), 'date'],
    ['a pregnant man', patient({ sex: 'male', isPregnant: true }), man],
  ] as const)('%s', (_name, of, wanted) =>
    expect(pickRange(haemoglobin, of)).toEqual(
      typeof wanted === 'string' ? { range: null, reason: wanted } : { range: wanted, reason: null },
    ),
  )
  test('none at all, none for this pregnancy, and one for everybody', () => {
    expect(pickRange([], patient())).toEqual({ range: null, reason: 'none' })
    expect(pickRange([mother], patient())).toEqual({ range: null, reason: 'pregnancy' })
    const all = range()
    expect(pickRange([all], patient({ sex: null, ageInDays: null, isPregnant: null })).range).toBe(all)
    expect(pickRange([range({ age_to_days: 50_000 })], patient({ ageInDays: null })).reason).toBe('age')
  })
  test('of two that should not both be there, the later', () => {
    const [old, later, same] = [range(), range({ valid_from: '2026-02-01' }), range({ valid_from: '2026-02-01' })]
    expect(pickRange([same, old, later], patient()).range).toBe(same)
  })
})

describe('overlaps', () => {
  test.each([
    ['the same twice', {}, {}, true],
    ['men and women', { sex: 'male' }, { sex: 'female' }, false],
    ['both and women', {}, { sex: 'female' }, true],
    ['pregnant or not', { is_pregnant: true }, { is_pregnant: false }, false],
    ['whether or not and pregnant', {}, { is_pregnant: true }, true],
    ['ages that touch', { age_to_days: 28 }, { age_from_days: 28 }, false],
    ['ages that share a day', { age_to_days: 29 }, { age_from_days: 28 }, true],
    ['days that touch', { valid_until: '2026-03-01' }, { valid_from: '2026-03-01' }, false],
    ['days that share one', { valid_until: '2026-03-02' }, { valid_from: '2026-03-01' }, true],
    ['one withdrawn on its first day', { valid_until: '2026-01-01' }, {}, false],
  ] as const)('%s', (_name, a, b, wanted) => {
    expect(overlaps(range(a), range(b))).toBe(wanted)
    expect(overlaps(range(b), range(a))).toBe(wanted)
  })
  test('the ranges of haemoglobin do not', () =>
    expect(haemoglobin.filter((a) => haemoglobin.some((b) => a !== b && overlaps(a, b)))).toEqual([]))

  test('two fit one patient only when they overlap, and when they overlap somebody fits both', () => {
    let seed = 31
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    const pick = <T>(values: readonly T[]): T => values[random(values.length)]!
    const any = () => range({ sex: pick(['male', 'female', null]), is_pregnant: pick([true, false, null]), age_from_days: pick([0, 10, 20]), age_to_days: pick([5, 15, 20, null]), valid_from: pick(['2026-01-01', '2026-02-01']), valid_until: pick(['2026-01-15', '2026-02-01', null]) }) // prettier-ignore
    const sexes = ['male', 'female'] as const
    const patients = sexes.flatMap((sex) => [true, false].flatMap((isPregnant) => [0, 4, 7, 10, 14, 17, 19, 20, 30].flatMap((ageInDays) => ['2026-01-01', '2026-01-20', '2026-02-01'].map((on) => ({ sex, isPregnant, ageInDays, on }))))) // prettier-ignore
    for (let round = 0; round < 400; round++) {
      const [a, b] = [any(), any()]
      const shared = patients.some((one) => pickRange([a], one).range && pickRange([b], one).range)
      expect({ a, b, overlaps: overlaps(a, b) }).toEqual({ a, b, overlaps: shared })
    }
  })
})

const problems = (part: Partial<ReferenceRange>) => checkRange(range(part)).map(({ field, problem }) => `${field}: ${inEnglish(problem)}`)

describe('a range that cannot be kept', () => {
  const whole = { low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0', low_valid: '1', high_valid: '12' }

  test.each([
    ['whole', whole],
    ['one-sided', { low: null, high: '5', high_critical: '20' }],
    ['critical only', { low: null, high: null, low_critical: '-5', high_critical: '5' }],
    ['in words', { low: null, high: null, text: 'Negative' }],
    ['limits that equal one another', { low: '1', high: '1.0', low_critical: '1.00', high_critical: '1', low_valid: '1', high_valid: '1' }],
    ['withdrawn before it was used', { valid_until: '2026-01-01' }],
    ['beside the point', { low: '0.3', high: '0.30000000000000001' }],
  ])('%s is kept', (_name, part) => expect(problems(part)).toEqual([]))

  const critical = 'A critical limit must be outside the normal limits.'
  const plausible = 'A plausible limit must be outside the normal and the critical limits.'
  test.each<[Partial<ReferenceRange>, string[]]>([
    [{ low: '5', high: '4.9' }, ['high: The lower limit is above the upper limit.']],
    [{ ...whole, low_critical: '3.6' }, [`low_critical: ${critical}`]],
    [{ ...whole, low: null, low_critical: '5.4' }, [`low_critical: ${critical}`]],
    [{ ...whole, high_critical: '5.2' }, [`high_critical: ${critical}`]],
    [{ ...whole, high: null, high_critical: '3.4' }, [`high_critical: ${critical}`]],
    [{ ...whole, low_valid: '2.9' }, [`low_valid: ${plausible}`]],
    [{ ...whole, high_valid: '5.9' }, [`high_valid: ${plausible}`]],
    [
      { low: null, high: null, low_critical: '6', high_critical: '3' },
      ['high_critical: The lower critical limit is above the upper critical limit.'],
    ],
    [
      { low: null, high: null, low_valid: '6', high_valid: '3' },
      ['high_valid: The lowest plausible result is above the highest plausible result.'],
    ],
    [{ low: null, high: null }, ['low: Enter a limit, or the range in words.']],
    [{ low: null, high: null, text: '  ' }, ['low: Enter a limit, or the range in words.']],
    [{ low: 'x' }, ['low: Enter a number, such as 5.4.']],
    [{ age_from_days: 28, age_to_days: 28 }, ['age_to_days: The upper age must be above the lower age.']],
    [{ age_from_days: -1 }, ['age_from_days: Enter an age from 0 to 200 years.']],
    [{ age_to_days: 80_000 }, ['age_to_days: Enter an age from 0 to 200 years.']],
    [{ age_from_days: 1.5 }, ['age_from_days: Enter an age from 0 to 200 years.']],
    [{ sex: 'male', is_pregnant: true }, ['is_pregnant: A pregnancy range cannot apply to men.']],
    [{ valid_until: '2025-12-31' }, ['valid_until: The range ends before it begins.']],
    [{ valid_from: '2026-02-30' }, ['valid_from: Enter a date.']],
    [{ valid_until: 'never' }, ['valid_until: Enter a date.']],
    [
      { low: '5', high: '4', age_from_days: -1 },
      ['age_from_days: Enter an age from 0 to 200 years.', 'high: The lower limit is above the upper limit.'],
    ],
  ])('%# %o', (part, wanted) => expect(problems(part)).toEqual(wanted))
})
