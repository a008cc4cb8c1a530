import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { starterItems } from '#features/catalogue/starter.ts'
import { anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { aLabPanel, aLabProfile, specimenOf } from '../../testing/scenarios/laboratory.ts'
import type { Orderable, Panel, Profile } from './contract.ts'
import { checkRange, flagOf, inputsOf, isLoinc, isSameUnit, overlaps, parseFormula, pickLimits } from './rules.ts'
import { panelErrors } from './server/check-panel.ts'
import { starterPanels, starterProfiles, withoutReference, type StarterRange } from './starter/index.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('Laboratory manager')
})
afterAll(() => clinic.close())

const wholeRange = (range: StarterRange) => ({
  sex: range.sex ?? null,
  age_from_days: range.age_from_days ?? 0,
  age_to_days: range.age_to_days ?? null,
  is_pregnant: null,
  low: range.low ?? null,
  high: range.high ?? null,
  low_critical: range.low_critical ?? null,
  high_critical: range.high_critical ?? null,
  low_valid: range.low_valid ?? null,
  high_valid: range.high_valid ?? null,
  text: range.text ?? '',
  valid_from: '2000-01-01',
  valid_until: null,
})

test('every test of the starter is sound: code, unit, choices, formula, LOINC and ranges', () => {
  expect(starterPanels.length).toBeGreaterThan(90)
  const codes = starterPanels.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(starterPanels.map(({ name }) => name.toLowerCase())).size).toBe(codes.length)
  for (const [index, panel] of starterPanels.entries()) {
    const { unit = null, decimals = null, choices = [], formula = null, loinc = null } = panel
    const units = (panel.units ?? []).map(({ offset = '0', ...rest }) => ({ ...rest, offset }))
    const deltas = { delta_absolute: null, delta_percent: null, delta_days: null }
    expect(panelErrors({ kind: panel.kind, unit, decimals, units, choices: [...choices], formula, loinc, ...deltas }), panel.code).toEqual(
      {},
    )
    expect(panel.code).toMatch(/^[A-Z][A-Z0-9_]{0,19}$/)
    for (const other of units) expect(other.factor + other.offset).toMatch(/^\d+(\.\d{1,6})?-?\d+(\.\d{1,6})?$/)
    const read = formula === null ? null : parseFormula(formula)
    if (read)
      expect('formula' in read && inputsOf(read.formula).every((input) => codes.indexOf(input) < index && codes.includes(input))).toBe(true)
    const ranges = (panel.ranges ?? []).map(wholeRange)
    for (const [place, range] of ranges.entries()) {
      expect(checkRange(range), panel.code).toEqual([])
      for (const other of ranges.slice(place + 1)) expect(overlaps(range, other), panel.code).toBe(false)
    }
  }
})

type Span = readonly [from: number, to: number]
const END = Number.POSITIVE_INFINITY
/** What of all ages none of the spans covers. */
const holesBetween = (spans: readonly Span[]): Span[] => {
  const holes: Span[] = []
  let at = 0
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (from > at) holes.push([at, from])
    at = Math.max(at, to)
  }
  return at < END ? [...holes, [at, END]] : holes
}
const spansFor = (ranges: readonly StarterRange[], sex: 'male' | 'female', counts: (range: StarterRange) => boolean): Span[] =>
  ranges
    .filter((range) => (range.sex === undefined || range.sex === sex) && counts(range))
    .map(({ age_from_days = 0, age_to_days = END }) => [age_from_days, age_to_days] as const)
/** Neighbours together. */
const joined = (spans: readonly Span[]): Span[] =>
  spans
    .toSorted(([a], [b]) => a - b)
    .reduce<Span[]>((all, [from, to]) => {
      const last = all.at(-1)
      return last && last[1] >= from ? [...all.slice(0, -1), [last[0], Math.max(last[1], to)]] : [...all, [from, to]]
    }, [])
const numeric = starterPanels.filter(({ kind }) => kind === 'quantitative' || kind === 'calculated')

