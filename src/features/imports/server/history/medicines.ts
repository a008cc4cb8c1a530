import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDay, findClinicDay } from '#features/company/public.ts'
import { isExported, lockToChange } from '#features/patients/public.ts'
import { insertMedicine } from '#features/prescriptions/public.ts'
import { partsOf } from '#platform/csv/cells.ts'
import { saysNothing } from '#platform/csv/day.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork } from '#platform/imports/kind.ts'
import { line, prose } from '#shared/text.ts'
import {
  findChanged,
  findSources,
  validateHistory,
  numberOf,
  patientCells,
  patientColumns,
  patientNameOf,
  type History,
  type ReadHistory,
} from './patient-rows.ts'

const cells = (settings: ImportSettings) => ({
  ...patientCells,
  medicine: prose(1_000),
  strength: line(60),
  directions: line(300),
  reason: line(200),
  started_on: dayColumn(settings, 'started_on', 'past'),
  stopped_on: dayColumn(settings, 'stopped_on', 'past'),
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
interface Plan {
  names: string[]
  directions: string | null
  reason: string | null
  started_on: string | null
  stopped_on: string | null
}

const NONE = /^(?:none|nil|no|no (?:current )?(?:medicines?|medications?|drugs?)|aucun|hakuna)$/i

/** True where the record has this medicine already, with the same directions and days. */
const isThere = async (db: Db, patient: number, name: string, { directions, started_on, stopped_on }: Omit<Plan, 'names' | 'reason'>) => {
  const { rows } = await sql`
    select from patient_medicines where patient_id = ${patient} and lower(name) = lower(${name}) and directions is not distinct from ${directions}
      and started_on is not distinct from ${started_on}::date and stopped_on is not distinct from ${stopped_on}::date limit 1`.execute(db)
  return rows.length > 0
}

const read = (db: Db, today: string) => {
  // What earlier rows of the batch and earlier parts of the cell add, which the record has not yet.
  const planned = new Set<string>()
  return async ({ values }: ImportRow<Values>, patient: number): Promise<ReadHistory<Plan>> => {
    const { strength, directions = null, reason = null, started_on = null, stopped_on = null } = values
    const named = partsOf(values.medicine ?? '').filter((part) => !NONE.test(part) && !saysNothing(part))
    if (named.length === 0)
      return values.medicine === undefined ? { problems: [{ column: 'medicine', message: 'This field is required.' }] } : { nothing: true }
    if (started_on !== null && started_on > today)
      return { problems: [{ column: 'started_on', message: 'The date must not be in the future.' }] }
    if (started_on !== null && stopped_on !== null && stopped_on < started_on)
      return { problems: [{ column: 'stopped_on', message: 'The end must be after the start.' }] }
    const [only] = named
    const names =
      named.length === 1 && strength !== undefined && !only!.toLowerCase().includes(strength.toLowerCase())
        ? [`${only} ${strength}`]
        : named
    if (names.some((name) => name.length > 120))
      return { problems: [{ column: 'medicine', message: 'The name has more than 120 characters.' }] }
    const fresh: string[] = []
    for (const name of names) {
      const key = JSON.stringify([patient, name.toLowerCase(), directions, started_on, stopped_on])
      if (planned.has(key) || (await isThere(db, patient, name, { directions, started_on, stopped_on }))) continue
      planned.add(key)
      fresh.push(name)
    }
    if (fresh.length === 0) return { nothing: true }
    return {
      plan: { names: fresh, directions, reason, started_on, stopped_on },
      key: [fresh.map((name) => name.toLowerCase()), directions, started_on, stopped_on],
    }
  }
}

const create = async ({ db, now, user, audit, publish }: ImportWork, histories: readonly History<Plan>[]) => {
  const ids: number[] = []
  for (const { patient, source, plan } of histories) {
    await lockToChange(db, patient)
    const { names, stopped_on, ...rest } = plan
    const made: number[] = []
    for (const [nth, name] of names.entries()) {
      const medicine = { ...rest, name, ...(stopped_on !== null && { stopped_on, stop_reason: 'Stopped, as the imported file says' }) }
      const { id } = await insertMedicine(db, patient, medicine, user.id, now, nth === 0 ? source : `${source} ${nth}`)
      audit('create', { entity: 'medicine', id, patient, change: { ...medicine, source } })
      made.push(id)
    }
    publish('prescriptions')
    ids.push(made[0]!)
  }
  return ids
}

const whyKept = async (db: Db, ids: readonly number[], isUndone: boolean) => {
  const isChanged = sql<boolean>`r.version > 1 or r.source is null`
  return new Map((await findChanged(db, 'patient_medicines', { ids, isChanged, isUndone })).map((id) => [id, 'Changed since the import.']))
}

/** Medicines stay in the history, as stopped ones. */
const withdraw = async ({ db, now, audit, publish, import: id }: ImportWork, ids: readonly number[]) => {
  const reason = `Import ${id} was undone`
  const { rows } = await sql<{ id: number; patient: number }>`
    update patient_medicines m set stopped_on = coalesce(m.stopped_on, ${clinicDay(now)}), stop_reason = ${reason},
      source = null, version = m.version + 1
    from patient_medicines f where f.id = any(${ids}::integer[]) and (m.source = f.source or starts_with(m.source, f.source || ' '))
      and m.patient_id = f.patient_id
    returning m.id, m.patient_id as patient`.execute(db)
  for (const one of rows) audit('change', { entity: 'medicine', id: one.id, patient: one.patient, change: { stop_reason: reason } })
  publish('prescriptions')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; patient: number; cells: Record<string, string | null> }>`
    select m.id, m.patient_id as patient, json_build_object('patient_number', ${numberOf(sql.ref('m.patient_id'))},
      'patient_name', ${patientNameOf(sql.ref('m.patient_id'))}, 'medicine', m.name, 'directions', m.directions, 'reason', m.reason,
      'started_on', m.started_on, 'stopped_on', m.stopped_on) as cells
    from patient_medicines m where m.id > ${after} and ${isExported(sql.ref('m.patient_id'))} order by m.id limit ${limit}`.execute(db)
  return rows
}

/** Medicines that patients take from elsewhere, as a file; the safety check knows them from then on. */
export const medicineImport = importKind<Values, History<Plan>>({
  columns: [
    ...patientColumns,
    {
      name: 'medicine',
      required: true,
      synonyms: [
        'medicines',
        'medication',
        'medications',
        'current medications',
        'current medicines',
        'current drugs',
        'drug',
        'drug name',
        'regimen',
        'hiv regimen',
        'description',
        'name',
        'traitement en cours',
        'médicament',
        'dawa',
      ],
      examples: ['Metformin 500 mg', 'Amlodipine 5 mg'],
    },
    { name: 'strength', isForgiving: true, isAlternative: true, synonyms: ['dosage strength'], examples: ['', ''] },
    {
      name: 'directions',
      isForgiving: true,
      synonyms: ['dose', 'dosage', 'sig', 'frequency', 'instructions', 'posology', 'posologie', 'matumizi'],
      examples: ['1 tab twice daily', '1 tab daily'],
    },
    {
      name: 'reason',
      isForgiving: true,
      synonyms: ['indication', 'reason description', 'diagnosis', 'for', 'motif', 'sababu'],
      examples: ['Diabetes', ''],
    },
    {
      name: 'started_on',
      isDay: true,
      isForgiving: true,
      synonyms: [
        'start',
        'start date',
        'started',
        'from',
        'date prescribed',
        'authored',
        'regimen start date',
        'date',
        'date de début',
        'tarehe ya kuanza',
      ],
      examples: ['2024-01-10', ''],
    },
    {
      name: 'stopped_on',
      isDay: true,
      isForgiving: true,
      synonyms: ['stop', 'stop date', 'stopped', 'end date', 'until', 'date de fin', 'date d arrêt', 'tarehe ya kuacha'],
      examples: ['', ''],
    },
  ],
  rights: { run: 'patients.clinical', undo: 'patients.clinical', read: 'patients.clinical' },
  cells,
  needs: [['patient_number'], ['medicine']],
  keysOf: () => [],
  validate: async (work, rows) =>
    validateHistory(work, rows, {
      kind: 'medicine',
      read: read(work.db, await findClinicDay(work.db, work.now)),
      findKnown: (db, histories) => findSources(db, 'patient_medicines', histories),
    }),
  create,
  whyKept,
  withdraw,
  page,
})
