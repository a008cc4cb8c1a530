import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Line, Plan } from './import-file.ts'
import { type ImportedPatient, sourceOf } from './synthea-records.ts'

/** The patients of the source that are, or in a dry run would be, on file. The id is null while there is none. */
export type PatientIds = Map<string, number | null>

type Row = Line<ImportedPatient>

const identifiersOf = (rows: readonly Row[]) =>
  rows.flatMap(({ id, row }) =>
    (row.patient.identifiers ?? []).map(({ kind, value }, place) => ({ source: sourceOf(id), place, kind, value })),
  )

const keyOf = ({ kind, value }: { kind: string; value: string }) => `${kind} ${value.toLowerCase()}`

/** Tells new patients from known ones, and refuses whoever carries an identifier of somebody else. */
export const planPatients =
  (ids: PatientIds) =>
  async (db: Db, rows: Row[]): Promise<Plan<ImportedPatient>> => {
    const known = await db
      .selectFrom('patients')
      .select(['id', 'source'])
      .where(
        'source',
        'in',
        rows.map(({ id }) => sourceOf(id)),
      )
      .execute()
    const bySource = new Map(known.map(({ id, source }) => [source, id]))
    const candidates = rows.filter(({ id }) => !bySource.has(sourceOf(id)))
    const { rows: taken } = await sql<{ kind: string; value: string; unique_id: string }>`
      select i.kind, i.value, p.unique_id from json_to_recordset(${JSON.stringify(identifiersOf(candidates))}::json) x (kind identifier_kind, value text)
      join patient_identifiers i on i.kind = x.kind and lower(i.value) = lower(x.value) join patients p on p.id = i.patient_id`.execute(db)
    const owners = new Map(taken.map((one) => [keyOf(one), `patient ${one.unique_id}`]))

    const plan: Plan<ImportedPatient> = { fresh: [], known: rows.length - candidates.length, refused: [] }
    for (const { id } of rows) if (bySource.has(sourceOf(id))) ids.set(id, bySource.get(sourceOf(id)) ?? null)
    for (const candidate of candidates) {
      const identifiers = candidate.row.patient.identifiers ?? []
      const clash = identifiers.find((identifier) => owners.has(keyOf(identifier)))
      if (clash) {
        const reason = `The ${clash.kind} ${clash.value} belongs to ${owners.get(keyOf(clash))}.`
        plan.refused.push({ line: candidate.line, id: candidate.id, reason })
        continue
      }
      for (const identifier of identifiers) owners.set(keyOf(identifier), `the patient on line ${candidate.line}`)
      plan.fresh.push(candidate)
      ids.set(candidate.id, null)
    }
    return plan
  }

/** Writes patients with identifiers, memberships and an alert for those who have died, and leaves an audit row for each. */
export const savePatients =
  (ids: PatientIds, payersOfPatient: ReadonlyMap<string, readonly string[]>, now: Date, requestId: string) =>
  async (db: Db, rows: Row[]): Promise<void> => {
    const people = rows.map(({ id, row: { patient, died_on } }) => ({
      ...patient,
      second_name: patient.second_name ?? '',
      source: sourceOf(id),
      alert: died_on && `Died on ${died_on}`,
    }))
    const members = rows.flatMap(({ id }) =>
      (payersOfPatient.get(id) ?? []).map((payer, place) => ({ source: sourceOf(id), place, payer })),
    )
    await sql`insert into insurance_companies (name) select unnest(${[...new Set(members.map(({ payer }) => payer))]}::text[])
      on conflict (lower(name)) do nothing`.execute(db)
    const { rows: saved } = await sql<{ id: number; source: string }>`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(people)}::json) x (source text, first_name text, second_name text, single_name boolean,
          gender gender, date_of_birth date, phone text, residence text, language text, alert text)
      ), p as (
        insert into patients (unique_id, first_name, second_name, single_name, gender, date_of_birth, phone, residence, language, source, created_at)
        select next_number('patient', extract(year from ${now}::timestamptz at time zone c.time_zone)::integer), first_name, second_name, single_name,
          gender, date_of_birth, phone, residence, g.language, source, ${now}::timestamptz
        from given g, company c
        returning id, source
      ), identified as (
        insert into patient_identifiers (patient_id, kind, value)
        select p.id, x.kind, x.value
        from json_to_recordset(${JSON.stringify(identifiersOf(rows))}::json) x (source text, place integer, kind identifier_kind, value text)
        join p using (source) order by p.id, x.place
      ), insured as (
        insert into patient_insurances (patient_id, insurance_company_id)
        select p.id, i.id from json_to_recordset(${JSON.stringify(members)}::json) x (source text, place integer, payer text) join p using (source)
        join insurance_companies i on lower(i.name) = lower(x.payer) order by p.id, x.place
      ), alerted as (
        insert into patient_alerts (patient_id, text, is_critical, recorded_at)
        select p.id, g.alert, true, ${now}::timestamptz from given g join p using (source) where g.alert is not null
      ), audited as (
        insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
        select ${now}::timestamptz, 'import', 'patient', p.id, p.id, ${requestId}, jsonb_build_object('source', p.source) from p
      )
      select id, source from p`.execute(db)
    const bySource = new Map(saved.map(({ id, source }) => [source, id]))
    for (const { id } of rows) ids.set(id, bySource.get(sourceOf(id)) ?? null)
  }