describe('the ages that starter ranges cover', () => {
  test('every age has a reference range, but for those that are listed with the reason', () => {
    const found = numeric.flatMap(({ code, ranges = [] }) =>
      (['male', 'female'] as const).flatMap((sex) => {
        const holes = holesBetween(
          spansFor(ranges, sex, ({ low, high, text = '' }) => low !== undefined || high !== undefined || text !== ''),
        )
        const listed = joined((withoutReference.get(code) ?? []).map(({ from, to = END }) => [from, to] as const))
        return isDeepStrictEqual(joined(holes), listed) ? [] : [{ code, sex, holes, listed }]
      }),
    )
    expect(found).toEqual([])
    expect([...withoutReference.keys()].filter((code) => !numeric.some((panel) => panel.code === code))).toEqual([])
  })

  test('a hole between two ages is found', () => {
    expect(
      holesBetween([
        [0, 30],
        [31, END],
      ]),
    ).toEqual([[30, 31]])
    expect(joined(holesBetween([[0, END]]))).toEqual([])
  })

  test('a test with critical limits has them at every age, of both sexes', () => {
    const critical = numeric.filter(({ ranges = [] }) => ranges.some((range) => (range.low_critical ?? range.high_critical) !== undefined))
    expect(critical.map(({ code }) => code)).toEqual(expect.arrayContaining(['HB', 'PLT', 'K', 'GLU', 'NA', 'CREA', 'INR']))
    const missing = critical.flatMap(({ code, ranges = [] }) =>
      (['male', 'female'] as const).flatMap((sex) =>
        (['low_critical', 'high_critical'] as const)
          .filter((side) => ranges.some((range) => (range.age_from_days ?? 0) >= 6574 && range[side] !== undefined))
          .flatMap((side) =>
            holesBetween(spansFor(ranges, sex, (range) => range[side] !== undefined)).map((hole) => [code, sex, side, hole]),
          ),
      ),
    )
    expect(missing).toEqual([])
  })

  test('every limit of a child says where it is from', () => {
    const silent = numeric.flatMap(({ code, ranges = [] }) =>
      ranges
        .filter(
          ({ age_to_days, low, high, low_critical, high_critical, source }) =>
            age_to_days !== undefined &&
            age_to_days <= 6574 &&
            source === '' &&
            [low, high, low_critical, high_critical].some((limit) => limit !== undefined),
        )
        .map(({ age_from_days }) => [code, age_from_days]),
    )
    expect(silent).toEqual([])
  })

  test.each([
    ['HB', 17 * 30, '30', 'critical low'],
    ['HB', 17 * 30, '95', 'low'],
    ['PLT', 17 * 30, '8', 'critical low'],
    ['HB', 3, '130', 'low'],
    ['HB', 3, '200', 'normal'],
    ['GLU', 5, '1.9', 'critical low'],
    ['GLU', 400, '2.4', 'critical low'],
    ['K', 10, '7.0', 'normal'],
    ['K', 400, '7.0', 'critical high'],
    ['TBIL', 0, '130', 'critical high'],
    ['CREA', 400, '20', 'low'],
    ['ALP', 4000, '500', 'normal'],
    ['INR', 400, '6', 'critical high'],
    ['FT4', 400, '20', null],
  ] as const)('%s of %i days: %s is %s', (code, age, value, flag) => {
    const ranges = numeric.find((panel) => panel.code === code)!.ranges!.map((range, id) => ({ id, ...wholeRange(range) }))
    for (const sex of ['male', 'female'] as const)
      expect(flagOf(value, null, pickLimits(ranges, { sex, ageInDays: age, isPregnant: null, on: '2026-03-02' }))).toBe(flag)
  })
})

test('every profile of the starter names tests that are there, and items of the clinic’s starter', () => {
  const items = new Set(starterItems.map(({ code }) => code))
  for (const { code, panels, loinc, item } of starterProfiles) {
    for (const panel of panels)
      expect(
        starterPanels.map((one) => one.code),
        code,
      ).toContain(panel)
    expect(loinc === undefined || isLoinc(loinc), code).toBe(true)
    expect(item === undefined || items.has(item), code).toBe(true)
  }
  const linked = [...starterPanels, ...starterProfiles].flatMap(({ item }) => (item === undefined ? [] : [item]))
  expect(linked.toSorted()).toEqual([...items].filter((code) => code !== undefined).toSorted())
})

