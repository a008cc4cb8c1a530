import { sql } from 'kysely'
import { z } from 'zod'
import { withPoint, yesOrNo } from '#platform/csv/cells.ts'
import { findDependents } from '#platform/db/dependents.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { line } from '#shared/text.ts'
import { clinicDay } from '#features/company/public.ts'
import { Measured, type RangeValues as Range, type ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { overlaps, readAge, writeAge } from '#features/lab-catalogue/rules.ts'
import { findPanels, findPanelsById } from '../panels.ts'
import { findRange, findRanges } from '../ranges.ts'
import { lockCatalogue } from '../settings.ts'
import { changeRange, insertRange, lockRange, rangeErrors } from '../write-range.ts'
import { refusalsOf, saysSame } from './known.ts'
import { sexCell, upperCode } from './test-columns.ts'

const age = z.string().transform((text, context) => {
  const days = readAge(text)
  if (days !== null) return days
  context.addIssue({ code: 'custom', message: 'Enter the age as 18 y, 6 mo or 28 d.' })
  return z.NEVER
})
const limit = withPoint.pipe(Measured)
const limits = { low: limit, high: limit, low_critical: limit, high_critical: limit, low_valid: limit, high_valid: limit }
const cells = (settings: ImportSettings) => ({
  test: upperCode,
  sex: sexCell,
  age_from: age,
  age_to: age,
  is_pregnant: yesOrNo,
  ...limits,
  text: line(200),
  source: line(500),
  valid_from: dayColumn(settings, 'valid_from'),
  valid_until: dayColumn(settings, 'valid_until'),
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
type Row = ImportRow<Values>
interface Planned {
  panel: Panel
  range: Range
}

const rangeOf = (values: Values, today: string): Range => {
  const {
    sex: who = null,
    age_from = 0,
    age_to = null,
    is_pregnant = null,
    text = '',
    source = '',
    valid_from = today,
    valid_until = null,
  } = values
  const { low = null, high = null, low_critical = null, high_critical = null, low_valid = null, high_valid = null } = values
  const audience = { sex: who, age_from_days: age_from, age_to_days: age_to, is_pregnant, valid_from, valid_until }
  return { ...audience, low, high, low_critical, high_critical, low_valid, high_valid, text, source }
}

const same = ['sex', 'age_from_days', 'age_to_days', 'is_pregnant', ...Object.keys(limits), 'text', 'valid_until']
const overlap = 'Another range covers the same patients on the same dates.'

const verdictOf = (
  { values }: Row,
  panels: ReadonlyMap<string, Panel>,
  there: readonly ReferenceRange[],
  today: string,
): Verdict<Planned> => {
  if (values.test === undefined) return { state: 'refused', problems: [{ column: 'test', message: 'This field is required.' }] }
  const panel = panels.get(values.test)
  if (!panel) return { state: 'refused', problems: [{ column: 'test', message: 'No active test has this code.' }] }
  const range = rangeOf(values, today)
  const problems = refusalsOf(rangeErrors(range, panel), { age_from_days: 'age_from', age_to_days: 'age_to' })
  if (problems.length > 0) return { state: 'refused', problems }
  const met = there.find((other) => other.panel === panel.id && overlaps(other, range))
  if (!met) return { state: 'new', plan: { panel, range } }
  const fields = values.valid_from === undefined ? same : [...same, 'valid_from']
  return saysSame(met, range, fields) ? { state: 'same' } : { state: 'duplicate', message: overlap, resembles: `${panel.code} ${met.id}` }
}

const validate = async ({ db, now }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  if (hold) await lockCatalogue(db)
  const { today } = await db.selectFrom('company').select(clinicDay(now).as('today')).executeTakeFirstOrThrow()
  const found = await findPanels(db, { active: true }, { cursor: null, limit: null })
  const panels = new Map(found.map((panel) => [panel.code, panel]))
  const meant = new Set(rows.flatMap(({ values }) => panels.get(values.test ?? '')?.id ?? []))
  const there = await findRanges(db, [...meant])
  const planned: Planned[] = []
  return rows.map((row): Verdict<Planned> => {
    const verdict = verdictOf(row, panels, there, today)
    if (verdict.state !== 'new') return verdict
    const { plan } = verdict
    if (planned.some(({ panel, range }) => panel.id === plan.panel.id && overlaps(range, plan.range)))
      return { state: 'duplicate', message: 'An earlier row in the file covers the same patients on the same dates.', resembles: null }
    planned.push(plan)
    return verdict
  })
}

const create = async ({ db, now, user, audit, publish }: ImportWork, plans: readonly Planned[]) => {
  const ids: number[] = []
  for (const { panel, range } of plans) {
    const id = await insertRange(db, panel, range, { by: user.id, now })
    audit('create', { entity: 'reference range', id, change: { panel: panel.id, ...range } })
    ids.push(id)
  }
  publish('catalogue')
  return ids
}

const whyKept = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; version: number; is_ended: boolean }>`
    select id, version, coalesce(valid_until = valid_from, false) as is_ended from lab_reference_ranges
    where id = any(${ids}::integer[]) order by id for update`.execute(db)
  const dependents = await findDependents(db, 'lab_reference_ranges', ids, [])
  const kept = new Map<number, string>()
  for (const { id, version, is_ended } of rows) {
    if (dependents.has(id)) kept.set(id, 'Results were compared with this range.')
    else if (is_ended) kept.set(id, 'This range has already ended.')
    else if (version > 1) kept.set(id, 'This range has changed since the import.')
  }
  return kept
}

/** Ends ranges on the day on which they begin: nobody is ever held against them. */
const withdraw = async ({ db, now, user, audit, publish }: ImportWork, ids: readonly number[]) => {
  for (const id of ids) {
    await lockRange(db, id)
    const range = (await findRange(db, id))!
    const [panel] = await findPanelsById(db, [range.panel])
    await changeRange(db, panel!, range, { valid_until: range.valid_from }, { by: user.id, now })
    audit('change', { entity: 'reference range', id, change: { valid_until: [range.valid_until, range.valid_from] } })
  }
  publish('catalogue')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit: size }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; code: string }>`
    select r.id, p.code from lab_reference_ranges r join lab_panels p on p.id = r.panel_id
    where r.id > ${after} and p.is_active and (r.valid_until is null or r.valid_until > r.valid_from) order by r.id limit ${size}`.execute(
    db,
  )
  const { rows: found } = await sql<Range & { id: number }>`
    select r.id, r.sex, r.age_from_days, r.age_to_days, r.is_pregnant, r.text, r.source, r.valid_from, r.valid_until,
      ${sql.join(Object.keys(limits).map((name) => sql`trim_scale(r.${sql.ref(name)})::text as ${sql.ref(name)}`))}
    from lab_reference_ranges r where r.id = any(${rows.map(({ id }) => id)}::integer[])`.execute(db)
  const byId = new Map(found.map((range) => [range.id, range]))
  return rows.map(({ id, code }) => {
    const { sex: who, age_from_days, age_to_days, is_pregnant, text, source, id: _id, ...rest } = byId.get(id)!
    const ages = {
      age_from: age_from_days === 0 ? null : writeAge(age_from_days),
      age_to: age_to_days === null ? null : writeAge(age_to_days),
    }
    const pregnant = is_pregnant === null ? null : is_pregnant ? 'yes' : 'no'
    return { id, cells: { test: code, sex: who, ...ages, is_pregnant: pregnant, ...rest, text: text || null, source: source || null } }
  })
}

