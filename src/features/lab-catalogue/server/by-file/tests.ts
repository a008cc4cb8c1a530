import { sql } from 'kysely'
import { findDependents } from '#platform/db/dependents.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { importKind, type ImportRow, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { findWithdrawn } from '#platform/imports/withdrawn.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { inEnglish, inputsOf, parseFormula } from '#features/lab-catalogue/rules.ts'
import { findFormulasWith } from '../check-formula.ts'
import { panelErrors } from '../check-panel.ts'
import { findPanels, findPanelsById } from '../panels.ts'
import { lockCatalogue } from '../settings.ts'
import { findSpecimens } from '../specimens.ts'
import { changePanel, insertPanel } from '../write-panel.ts'
import { findLabItems, itemOf, type Refusal, refusalsOf, saysSame } from './known.ts'
import { testCells, testColumns, type TestValues, writeChoices, writeUnits } from './test-columns.ts'

type Row = ImportRow<TestValues>
type Planned = Parameters<typeof insertPanel>[1]
/** A test that an undone import took out of use, when it comes again. */
type Coming = Planned & { back?: Panel }

const isNumber = ({ kind }: Pick<Panel, 'kind'>) => kind === 'quantitative' || kind === 'calculated'

/** Where a file does not say it, what else is filled in does. */
const kindOf = ({ kind, formula, choices, unit }: TestValues): Panel['kind'] =>
  kind ?? (formula ? 'calculated' : choices ? 'qualitative' : unit ? 'quantitative' : 'text')

const findKnown = async (db: Db) => {
  const panels = await findPanels(db, {}, { cursor: null, limit: null })
  const specimens = (await findSpecimens(db)).filter(({ is_active }) => is_active)
  return {
    byCode: new Map(panels.map((panel) => [panel.code, panel])),
    byName: new Map(panels.map((panel) => [panel.name.toLowerCase(), panel])),
    specimens: new Map(specimens.flatMap(({ id, code, name }) => [[code.toLowerCase(), id] as const, [name.toLowerCase(), id] as const])),
    items: await findLabItems(db),
    withdrawn: await findWithdrawn(
      db,
      'laboratory',
      panels.flatMap(({ id, is_active }) => (is_active ? [] : [id])),
    ),
    numbers: new Set(panels.filter((panel) => panel.is_active && isNumber(panel)).map(({ code }) => code)),
  }
}
type Known = Awaited<ReturnType<typeof findKnown>>

const formulaProblems = ({ formula }: TestValues, numbers: ReadonlySet<string>): Refusal[] => {
  if (formula === undefined) return []
  const read = parseFormula(formula)
  if ('problem' in read) return [{ column: 'formula', message: `${inEnglish(read.problem)} (${read.position + 1})` }]
  const missing = inputsOf(read.formula).filter((code) => !numbers.has(code))
  return missing.map((code) => ({ column: 'formula', message: `No numeric test has this code: ${code}.` }))
}

const planOf = (values: TestValues, { specimens, items, numbers, byCode }: Known): { plan: Planned; problems: Refusal[] } => {
  const problems: Refusal[] = []
  for (const column of ['code', 'name', 'specimen'] as const)
    if (values[column] === undefined) problems.push({ column, message: 'This field is required.' })
  const specimen = specimens.get(values.specimen?.toLowerCase() ?? '')
  if (values.specimen !== undefined && specimen === undefined)
    problems.push({ column: 'specimen', message: 'No active specimen has this code or name.' })
  const item = itemOf(values.item, items, byCode.get(values.code ?? '')?.item ?? null, problems)
  const {
    code = '',
    name = '',
    section = '',
    method = '',
    explanation = '',
    is_withheld = false,
    for_sex = null,
    position = 1000,
    ...rest
  } = values
  const { unit = null, decimals = null, units = [], choices = [], formula = null, loinc = null } = rest
  const {
    turnaround_minutes = null,
    urgent_turnaround_minutes = null,
    delta_absolute = null,
    delta_percent = null,
    delta_days = null,
  } = rest
  const kind = kindOf(values)
  const facts = { kind, unit, decimals, units, choices, formula, loinc, delta_absolute, delta_percent, delta_days }
  problems.push(...refusalsOf(panelErrors(facts)), ...formulaProblems(values, numbers))
  const own = { code, name, specimen: specimen ?? 0, section, method, explanation, is_withheld, for_sex, item, position }
  return { plan: { ...facts, ...own, turnaround_minutes, urgent_turnaround_minutes }, problems }
}

const verdictOf = ({ values }: Row, known: Known): Verdict<Coming> => {
  const { plan, problems } = planOf(values, known)
  if (problems.length > 0) return { state: 'refused', problems }
  const there = known.byCode.get(plan.code) ?? known.byName.get(plan.name.toLowerCase())
  if (!there) return { state: 'new', plan }
  if (!there.is_active && known.withdrawn.has(there.id)) return { state: 'new', plan: { ...plan, back: there } }
  if (!there.is_active)
    return { state: 'duplicate', message: 'This test is inactive. Reactivate it in the laboratory catalogue.', resembles: there.name }
  if (saysSame(there, plan, Object.keys(values))) return { state: 'same' }
  return { state: 'duplicate', message: 'A test with this code or name exists with other values, which are kept.', resembles: there.name }
}