const rowsOf = (csv: string): Record<string, string>[] => parse(readFileSync(csv, 'utf8'), { columns: true })
/** The rows of a dictionary beside the tests of the starter that have the same LOINC code. */
const inBoth = (rows: Record<string, string>[]) =>
  rows.flatMap((row) => starterPanels.filter(({ loinc }) => loinc !== undefined && loinc === row['loinc']).map((panel) => ({ panel, row })))
/** What is in both under a unit that the starter neither reports nor takes in. */
const withStrangeUnit = (both: ReturnType<typeof inBoth>) =>
  both
    .filter(({ panel, row }) => {
      const unit = row['units'] ?? ''
      const known = [panel.unit ?? '', ...(panel.units ?? []).map((one) => one.unit)]
      return unit !== '' && !known.some((one) => isSameUnit(one, unit))
    })
    .map(({ panel, row }) => [panel.code, row['name'], row['units']])
/** Numbers there that the starter reports in words. */
const withStrangeKind = (both: ReturnType<typeof inBoth>) =>
  both.filter(({ panel, row }) => row['datatype'] === 'Numeric' && panel.kind === 'qualitative').map(({ row }) => row['name'])

describe('a list of laboratory tests with LOINC codes', () => {
  test('has only units in which the starter reports or takes in the same test', () => {
    const rows = rowsOf(ownData('laboratory/tests.csv'))
    const both = inBoth(rows)
    expect([rows.length, both.length]).toEqual([44, 43])
    expect(withStrangeUnit(both)).toEqual([])
    expect(withStrangeKind(both)).toEqual([])
  })
  test('is told where a unit is another one', () => {
    const wrong = inBoth([{ name: 'Potassium', datatype: 'Numeric', loinc: '2823-3', units: 'mg/dL' }])
    expect(withStrangeUnit(wrong)).toEqual([['K', 'Potassium', 'mg/dL']])
  })
})

describeReference('terminology/clinic-catalogue/lab_tests_loinc.csv', 'a dictionary of 335 laboratory tests', (csv) => {
  test('has only units in which the starter reports or takes in the same test', () => {
    const rows = rowsOf(csv)
    expect(rows).toHaveLength(335)
    const both = inBoth(rows)
    expect(both.length).toBeGreaterThan(25)
    expect(withStrangeUnit(both)).toEqual([])
    expect(withStrangeKind(both)).toEqual([])
  })
})

