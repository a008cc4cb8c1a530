import { expect, test } from 'vitest'
import { DirectionsInput } from './contract.ts'
import {
  type Directions,
  type Reading,
  foodCodes,
  frequencyCodes,
  readDirections,
  routeCodes,
  shortDirections,
  unitCodes,
} from './rules.ts'

const read = (text: string) => {
  const { directions, abstained }: Reading = readDirections(text)
  expect(abstained, text).toBeNull()
  return directions
}
const doses = (text: string) =>
  read(text).doses.map((one) => [one.amount, one.amount_max, one.unit, one.frequency, one.frequency_min, one.days])

test.each([
  ['1 tab bd 5/7 after food', 1, 'tablet', 'BD', 5, { food: 'PC' }],
  ['2 tabs BD 1/52', 2, 'tablet', 'BD', 7, {}],
  ['1 cap OD 2/52', 1, 'capsule', 'OD', 14, {}],
  ['1 tab QDS PRN max 4/24h 3/7', 1, 'tablet', 'QDS', 3, { is_prn: true, max_per_day: 4 }],
  ['5 ml TDS 7/7', 5, 'ml', 'TDS', 7, {}],
  ['½ tab bd 1/12', 0.5, 'tablet', 'BD', 30, {}],
  ['1 ½ tabs od', 1.5, 'tablet', 'OD', null, {}],
  ['1 stat', 1, null, 'STAT', null, {}],
  ['one tablet three times a day for five days', 1, 'tablet', 'TDS', 5, {}],
  ['500mg q8h x 7d', 500, 'mg', 'Q8H', 7, {}],
  ['2 puffs prn', 2, 'puff', 'PRN', null, { is_prn: true }],
  ['apply bd', null, null, 'BD', null, {}],
  ['1 tab t.d.s. p.c.', 1, 'tablet', 'TDS', null, { food: 'PC' }],
  ['tab 1 qds 6 hourly'.replace(' 6 hourly', ''), 1, 'tablet', 'QDS', null, {}],
  ['2 tabs 8 hourly', 2, 'tablet', 'Q8H', null, {}],
  ['1 tab alt 10/7', 1, 'tablet', 'ALT', 10, {}],
  ['10mg weekly 4/52', 10, 'mg', 'WKLY', 28, {}],
  [
    '1 tab tds prn for pain, not more than 3 tablets in 24 hours',
    1,
    'tablet',
    'TDS',
    null,
    { is_prn: true, prn_reason: 'pain', max_per_day: 3 },
  ],
  ['1 drop in the left eye four times a day', 1, 'drop', 'QDS', null, { route: 'OP', note: 'left eye' }],
  ['1 tab alt days 2/52', 1, 'tablet', 'ALT', 14, {}],
  ['75mg i/m stat', 75, 'mg', 'STAT', null, { route: 'IM' }],
  ['10 units s/c nocte', 10, 'unit', 'ON', null, { route: 'SC' }],
  ['1 tab b/d w/ food', 1, 'tablet', 'BD', null, { food: 'CC' }],
  ['1 cap q 8 hourly', 1, 'capsule', 'Q8H', null, {}],
  ['1 tab 12hly', 1, 'tablet', 'Q12H', null, {}],
  ['gutt 1 tds', 1, 'drop', 'TDS', null, {}],
  ['600mg stat dose', 600, 'mg', 'STAT', null, { note: null }],
  ['1 tab mon wed fri', 1, 'tablet', '3/WK', null, { note: 'mon wed fri' }],
  ['1 tab od with or after food', 1, 'tablet', 'OD', null, { food: null, note: 'with or after food' }],
  ['1/2 bd', 0.5, null, 'BD', null, {}],
  ['4 bd 3/7', 4, null, 'BD', 3, {}],
])('reads "%s"', (text, amount, unit, frequency, days, rest) => {
  const directions = read(text)
  expect(directions).toMatchObject({ days, ...rest })
  expect(directions.doses).toEqual([{ amount, unit, frequency, amount_max: null, frequency_min: null, days: null }])
})

