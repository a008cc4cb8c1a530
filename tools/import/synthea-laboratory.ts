import { sql } from 'kysely'
import { z } from 'zod'
import { line } from '#shared/text.ts'
import { isSameUnit } from '#features/lab-catalogue/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Line, Read } from './import-file.ts'
import { planBySource } from './plan-by-source.ts'
import type { CsvFile, CsvRecord } from './read-csv.ts'
import type { Saving } from './save-clinical.ts'
import type { PatientIds } from './synthea-patients.ts'
import { Moment, readAs, SourceId, sourceOf } from './synthea-records.ts'

/** A laboratory result of the source's past; a number with its unit, or words. */
export interface ImportedResult {
  patient: string
  at: string
  loinc: string
  name: string
  /** As the source writes it, with every decimal. */
  result: string
  isNumber: boolean
  unit: string | null
}

/** The laboratory results of a file of observations; everything else in it is left out. */
export const labResults = (file: CsvFile): CsvFile => ({
  ...file,
  name: file.name.replace('.csv', '.csv, laboratory'),
  rows: async function* () {
    for await (const row of file.rows()) if ('reason' in row || row.record['category'] === 'laboratory') yield row
  },
})

const ResultRecord = z.object({
  id: SourceId,
  patient: SourceId,
  at: Moment,
  loinc: z.string().regex(/^\d{1,7}-\d$/, 'is no LOINC code'),
  name: line(100),
  result: line(2000),
  isNumber: z.boolean(),
  unit: z
    .string()
    .regex(/^[!-~]{1,30}$/, 'is no unit')
    .nullable(),
})

const number = /^-?\d{1,18}(\.\d{1,20})?$/
export const readLabResult = (record: CsvRecord): Read<ImportedResult> => {
  const { value = '', value_text = '', unit = '' } = record
  const result = value.trim() || value_text.trim()
  const isNumber = number.test(result)
  return readAs(ResultRecord, {
    id: record['id'],
    patient: record['patient'],
    at: record['date'],
    loinc: record['loinc'],
    name: record['description'],
    result,
    isNumber,
    unit: (isNumber && unit.trim()) || null,
  })
}

export const planLabResults = (ids: PatientIds) => planBySource<ImportedResult>('lab_results', ids)

interface KnownPanel {
  id: number
  kind: string
  unit: string | null
}
const fits = ({ kind, unit }: KnownPanel, { isNumber, unit: sent }: ImportedResult) =>
  isNumber ? kind !== 'text' && kind !== 'qualitative' && isSameUnit(unit, sent) : kind === 'text'

const findKnown = async (db: Db, loinc: string) =>
  db.selectFrom('lab_panels').select(['id', 'kind', 'unit']).where('loinc', '=', loinc).orderBy('id').execute()

/** A test that only keeps the past: nobody can ask for it until the laboratory takes it into use. */
const addPanel = async (db: Db, { loinc, name, isNumber, unit }: ImportedResult, nth: number) => {
  const more = nth === 0 ? '' : `_${nth + 1}`
  const { rows } = await sql<{ id: number }>`
    insert into lab_panels (code, name, kind, specimen_id, unit, loinc, is_active, position)
    select ${`L${loinc.replace('-', '_')}${more}`}, ${name} || case when exists (select from lab_panels p where lower(p.name) = lower(${name}))
      then ${` (${[loinc, unit ?? 'words', ...(nth === 0 ? [] : [nth + 1])].join(', ')})`} else '' end,
      ${isNumber ? 'quantitative' : 'text'}::lab_panel_kind, s.id, ${unit}, ${loinc}, false, 3000
    from lab_specimens s where s.code = 'OTH' returning id`.execute(db)
  return rows[0]!.id
}

/** The test that each result is of, by LOINC code, kind and unit; made where there is none. */
const panelsOf = async (db: Db, rows: readonly Line<ImportedResult>[]) => {
  const panels = new Map<string, number>()
  const keyOf = ({ loinc, isNumber, unit }: ImportedResult) => `${loinc} ${isNumber} ${unit}`
  for (const { row } of rows) {
    if (panels.has(keyOf(row))) continue
    const known = await findKnown(db, row.loinc)
    panels.set(keyOf(row), known.find((panel) => fits(panel, row))?.id ?? (await addPanel(db, row, known.length)))
  }
  return (row: ImportedResult) => panels.get(keyOf(row))!
}

/** Saves results as history: approved by whoever reported them then, without a range, and no request behind them. */
export const saveLabResults = (saving: Saving) => async (db: Db, rows: Line<ImportedResult>[]) => {
  const panelOf = await panelsOf(db, rows)
  const results = rows.map(({ id, row }) => ({
    patient_id: saving.ids.get(row.patient),
    panel_id: panelOf(row),
    observed_at: row.at,
    result: row.result,
    value: row.isNumber ? row.result : null,
    unit: row.unit,
    source: sourceOf(id),
  }))
  await sql`
    with saved as (
      insert into lab_results (patient_id, panel_id, observed_at, result, value, unit, entered, origin, entered_at, source)
      select patient_id, panel_id, observed_at, result, value, unit, concat_ws(' ', result, unit), 'imported', ${saving.now}::timestamptz, source
      from json_to_recordset(${JSON.stringify(results)}::json) x (patient_id integer, panel_id integer, observed_at timestamptz, result text,
        value numeric, unit text, source text)
      returning id, patient_id, source
    )
    insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
    select ${saving.now}::timestamptz, 'import', 'lab result', id, patient_id, ${saving.requestId}, jsonb_build_object('source', source)
    from saved`.execute(db)
}
