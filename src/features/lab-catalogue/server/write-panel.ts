import { sql, type Updateable } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { createPanel, Panel, updatePanel } from '../contract.ts'
import { requireItem } from './charge-item.ts'
import { findFormulasWith, requireFormula, requireSameInput } from './check-formula.ts'
import { panelErrors, type PanelFacts } from './check-panel.ts'
import { requireUnneeded } from './needed.ts'
import { findSpecimen } from './specimens.ts'

type NewPanel = Omit<ParsedOf<typeof createPanel>['body'], 'create_item'>
export type PanelChange = Omit<ParsedOf<typeof updatePanel>['body'], 'version'>
type Sent = NewPanel | PanelChange

/** What was sent, under the names of the columns. */
const columnsOf = ({ specimen, item, units, choices, ...rest }: Sent) => ({
  ...rest,
  ...(specimen !== undefined && { specimen_id: specimen }),
  ...(item !== undefined && { item_id: item }),
  ...(units && { units: JSON.stringify(units) }),
  ...(choices && { choices: JSON.stringify(choices) }),
})

const factsOf = (sent: Sent, before?: Panel): PanelFacts & Pick<Panel, 'code'> => {
  const wanted = { ...before, ...sent }
  return {
    code: wanted.code ?? '',
    kind: wanted.kind ?? 'text',
    unit: wanted.unit ?? null,
    decimals: wanted.decimals ?? null,
    units: wanted.units ?? [],
    choices: wanted.choices ?? [],
    formula: wanted.formula ?? null,
    loinc: wanted.loinc ?? null,
    delta_absolute: wanted.delta_absolute ?? null,
    delta_percent: wanted.delta_percent ?? null,
    delta_days: wanted.delta_days ?? null,
  }
}

const requireSpecimen = async (db: Db, id: number | undefined, before?: Panel) => {
  if (id === undefined || id === before?.specimen) return
  const specimen = await findSpecimen(db, id)
  if (!specimen) throw fieldError('specimen', 'Specimen not found.')
  if (!specimen.is_active) throw fieldError('specimen', 'This specimen is inactive.')
}

const findProfilesWith = async (db: Db, panel: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select f.name from lab_profiles f join lab_profile_panels n on n.profile_id = f.id
    where n.panel_id = ${panel} and f.is_active order by f.position, f.name`.execute(db)
  return rows.map(({ name }) => name)
}

const requireParts = async (db: Db, sent: Sent, before?: Panel) => {
  const facts = factsOf(sent, before)
  const errors = panelErrors(facts)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  await requireSpecimen(db, sent.specimen, before)
  if (sent.item != null && sent.item !== before?.item) await requireItem(db, sent.item, { kind: 'panel', id: before?.id ?? null })
  return facts
}

/** Adds a panel and answers its id; 400 at the fields that do not fit. The catalogue is held. */
export const insertPanel = async (db: Db, panel: NewPanel): Promise<number> => {
  await requireFormula(db, await requireParts(db, panel), null)
  const { id } = await db
    .insertInto('lab_panels')
    .values({ ...columnsOf(panel), code: panel.code, name: panel.name, kind: panel.kind, specimen_id: panel.specimen })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const isReported = (error: unknown) => error instanceof Error && 'constraint' in error && error.constraint === 'lab_panels_reported'

const updatePanelRow = async (db: Db, id: number, change: Updateable<DB['lab_panels']>) => {
  try {
    await db
      .updateTable('lab_panels')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!isReported(error)) throw error
    throw conflict('This test has results: its type and unit cannot change. Create another test instead.', {}, 'reported')
  }
}

/**
 * Changes a panel, which gets the next version. 400 at the fields that do not fit; 409 `needed` where profiles or formulas in use need it
 * as it is, `reported` for another kind or unit once it has results. The catalogue is held.
 */
export const changePanel = async (db: Db, before: Panel, change: PanelChange) => {
  const facts = await requireParts(db, change, before)
  await requireSameInput(db, before, facts)
  const comesBack = change.is_active === true && !before.is_active
  if (comesBack && change.specimen === undefined) await requireSpecimen(db, before.specimen)
  if (comesBack || facts.formula !== before.formula || facts.kind !== before.kind || facts.code !== before.code)
    await requireFormula(db, facts, before.id)
  if (change.is_active === false && before.is_active)
    requireUnneeded([...(await findProfilesWith(db, before.id)), ...(await findFormulasWith(db, before.code))])
  await updatePanelRow(db, before.id, columnsOf(change))
}