test.each([
  ['1-0-1 x 5 days', [[1, null, 'OM'], [1, null, 'ON']]],
  ['2-0-1 tabs pc', [[2, 'tablet', 'OM'], [1, 'tablet', 'ON']]],
  ['1-1-1 tab 5/7', [[1, 'tablet', 'OM'], [1, 'tablet', 'NOON'], [1, 'tablet', 'ON']]],
  ['½-0-½ tab', [[0.5, 'tablet', 'OM'], [0.5, 'tablet', 'ON']]],
  ['10-0-8 units sc', [[10, 'unit', 'OM'], [8, 'unit', 'ON']]],
])('reads "%s" as morning, midday and night', (text, expected) => {
  expect(doses(text).map(([amount, , unit, frequency]) => [amount, unit, frequency])).toEqual(expected)
}) // prettier-ignore

test('keeps parts of the day and steps apart', () => {
  expect(doses('1 mane 2 nocte 30/7')).toEqual([[1, null, null, 'OM', null, null], [2, null, null, 'ON', null, null]]) // prettier-ignore
  expect(doses('4 tabs od 3/7 then 2 tabs od 3/7 then stop')).toEqual([[4, null, 'tablet', 'OD', null, 3], [2, null, 'tablet', 'OD', null, 3]]) // prettier-ignore
  expect(doses('2 caps stat then 1 cap od 6/7')).toEqual([[2, null, 'capsule', 'STAT', null, null], [1, null, 'capsule', 'OD', null, 6]]) // prettier-ignore
  expect(doses('1-2 tabs every 4 to 6 hours')).toEqual([[1, 2, 'tablet', 'Q4H', 'Q6H', null]])
  expect(doses('1 tab od - bd')).toEqual([[1, null, 'tablet', 'BD', 'OD', null]])
})

test.each([
  '1 tablet bid once daily', '1 tab bd tds', '1 tab od/bd', '2 tabs 1 tab bd', '1 tab or 5 ml bd', '1 tab bd 5/7 7/7', '1 tab po or pr bd',
  'take 1 tablet twice daily in the evening', '1 tab bd ac pc', '1 tab bd 3', '1 tab bd 20/12', '1-1/2 tab bd', '1,5 ml bd', '2 tabs a day', '2 weekly',
  '1 tab on monday', '1 tab mondays to fridays', '1 tab every monday 2 tabs every friday', '1 drop od', 'eye ointment od', '10 U sc od', '50 ug od', '50 µg od',
  '10 mg/kg tds', 'i tab bd', '1 tab od taper', '1 tab od except sunday', '1 tab tds not bd', '2 today then 1 daily', '1 tab od then bd', '1 tab bd review 1/52',
  '1 tab bd tca 2/52', '1 tab every 5 hours', '1 tab 5 days a week', '1 x 3 5/7', '1x3x5/7', '1 tab prn max 4', '3 tabs prn max 2/24h', '1 tab bd 5/7 + 1 tab od 3/7',
  '1 patch td', '0 tabs bd', '1 tab weekly 3/7', '1 tsp tds', '99999 mg od', '1 tab od if pain', '?1 tab bd', '1 tab monthly 7/7', '2 puffs bd increase to 4',
  'one tablet60bid', 'on tablet twice a day', '1 tab 1/2 bd', '1 tab alternating with 2 tabs', '1 tab twice a night', 'take a few tablets daily', '1 tab od m w f',
  '1 tab in 2 days',
  '1 tab bd rpt',
  '1 tab bd for at least 5 days',
  'omit 1 tab bd',
  '250mg/5ml tds',
  // a frequency, a dose or a side that a note would hide
  '3 tabs daily in divided doses', '1 tab 4 hourly while awake', '1 tab daily on weekdays', '1 tab mwf', '1 tab tiw', '1 tab daily mon wed fri', '1 tab mon-fri',
  '2 puffs bd and prn', '2 puffs bd + prn', '1 tab nocte/prn', 'apply at night wash off in the morning', '1 patch in the morning, remove at night', '1 drop be qid',
  '1 drop LE qid', '2 gtt au bd', '1 spray en bd', '1 tab by mouth or under the tongue', '1 tab od after food or milk', '1 tab stat 3/7', '1 tab om/on', '1 tab om & on',
  '1 tab mane 2 tabs bd',
  // a point that may part thousands, "2 or 3", milligrams or tablets
  '1.000 mg od', '1.500 mg od', '2/3 tabs bd', '5 od', '10 nocte', '500 tds', '0.25 od', '1.5 tds', '1-2-3', '1-0-1-0', '1 tab 1-0-1',
  '-1 bd', '−1 tab bd', 'take -1 tab bd', '--1 bd', '-one bd', '-1/2 bd', '-1-0-1 tab',
  '1 tab asubuhi', '1 tab usiku', '1 tab matin et soir', '1 comprimé matin', 'vidonge 2 kutwa mara 3',
  '1 tab 500/125mg tds',
  '1 tab od until 5/12',
  '1 tab od for 6 doses', '1 tab bd start after 3 days', '1 tab od for 900 days', '', '   ', 'hello there',
])('claims nothing for "%s"', (text) => {
  const { directions, abstained } = readDirections(text)
  expect(abstained, JSON.stringify(directions.doses)).not.toBeNull()
  expect(directions).toMatchObject({ doses: [], days: null, max_per_day: null })
}) // prettier-ignore

