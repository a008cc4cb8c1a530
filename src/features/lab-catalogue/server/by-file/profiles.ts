import { sql } from 'kysely'
import { z } from 'zod'
import { findDependents } from '#platform/db/dependents.ts'
import type { Db } from '#platform/db/connect.ts'
import { importKind, type ImportRow, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { line } from '#shared/text.ts'
import { Loinc } from '#features/lab-catalogue/contract-ranges.ts'
import { isLoinc } from '#features/lab-catalogue/rules.ts'
import { findPanels } from '../panels.ts'
import { findProfile, findProfiles } from '../profiles.ts'
import { lockCatalogue } from '../settings.ts'
import { changeProfile, insertProfile } from '../write-profile.ts'
import { findLabItems, itemOf, type Refusal, saysSame } from './known.ts'
import { several, testCells, upperCode } from './test-columns.ts'

const cells = {
  code: upperCode,
  name: line(120),
  tests: z.string().transform((text) => several(text).map((code) => code.toUpperCase())),
  item: line(120),
  loinc: Loinc,
  position: testCells.position,
}
type Values = { [K in keyof typeof cells]?: z.output<(typeof cells)[K]> }
type Row = ImportRow<Values>
type Planned = Parameters<typeof insertProfile>[1]

const findKnown = async (db: Db) => {
  const profiles = await findProfiles(db, {})
  const panels = await findPanels(db, { active: true }, { cursor: null, limit: null })
  return {
    byKey: new Map(profiles.flatMap((one) => [[one.code, one] as const, [one.name.toLowerCase(), one] as const])),
    panels: new Map(panels.map(({ id, code }) => [code, id])),
    items: await findLabItems(db),
  }
}
type Known = Awaited<ReturnType<typeof findKnown>>

const problemsOf = (values: Values, { panels }: Known): Refusal[] => {
  const { tests = [], loinc } = values
  const problems: Refusal[] = []
  for (const column of ['code', 'name', 'tests'] as const)
    if (values[column] === undefined) problems.push({ column, message: 'This field is required.' })
  for (const code of tests) if (!panels.has(code)) problems.push({ column: 'tests', message: `No active test has this code: ${code}.` })
  if (new Set(tests).size < tests.length) problems.push({ column: 'tests', message: 'Each test may be listed only once.' })
  if (tests.length > 100) problems.push({ column: 'tests', message: 'A profile can have at most 100 tests.' })
  if (loinc !== undefined && !isLoinc(loinc)) problems.push({ column: 'loinc', message: 'Invalid LOINC code: wrong check digit.' })
  return problems
}

const verdictOf = ({ values }: Row, known: Known): Verdict<Planned> => {
  const { code = '', name = '', tests = [], loinc = null, position = 1000 } = values
  const there = known.byKey.get(code) ?? known.byKey.get(name.toLowerCase())
  const problems = problemsOf(values, known)
  const item = itemOf(values.item, known.items, there?.item ?? null, problems)
  if (problems.length > 0) return { state: 'refused', problems }
  const plan = { code, name, item, loinc, position, panels: tests.map((test) => known.panels.get(test)!) }
  if (!there) return { state: 'new', plan }
  if (!there.is_active)
    return {
      state: 'duplicate',
      message: 'This profile is inactive. Reactivate it in the laboratory catalogue.',
      resembles: there.name,
    }
  const fields = Object.keys(values).map((field) => (field === 'tests' ? 'panels' : field))
  if (saysSame({ ...there, panels: there.panels.map(({ id }) => id) }, plan, fields)) return { state: 'same' }
  return {
    state: 'duplicate',
    message: 'A profile with this code or name exists with other values, which are kept.',
    resembles: there.name,
  }
}

const validate = async ({ db }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  if (hold) await lockCatalogue(db)
  const known = await findKnown(db)
  const charged = new Set<number>()
  return rows.map((row): Verdict<Planned> => {
    const verdict = verdictOf(row, known)
    if (verdict.state !== 'new' || verdict.plan.item == null) return verdict
    if (charged.has(verdict.plan.item))
      return { state: 'refused', problems: [{ column: 'item', message: 'Another test or profile is already charged as this item.' }] }
    charged.add(verdict.plan.item)
    return verdict
  })
}

const create = async ({ db, audit, publish }: ImportWork, plans: readonly Planned[]) => {
  const ids: number[] = []
  for (const plan of plans) {
    const id = await insertProfile(db, plan)
    audit('create', { entity: 'lab profile', id, change: plan })
    ids.push(id)
  }
  publish('catalogue')
  return ids
}

const whyKept = async (db: Db, ids: readonly number[]) => {
  await lockCatalogue(db)
  const dependents = await findDependents(db, 'lab_profiles', ids, ['lab_profile_panels'])
  const { rows } = await sql<{ id: number; version: number; is_active: boolean }>`
    select id, version, is_active from lab_profiles where id = any(${ids}::integer[])`.execute(db)
  const kept = new Map<number, string>()
  for (const { id, version, is_active } of rows) {
    if (!is_active) kept.set(id, 'This profile is already inactive.')
    else if (dependents.has(id)) kept.set(id, 'Orders or other records use this profile.')
    else if (version > 1) kept.set(id, 'This profile has changed since the import.')
  }
  return kept
}

const withdraw = async ({ db, audit, publish }: ImportWork, ids: readonly number[]) => {
  for (const id of ids) {
    await changeProfile(db, (await findProfile(db, id))!, { is_active: false })
    audit('change', { entity: 'lab profile', id, change: { is_active: [true, false] } })
  }
  publish('catalogue')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select f.id, json_build_object('code', f.code, 'name', f.name, 'tests', (select string_agg(p.code, '; ' order by n.position, p.id)
        from lab_profile_panels n join lab_panels p on p.id = n.panel_id where n.profile_id = f.id), 'item', coalesce(t.code, t.name),
      'loinc', f.loinc, 'position', f.position::text) as cells
    from lab_profiles f left join items t on t.id = f.item_id where f.id > ${after} and f.is_active order by f.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Tests that are asked for together, as a file. */
export const labProfileImport = importKind<Values, Planned>({
  columns: [
    { name: 'code', required: true, synonyms: ['profile code', 'short name', 'abbreviation'], examples: ['LIPIDS', 'RENAL'] },
    {
      name: 'name',
      required: true,
      synonyms: ['profile', 'panel', 'panel name', 'group', 'nom', 'jina'],
      examples: ['Lipids', 'Kidney function'],
    },
    {
      name: 'tests',
      required: true,
      synonyms: ['codes', 'test codes', 'members', 'analytes'],
      examples: ['CHOL; HDL; TG', 'CREA; UREA; POT'],
    },
    { name: 'item', synonyms: ['charged as', 'billing item', 'service'], examples: ['', ''] },
    { name: 'loinc', synonyms: ['loinc code'], examples: ['', ''] },
    { name: 'position', synonyms: ['order', 'sort'], examples: ['', ''] },
  ],
  rights: { run: 'laboratory.catalogue', undo: 'laboratory.catalogue', read: 'laboratory.view' },
  cells: () => cells,
  needs: [['code'], ['name'], ['tests']],
  keysOf: ({ code, name }) => [
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(name === undefined ? [] : [`name ${name.toLowerCase()}`]),
  ],
  validate,
  create,
  whyKept,
  withdraw,
  page,
})