/** What results are held against, by sex and age, as a file. */
export const labRangeImport = importKind<Values, Planned>({
  columns: [
    { name: 'test', required: true, synonyms: ['test code', 'code', 'analyte', 'parameter'], examples: ['POT', 'HGB'] },
    { name: 'sex', synonyms: ['gender', 'sexe', 'jinsia'], examples: ['', 'female'] },
    { name: 'age_from', synonyms: ['from age', 'minimum age', 'âge minimum'], examples: ['18 y', '12 y'] },
    { name: 'age_to', synonyms: ['to age', 'maximum age', 'below age'], examples: ['', ''] },
    { name: 'is_pregnant', synonyms: ['pregnant', 'pregnancy'], examples: ['', 'no'] },
    { name: 'low', synonyms: ['lower limit', 'minimum', 'from', 'ref low'], examples: ['3.5', '12'] },
    { name: 'high', synonyms: ['upper limit', 'maximum', 'to', 'ref high'], examples: ['5.1', '16'] },
    { name: 'low_critical', synonyms: ['critical low', 'panic low'], examples: ['2.8', '7'] },
    { name: 'high_critical', synonyms: ['critical high', 'panic high'], examples: ['6.2', ''] },
    { name: 'low_valid', synonyms: ['lowest plausible'], examples: ['', ''] },
    { name: 'high_valid', synonyms: ['highest plausible'], examples: ['', ''] },
    { name: 'text', synonyms: ['in words', 'comment', 'reference text'], examples: ['', ''] },
    { name: 'source', synonyms: ['taken from', 'publication', 'reference'], examples: ['', ''] },
    { name: 'valid_from', isDay: true, synonyms: ['starts', 'effective from'], examples: ['', ''] },
    { name: 'valid_until', isDay: true, synonyms: ['ends', 'until'], examples: ['', ''] },
  ],
  rights: { run: 'laboratory.catalogue', undo: 'laboratory.catalogue', read: 'laboratory.view' },
  cells,
  needs: [['test'], ['low', 'high', 'text', 'low_critical', 'high_critical']],
  keysOf: ({ test, sex: who, age_from, age_to, is_pregnant, valid_from }) => [
    JSON.stringify([test, who, age_from, age_to, is_pregnant, valid_from]),
  ],
  validate,
  create,
  whyKept,
  withdraw,
  page,
})