test('the starter is added once, takes over the tests made of old items, and leaves what is there', async () => {
  const { db } = clinic
  const other = await specimenOf(db, 'OTH')
  const old = async (name: string, code: string | null) => {
    const item = await anItem(db, '500.00', { name, code, category: 'laboratory', unit: 'test' })
    const panel = await aLabPanel(db, { code: `T${item.id}`, name, kind: 'text', specimen_id: other, item_id: item.id, section: '' })
    return { item: item.id, panel: panel.id }
  }
  const count = await old('Full blood count (FBC, CBC)', 'FBC')
  const gram = await old('Gram stain', null)
  const kept = await old('Blood glucose (RBS, FBS)', 'RBS')
  await aLabProfile(db, [{ id: kept.panel }], { code: 'MINE', name: 'Mine' })
  const own = await aLabPanel(db, { code: 'NA', name: 'Natrium', unit: 'meq/L' })
  const unused = await anItem(db, null, { name: 'Haemoglobin (Hb)', code: 'HB', category: 'laboratory' })
  const closed = await anItem(db, null, { name: 'Pregnancy test (UPT)', code: 'UPT', category: 'laboratory', is_active: false })

  const added = await manager.call('POST', '/lab/starter-catalogue/', {})
  expect([added.status, added.json()]).toEqual([
    200,
    {
      panels: starterPanels.length - 1,
      profiles: starterProfiles.length,
      ranges: starterPanels.flatMap(({ code, ranges = [] }) => (code === 'NA' ? [] : ranges)).length,
    },
  ])
  const panels = (await manager.call('GET', '/lab/lab-test-panel/')).json<Panel[]>()
  const byCode = new Map(panels.map((panel) => [panel.code, panel]))
  const profiles = (await manager.call('GET', '/lab/lab-test-profile/')).json<Profile[]>()
  expect(profiles.find(({ code }) => code === 'FBC')).toMatchObject({ item: count.item, loinc: '58410-2' })
  expect(
    profiles
      .find(({ code }) => code === 'FBC')
      ?.panels.slice(0, 3)
      .map(({ code }) => code),
  ).toEqual(['WBC', 'RBC', 'HB'])
  expect(byCode.get(`T${count.item}`)).toMatchObject({ item: null, is_active: false })
  expect(byCode.get('GRAM')).toMatchObject({ item: gram.item, name: 'Gram stain', kind: 'qualitative' })
  expect(byCode.get(`T${gram.item}`)).toMatchObject({ item: null, is_active: false, name: `Gram stain (T${gram.item})` })
  expect(byCode.get(`T${kept.item}`)).toMatchObject({ item: kept.item, is_active: true })
  expect(byCode.get('GLU')).toMatchObject({ item: null })
  expect(byCode.get('HB')).toMatchObject({
    item: unused.id,
    unit: 'g/L',
    delta_absolute: '30',
    delta_days: 3,
    turnaround_minutes: 60,
    urgent_turnaround_minutes: 30,
    units: [{ unit: 'g/dL', factor: '10', offset: '0' }],
  })
  expect(byCode.get('UPT')?.item).not.toBe(closed.id)
  expect(panels.flatMap(({ code, for_sex }) => (for_sex === null ? [] : [`${code} ${for_sex}`]))).toEqual(['UPT female'])
  expect(byCode.get('NA')).toMatchObject({ id: own.id, name: 'Natrium', unit: 'meq/L', version: 1 })
  expect(byCode.get('AGAP')?.formula).toBe('anion_gap(NA, K, CL, HCO3)')

  const again = await manager.call('POST', '/lab/starter-catalogue/', {})
  expect([again.status, again.json()]).toEqual([200, { panels: 0, profiles: 0, ranges: 0 }])
  expect((await manager.call('GET', '/lab/lab-test-panel/')).json()).toEqual(panels)

  const offered = (await manager.call('GET', '/lab/orderable-tests/?limit=500')).json<Orderable[]>()
  expect(offered.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    'profile FBC',
    'profile MINE',
    'panel HB',
    'panel GRAM',
    `panel T${kept.item}`,
  ])
  const nurse = await clinic.signedInFrom('Nurse')
  expect((await nurse.call('POST', '/lab/starter-catalogue/', {})).status).toBe(403)
})

