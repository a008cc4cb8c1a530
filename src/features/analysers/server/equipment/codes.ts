import { sql } from 'kysely'
import type { EquipmentCode } from '#features/analysers/contract.ts'
import type { ResultPanel } from '#features/lab-catalogue/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { meansNormal } from '../no-result.ts'
import { isNoResult } from '#features/laboratory/rules.ts'

/** The map of an instrument, by code. */
export const findCodes = async (db: Db, equipment: number): Promise<EquipmentCode[]> => {
  const { rows } = await sql<EquipmentCode>`
    select c.id, c.code, c.panel_id as panel, p.code as panel_code, p.name as panel_name, c.unit, c.values
    from lab_equipment_codes c left join lab_panels p on p.id = c.panel_id
    where c.equipment_id = ${equipment} order by c.code, c.id`.execute(db)
  return rows
}

interface CodeInput {
  code: string
  panel: number | null
  unit?: string | null | undefined
  values: Record<string, string>
}

type Known = Pick<ResultPanel, 'kind' | 'choices'>

const panelErrors = (path: string, { panel, unit, values }: CodeInput, known: ReadonlyMap<number, Known>): FieldErrors => {
  if (panel === null) return {}
  const found = known.get(panel)
  if (!found) return { [`${path}.panel`]: ['Test not found.'] }
  if (found.kind === 'calculated') return { [`${path}.panel`]: ['This test is calculated: no analyser measures it.'] }
  if (unit && found.kind !== 'quantitative') return { [`${path}.unit`]: ['This test has no unit.'] }
  const denied = Object.entries(values).find(([from, to]) => isNoResult(from) && meansNormal(found, to))
  if (denied) return { [`${path}.values`]: [`${denied[0]} is not a result: it cannot mean ${denied[1]}.`] }
  const stranger = found.kind === 'qualitative' && Object.values(values).find((value) => !found.choices.some((one) => one.value === value))
  return stranger ? { [`${path}.values`]: [`${stranger} is not a choice of this test.`] } : {}
}

/** 400 for a code that stands there twice, a test that is none or is not measured, and a value that is no choice of its test. */
export const checkCodes = async (db: Db, codes: readonly CodeInput[]): Promise<void> => {
  const ids = codes.flatMap(({ panel }) => panel ?? [])
  const rows = await db
    .selectFrom('lab_panels')
    .select(['id', 'kind', 'choices'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  const known = new Map(rows.map(({ id, kind, choices }) => [id, { kind, choices: choices as unknown as Known['choices'] }]))
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  for (const [at, code] of codes.entries()) {
    if (seen.has(code.code)) errors[`codes.${at}.code`] = ['This code is already mapped.']
    seen.add(code.code)
    Object.assign(errors, panelErrors(`codes.${at}`, code, known))
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Makes the map of an instrument these codes and no others. */
export const replaceCodes = async (db: Db, equipment: number, codes: readonly CodeInput[]): Promise<void> => {
  const rows = codes.map(({ code, panel, unit, values }) => ({ code, panel_id: panel, unit: unit ?? null, values }))
  await sql`delete from lab_equipment_codes where equipment_id = ${equipment} and code <> all(${codes.map(({ code }) => code)}::text[])`.execute(
    db,
  )
  await sql`
    insert into lab_equipment_codes (equipment_id, code, panel_id, unit, values)
    select ${equipment}::integer, r.code, r.panel_id, r.unit, r.values
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(code text, panel_id integer, unit text, values jsonb)
    on conflict (equipment_id, code) do update set panel_id = excluded.panel_id, unit = excluded.unit, values = excluded.values`.execute(db)
}
