import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { findDependents } from '#platform/db/dependents.ts'
import { Problem } from '#platform/errors/problem.ts'
import { importKind, type ImportWork } from '#platform/imports/kind.ts'
import { setActive } from '../change-patient.ts'
import { insertPatients } from '../register-patient.ts'
import { patientCells, type PatientValues } from './cells.ts'
import { patientImportColumns } from './columns.ts'
import { findPatientCells } from './export.ts'
import { validatePatients, keysOfPatient, type PlannedPatient } from './validate-rows.ts'

const create = async ({ db, now, user, audit, publish }: ImportWork, patients: readonly PlannedPatient[]) => {
  const ids = await insertPatients(db, patients, { id: user.id, now })
  const without = ids.filter((_, place) => patients[place]?.has_no_allergies)
  await sql`insert into no_known_allergies (patient_id, recorded_at, recorded_by) select unnest(${without}::integer[]), ${now}, ${user.id}`.execute(
    db,
  )
  for (const [place, id] of ids.entries()) audit('create', { entity: 'patient', id, patient: id, change: patients[place] })
  publish('patients')
  return ids
}

/** What an import itself writes beside a patient. */
const OWN = ['patient_identifiers', 'patient_insurances', 'next_of_kin', 'contact_details', 'allergies', 'no_known_allergies']

/** Patients of whose allergies something was recorded later than they were, or ended. */
const findAskedSince = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from patients p join (
      select patient_id, recorded_at, ended_at from allergies union all select patient_id, recorded_at, ended_at from no_known_allergies) a
      on a.patient_id = p.id and (a.recorded_at <> p.created_at or a.ended_at is not null)
    where p.id = any(${ids}::integer[])`.execute(db)
  return rows.map(({ id }) => id)
}

const isUsed = 'Visits or other records depend on this patient.'
const isChanged = 'The record has changed since then.'
const isGone = 'This patient is already deactivated.'

const whyKept = async (db: Db, ids: readonly number[]) => {
  const kept = new Map<number, string>()
  const { rows } = await sql<{ id: number; version: number; is_active: boolean; user_id: number | null }>`
    select id, version, deactivated_at is null as is_active, user_id from patients where id = any(${ids}::integer[])
    order by id for no key update`.execute(db)
  const { rows: touched } = await sql<{ id: number }>`
    select distinct patient_id as id from audit_log where patient_id = any(${ids}::integer[]) and action <> 'read' and change ->> 'import' is null`.execute(
    db,
  )
  const byHand = new Set(touched.map(({ id }) => id))
  const dependents = await findDependents(db, 'patients', ids, OWN)
  for (const id of await findAskedSince(db, ids)) dependents.set(id, 'allergies')
  for (const one of rows) {
    if (!one.is_active) kept.set(one.id, isGone)
    else if (dependents.has(one.id) || one.user_id !== null) kept.set(one.id, isUsed)
    else if (one.version > 1 || byHand.has(one.id)) kept.set(one.id, isChanged)
  }
  return kept
}

/**
 * Deactivates patients on whom nothing depends yet; their record stays, without what would stand in the way of the same people coming
 * again: the mark of where they came from, and their numbers.
 */
const withdraw = async ({ db, now, user, audit, publish, import: id }: ImportWork, all: readonly number[]) => {
  // Nobody adds anything to them from here on; what was added just now is looked at once more.
  await sql`select from patients where id = any(${all}::integer[]) order by id for update`.execute(db)
  const kept = await whyKept(db, all)
  const ids = all.filter((id) => !kept.has(id))
  const reason = `Import ${id} was undone`
  for (const one of ids) {
    try {
      await setActive(db, one, { at: now, by: user.id, reason })
      audit('deactivate', { entity: 'patient', id: one, patient: one, change: { reason } })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      kept.set(one, error.message)
    }
  }
  const gone = ids.filter((one) => !kept.has(one))
  await sql`with freed as (delete from patient_identifiers where patient_id = any(${gone}::integer[]))
    update patients set source = null where id = any(${gone}::integer[])`.execute(db)
  publish('patients')
  return kept
}

/** Patients as a file. */
export const patientImport = importKind<PatientValues, PlannedPatient>({
  columns: patientImportColumns,
  rights: { run: 'patients.add', undo: 'patients.deactivate', read: 'patients.view', columns: { allergies: 'patients.clinical' } },
  cells: patientCells,
  needs: [['first_name', 'full_name'], ['gender']],
  keysOf: keysOfPatient,
  validate: validatePatients,
  create,
  whyKept,
  withdraw,
  page: findPatientCells,
})