describe('the search for a test to request, in the starter catalogue', () => {
  let other: TestClinic
  let doctor: Person
  const find = async (q: string) => {
    const reply = await doctor.call('GET', `/lab/orderable-tests/?limit=20&q=${encodeURIComponent(q)}`)
    return reply.json<Orderable[]>()
  }
  const names = async (address: string) => (await doctor.call('GET', address)).json<{ name: string }[]>().map((row) => row.name)
  beforeAll(async () => {
    other = await openTestClinic()
    for (const { name, code, category, unit } of starterItems)
      if (category === 'laboratory') await anItem(other.db, '500.00', { name, code: code ?? null, category, unit })
    await anItem(other.db, '900.00', { name: 'Kidneys, extended (KFT)', code: 'LAB-77', category: 'laboratory', unit: 'test' })
    // Tests that the clinic charges besides: of the starter, and one that the starter does not have.
    for (const name of ['Syphilis, VDRL', 'Widal test']) await anItem(other.db, '300.00', { name, category: 'laboratory', unit: 'test' })
    const owner = await other.signedInFrom('Laboratory manager')
    const widal = await other.db.selectFrom('items').select('id').where('name', '=', 'Widal test').executeTakeFirstOrThrow()
    await aLabPanel(other.db, { code: 'WIDAL', name: 'Widal test', kind: 'text', item_id: widal.id })
    expect((await owner.call('POST', '/lab/starter-catalogue/', {})).status).toBe(200)
    doctor = await other.signedInFrom('Doctor')
  })
  afterAll(() => other.close())

  test.each([
    ['FBC', 'Full blood count'],
    ['CBC', 'Full blood count'],
    ['haemogram', 'Full blood count'],
    ['full hemogram', 'Full blood count'],
    ['RFT', 'Urea and electrolytes'],
    ['UECs', 'Urea and electrolytes'],
    ['U&E', 'Urea and electrolytes'],
    ['u/e/c', 'Urea and electrolytes'],
    ['kidney function', 'Urea and electrolytes'],
    ['electrolytes', 'Urea and electrolytes'],
    ['LFT', 'Liver function tests'],
    ['LFTs', 'Liver function tests'],
    ['HCG', 'Pregnancy test, urine'],
    ['PDT', 'Pregnancy test, urine'],
    ['pregnancy test', 'Pregnancy test, urine'],
    ['sugar', 'Glucose, random'],
    ['RBS', 'Glucose, random'],
    ['random blood sugar', 'Glucose, random'],
    ['BS for MPS', 'Malaria parasites, film'],
    ['BS', 'Malaria parasites, film'],
    ['blood slide', 'Malaria parasites, film'],
    ['RDT', 'Malaria rapid test'],
    ['Widal', 'Widal test'],
    ['typhoid', 'Widal test'],
    ['VDRL', 'Syphilis, VDRL'],
    ['ESR', 'Erythrocyte sedimentation rate'],
    ['HIV', 'HIV status'],
    ['urinalysis', 'Urinalysis'],
    ['urine dipstick', 'Urinalysis'],
    ['stool', 'Stool ova and parasites'],
    ['stool o/c', 'Stool ova and parasites'],
    ['Hb', 'Haemoglobin'],
    ['hemoglobin', 'Haemoglobin'],
    ['blood group', 'Blood group and rhesus'],
  ])('%s finds %s first', async (typed, name) => {
    const [first] = await find(typed)
    expect([first?.name, first?.matched]).toEqual([name, []])
  })

  test.each([
    ['potassium', 'Urea and electrolytes', ['Potassium']],
    ['K', 'Urea and electrolytes', ['Potassium']],
    ['creatinine', 'Urea and electrolytes', ['Creatinine']],
    ['creat', 'Urea and electrolytes', ['Creatinine']],
    ['urea creatinine', 'Urea and electrolytes', ['Creatinine']],
    ['sodium', 'Urea and electrolytes', ['Sodium']],
    ['SGPT', 'Liver function tests', ['Alanine aminotransferase (ALT)']],
    ['bilirubin', 'Liver function tests', ['Bilirubin, total', 'Bilirubin, direct']],
    ['platelets', 'Full blood count', ['Platelets']],
    ['WBC', 'Full blood count', ['White blood cells']],
    ['proteinuria', 'Urinalysis', ['Urine protein']],
  ])('%s finds %s first, and says what of it was meant', async (typed, name, matched) => {
    const [first] = await find(typed)
    expect(first).toMatchObject({ name, matched })
  })

  test('what no test is called, and none contains, finds nothing', async () => {
    expect(await find('potassiumx')).toEqual([])
    expect(await find('potassium xyzzy')).toEqual([])
  })

  test('the lists of items, tests and profiles know the same names', async () => {
    expect(await names('/catalogue/items/?q=RFT')).toEqual(['Kidney function (U&E)', 'Kidneys, extended (KFT)'])
    expect(await names('/catalogue/items/?q=haemogram')).toEqual(['Full blood count (FBC, CBC)'])
    expect(await names('/lab/lab-test-panel/?q=SGPT')).toEqual(['Alanine aminotransferase (ALT)'])
    expect(await names('/lab/lab-test-profile/?q=UECs')).toEqual(['Urea and electrolytes'])
  })
})
