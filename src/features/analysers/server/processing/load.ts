import { sql } from 'kysely'
import type { ResultPanel } from '#features/lab-catalogue/rules.ts'
import { patientName } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'

/** What a code of the instrument means. */
export interface MappedCode {
  code: string
  panel_id: number | null
  unit: string | null
  values: Record<string, string>
}

/** A sample of ours and whose it is. */
export interface KnownSample {
  id: number
  code: string
  state: 'to collect' | 'collected' | 'received' | 'rejected' | 'cancelled'
  replaced_by: string | null
  patient_id: number
  patient_number: string
  patient_name: string
  first_name: string
  other_names: string | null
  second_name: string
  is_unidentified: boolean
  gender: string
  birth_date: string | null
  is_birth_date_estimated: boolean
}

/** A test that was asked for on one of the samples, with its current result. */
export interface KnownTest {
  id: number
  sample_id: number
  panel_id: number
  state: 'requested' | 'entered' | 'approved' | 'cancelled'
  version: number
  result_id: number | null
  result: string | null
  /** The number alone, as it was sent, and its comparator. */
  value: string | null
  comparator: string | null
  origin: string | null
  entered_at: Date | null
}

/** What has to be known to decide about the results of one message. */
export interface Known {
  codes: ReadonlyMap<string, MappedCode>
  panels: ReadonlyMap<number, ResultPanel & { name: string }>
  samples: ReadonlyMap<string, KnownSample>
  tests: readonly KnownTest[]
  /** Of the numbers that the message names for its patients those of ours, with the record they lead to. */
  owners: ReadonlyMap<string, number>
  /** Lots and levels of the instrument's controls, lot in capitals. */
  controls: readonly { lot: string; level: string }[]
}

interface Asked {
  equipment: number
  codes: readonly string[]
  accessions: readonly string[]
  patientNumbers: readonly string[]
}

interface Row {
  codes: MappedCode[] | null
  panels: (ResultPanel & { id: number; name: string })[] | null
  samples: KnownSample[] | null
  tests: (Omit<KnownTest, 'entered_at'> & { entered_at: string | null })[] | null
  owners: Record<string, number> | null
  controls: { lot: string; level: string }[] | null
}

/** Reads all of it in one query; codes of samples and patients are looked up in capitals. */
export const loadKnown = async (db: Db, { equipment, codes, accessions, patientNumbers }: Asked): Promise<Known> => {
  const { rows } = await sql<Row>`
    with recursive codes as (
      select c.code, c.panel_id, c.unit, c.values from lab_equipment_codes c
      where c.equipment_id = ${equipment} and c.code = any(${codes}::text[])
    ), samples as (
      select s.id, s.code, s.state, (select n.code from lab_samples n where n.replaces_id = s.id) as replaced_by, s.patient_id,
        p.unique_id as patient_number, ${patientName} as patient_name, p.first_name, p.other_names, p.second_name, p.is_unidentified, p.gender,
        p.date_of_birth::text as birth_date, p.is_birth_date_estimated
      from lab_samples s join patients p on p.id = s.patient_id where s.code = any(${accessions}::text[])
    ), numbered as (
      select p.unique_id as number, p.id, p.merged_into from patients p where p.unique_id = any(${patientNumbers}::text[])
      union all select n.number, p.id, p.merged_into from numbered n join patients p on p.id = n.merged_into
    )
    select (select json_agg(c) from codes c) as codes, (select json_agg(s) from samples s) as samples,
      (select json_agg(json_build_object('id', t.id, 'name', t.name, 'kind', t.kind, 'unit', t.unit, 'decimals', t.decimals, 'units', t.units,
          'choices', t.choices))
        from lab_panels t where t.id in (select panel_id from codes)) as panels,
      (select json_agg(json_build_object('id', n.id, 'sample_id', n.sample_id, 'panel_id', n.panel_id, 'state', n.state, 'version', n.version,
          'result_id', r.id, 'result', r.result, 'value', r.value::text, 'comparator', r.comparator, 'origin', r.origin, 'entered_at', r.entered_at) order by n.id)
        from lab_test_request_panels n left join lab_results r on r.request_panel_id = n.id and r.is_current
        where n.sample_id in (select id from samples)) as tests,
      (select json_object_agg(n.number, n.id) from numbered n where n.merged_into is null) as owners,
      (select json_agg(json_build_object('lot', upper(k.lot), 'level', k.level)) from lab_controls k
        where k.equipment_id = ${equipment} and k.is_active) as controls`.execute(db)
  const row = rows[0]!
  return {
    codes: new Map((row.codes ?? []).map((code) => [code.code, code])),
    panels: new Map((row.panels ?? []).map((panel) => [panel.id, panel])),
    samples: new Map((row.samples ?? []).map((sample) => [sample.code, sample])),
    tests: (row.tests ?? []).map((test) => ({ ...test, entered_at: test.entered_at === null ? null : new Date(test.entered_at) })),
    owners: new Map(Object.entries(row.owners ?? {})),
    controls: row.controls ?? [],
  }
}