/** Two tests of one file that are charged as the same item, or called the same, are told apart by the first. */
const once = (verdicts: readonly Verdict<Coming>[]): Verdict<Coming>[] => {
  const taken = new Set<string>()
  return verdicts.map((verdict) => {
    if (verdict.state !== 'new') return verdict
    const { code, name, item } = verdict.plan
    const keys = [`code ${code}`, `name ${name.toLowerCase()}`, ...(item == null ? [] : [`item ${item}`])]
    if (keys.some((key) => taken.has(key)))
      return { state: 'duplicate', message: 'An earlier row in the file has the same code, name or item.', resembles: null }
    for (const key of keys) taken.add(key)
    return verdict
  })
}

const validate = async ({ db }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  if (hold) await lockCatalogue(db)
  const known = await findKnown(db)
  for (const { values } of rows) {
    const kind = kindOf(values)
    if (values.code !== undefined && isNumber({ kind })) known.numbers.add(values.code)
  }
  return once(rows.map((row) => verdictOf(row, known)))
}

/** Places in the order in which each finds what its formula needs; what needs itself comes last, and is refused when it is written. */
const inOrder = (plans: readonly Planned[]): number[] => {
  const inputs = plans.map(({ formula }) => {
    const read = formula == null ? null : parseFormula(formula)
    return read && 'formula' in read ? inputsOf(read.formula) : []
  })
  const order: number[] = []
  let left = plans.map((_, place) => place)
  while (left.length > 0) {
    const waiting = new Set(left.map((place) => plans[place]!.code))
    const ready = left.filter((place) => !inputs[place]!.some((code) => waiting.has(code)))
    if (ready.length === 0) return [...order, ...left]
    order.push(...ready)
    left = left.filter((place) => !ready.includes(place))
  }
  return order
}

const create = async ({ db, audit, publish }: ImportWork, plans: readonly Coming[]) => {
  const ids: number[] = plans.map(() => 0)
  for (const place of inOrder(plans)) {
    const { back, ...plan } = plans[place]!
    if (back) await changePanel(db, back, { ...plan, is_active: true })
    ids[place] = back?.id ?? (await insertPanel(db, plan))
    audit(back ? 'change' : 'create', { entity: 'lab panel', id: ids[place], change: plan })
  }
  publish('catalogue')
  return ids
}

const whyKept = async (db: Db, ids: readonly number[]) => {
  await lockCatalogue(db)
  const dependents = await findDependents(db, 'lab_panels', ids, ['lab_reference_ranges', 'lab_profile_panels'])
  const { rows } = await sql<{ id: number }>`
    select panel_id as id from lab_reference_ranges where panel_id = any(${ids}::integer[]) and (valid_until is null or valid_until > valid_from)
    union select n.panel_id from lab_profile_panels n join lab_profiles f on f.id = n.profile_id
      where n.panel_id = any(${ids}::integer[]) and f.is_active`.execute(db)
  const named = new Set(rows.map(({ id }) => id))
  const kept = new Map<number, string>()
  for (const { id, is_active, version } of await findPanelsById(db, ids)) {
    if (!is_active) kept.set(id, 'This test is already inactive.')
    else if (dependents.has(id) || named.has(id)) kept.set(id, 'Ranges, profiles, orders or results use this test.')
    else if (version > 1) kept.set(id, 'This test has changed since the import.')
  }
  return kept
}

/** Takes tests out of use, those with a formula before what it names. */
const withdraw = async ({ db, audit, publish }: ImportWork, ids: readonly number[]) => {
  const kept = new Map<number, string>()
  let left = await findPanelsById(db, ids)
  for (let isGoing = true; isGoing && left.length > 0;) {
    const waiting: Panel[] = []
    for (const panel of left) {
      if ((await findFormulasWith(db, panel.code)).length > 0) {
        waiting.push(panel)
        continue
      }
      try {
        await changePanel(db, panel, { is_active: false })
        audit('change', { entity: 'lab panel', id: panel.id, change: { is_active: [true, false] } })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        kept.set(panel.id, error.message)
      }
    }
    isGoing = waiting.length < left.length
    left = waiting
  }
  for (const { id } of left) kept.set(id, 'Formulas of other tests use this test.')
  publish('catalogue')
  return kept
}

/** A value as it stands in a cell; lists have their own form. */
const text = (value: unknown) =>
  value === null || value === '' || typeof value === 'object' ? null : `${value as string | number | boolean}`

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; specimen: string; item: string | null }>`
    select p.id, s.code as specimen, coalesce(t.code, t.name) as item
    from lab_panels p join lab_specimens s on s.id = p.specimen_id left join items t on t.id = p.item_id
    where p.id > ${after} and p.is_active order by p.id limit ${limit}`.execute(db)
  const panels = new Map((await findPanelsById(db, rows.map(({ id }) => id))).map((panel) => [panel.id, panel])) // prettier-ignore
  return rows.map(({ id, specimen, item }) => {
    const panel = panels.get(id)!
    const plain = Object.fromEntries(testColumns.map(({ name }) => [name, text(panel[name])]))
    const { units, choices, is_withheld } = panel
    const lists = { units: writeUnits(units) || null, choices: writeChoices(choices) || null, is_withheld: is_withheld ? 'yes' : null }
    return { id, cells: { ...plain, ...lists, specimen, item } }
  })
}

/** The tests of the laboratory as a file. */
export const labTestImport = importKind<TestValues, Coming>({
  columns: testColumns,
  rights: { run: 'laboratory.catalogue', undo: 'laboratory.catalogue', read: 'laboratory.view' },
  cells: () => testCells,
  needs: [['code'], ['name'], ['specimen']],
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