test('a dash that parts or joins is no minus', () => {
  expect(read('1 -2 tabs bd').doses).toMatchObject([{ amount: 1, amount_max: 2 }])
  expect(read('1 tab bd -5/7')).toMatchObject({ days: 5, doses: [{ amount: 1 }] })
  expect(read('1-0-1 tab').doses).toMatchObject([{ amount: 1 }, { amount: 1 }])
})

test('names illnesses without taking them for a way or a time', () => {
  expect(read('1 tab tds for ear infection')).toMatchObject({ route: null, note: 'for ear infection' })
  expect(read('1 tab bd for morning sickness').doses).toMatchObject([{ frequency: 'BD' }])
  expect(read('1 cap bd prn nasal congestion')).toMatchObject({ route: null, prn_reason: 'nasal congestion' })
})

test.each([
  ['1.0 mg od', 'A zero after the decimal point'],
  ['.5 mg od', 'A decimal point without a leading zero'],
  ['10mg weekly', 'Weekly, not daily'],
  ['1 tab mdu', '“As directed”'],
  ['1 tab qds prn', 'state the maximum in 24 hours'],
  ['1 tab qds prn', 'state the indication'],
  ['10 iu sc od', 'IU can be read as IV or 10'],
])('warns of "%s"', (text, warning) => {
  expect(readDirections(text).warnings.join(' ')).toContain(warning)
})

test('says what it did not understand, and keeps it', () => {
  expect(readDirections('1 tab bd wiggle 5/7').abstained).not.toBeNull()
  const { unread, directions } = readDirections('1 tab bd 5/7 wiggle it')
  expect(unread).toEqual(['wiggle'])
  expect(directions.note).toBe('wiggle')
  expect(readDirections('1 tab bd note: 2 if worse').directions).toMatchObject({ note: '2 if worse', doses: [{ frequency: 'BD' }] })
})

// The same numbers in every run.
const dice = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const pieces = ['1', '2', ' ', 'tab', 'tabs', 'bd', 'tds', '5/7', 'x', '-', 'to', 'every', 'q', 'h', '6', 'prn', 'max', '/', '24', 'then', 'for', 'days', 'a', 'half', 'and', '½', '.', ':', 'instr', 'µg', '\u0000', '😀', '١', 'İ', 'ﷺ', '%s', '<b>', '\n', 'once', 'or', 'monday'] // prettier-ignore

test('never throws, at any moment of typing, and stays quick', () => {
  const random = dice(7)
  let texts = 0
  const before = process.cpuUsage()
  for (let round = 0; round < 300; round += 1) {
    const text = Array.from({ length: 14 }, () => `${pieces[Math.floor(random() * pieces.length)]}${random() < 0.6 ? ' ' : ''}`).join('')
    for (let end = 0; end <= text.length; end += 1, texts += 1) {
      const { directions, abstained } = readDirections(text.slice(0, end))
      if (abstained === null) expect(DirectionsInput.safeParse(directions).error).toBeUndefined()
    }
  }
  // Of the processor, which other work on the machine does not lengthen.
  expect(process.cpuUsage(before).user / 1000 / texts).toBeLessThan(2)
})

test.each([['1 to 2 '], ['1/2 '], ['every '], ['b.'], ['prn'], ['instr'], ['a'], ['monday and '], ['½'], [' '], ['for up to ']])(
  'reads ten thousand signs of "%s" at once',
  (piece) => {
    // The best of five, of the processor: other work on the machine is not the reader's.
    const millisecondsOf = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
      const tries = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage()
        readDirections(text)
        return process.cpuUsage(before).user / 1000
      })
      return Math.min(...tries)
    }
    // Reading every sign against every other would take a hundred times as long for ten times the signs.
    for (const length of [990, 10_000]) expect(millisecondsOf(length)).toBeLessThan(30 * Math.max(millisecondsOf(length / 10), 0.5))
  },
)

const generated = (random: () => number): Directions => {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const maybe = <T>(value: () => T, chance = 0.5): T | null => (random() < chance ? value() : null)
  const amounts = [0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3.024, 5, 10, 15, 40, 237, 500]
  const unit = pick([null, ...unitCodes.filter((one) => one !== 'dose')])
  const usual = unit === null ? amounts.filter((one) => one <= 4 && Number.isInteger(one * 4)) : amounts
  const often = frequencyCodes.filter((one) => !['PRN', 'MDU', 'STAT'].includes(one))
  const daily = ['OD', 'BD', 'TDS', 'QDS', 'Q8H', 'Q12H', '5X'] as const
  const plain = (days: number | null = null) => ({
    amount: pick(usual),
    amount_max: null,
    unit,
    frequency: pick(daily),
    frequency_min: null,
    days,
  })
  const shape = pick(['one', 'one', 'one', 'range', 'ranges', 'day', 'steps', 'stat'])
  const base: Directions = {
    doses: [], route: maybe(() => pick(routeCodes)), days: maybe(() => pick([30, 60, 35, 90, 720])), is_prn: false, prn_reason: null, max_per_day: null,
    food: maybe(() => pick(foodCodes)), note: maybe(() => pick(['left side', 'Swallow 20 mg then stop', 'é']), 0.3),
  } // prettier-ignore
  if (shape === 'steps') {
    const doses = [plain(pick([1, 3, 7])), plain(pick([2, 4, 14])), plain(5)]
    return { ...base, doses, days: doses.reduce((sum, one) => sum + (one.days ?? 0), 0) }
  }
  if (shape === 'stat') return { ...base, doses: [{ ...plain(), frequency: 'STAT' }, plain(6)], days: 6 }
  if (shape === 'day') return { ...base, doses: (['OM', 'NOON', 'ON'] as const).map((frequency) => ({ ...plain(), frequency })) }
  const prn = { is_prn: true, prn_reason: maybe(() => pick(['pain', 'cough or wheezing'])), max_per_day: maybe(() => 600) }
  const one = { ...plain(), frequency: pick(often) }
  if (shape === 'range') return { ...base, ...prn, doses: [{ ...one, amount: 1, amount_max: 2 }] }
  if (shape === 'ranges') return { ...base, ...(random() < 0.5 ? prn : {}), doses: [{ ...one, ...pick([{ frequency: 'Q4H', frequency_min: 'Q6H' }, { frequency: 'BD', frequency_min: 'OD' }, { frequency: 'TDS', frequency_min: 'BD' }] as const) }] } // prettier-ignore
  return { ...base, doses: [one] }
}

test('reads back what it wrote short', () => {
  const random = dice(11)
  for (let round = 0; round < 3000; round += 1) {
    const directions = generated(random)
    const text = shortDirections(directions)
    expect({ text, ...readDirections(text) }).toMatchObject({ text, abstained: null, directions })
  }
})

test('writes what the contract takes, and refuses more', () => {
  const directions = read('1 tab bd 5/7')
  expect(DirectionsInput.parse(directions)).toEqual(directions)
  const [dose] = directions.doses
  for (const wrong of [{ amount: 0 }, { amount: 10_001 }, { amount: '1' }, { amount_max: 1 }, { frequency: 'XX' }, { more: 1 }])
    expect(DirectionsInput.safeParse({ ...directions, doses: [{ ...dose, ...wrong }] }).success).toBe(false)
  for (const wrong of [
    { days: 0 },
    { days: 731 },
    { days: 1.5 },
    { note: 'x'.repeat(301) },
    { doses: Array.from({ length: 11 }, () => dose) },
  ])
    expect(DirectionsInput.safeParse({ ...directions, ...wrong }).success).toBe(false)
})
