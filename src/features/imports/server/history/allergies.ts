import { sql } from 'kysely'
import { z } from 'zod'
import { findAllergy, insertAllergy, isExported, lockToChange, readAllergies } from '#features/patients/public.ts'
import { allergySeverities } from '#features/patients/contract-summaries.ts'
import { allergyCategories, type AllergyInput } from '#features/patients/contract.ts'
import { yesOrNo } from '#platform/csv/cells.ts'
import type { Db } from '#platform/db/connect.ts'
import { importKind, type ImportRow, type ImportWork } from '#platform/imports/kind.ts'
import { dictionary } from '#shared/dictionary.ts'
import { line, prose } from '#shared/text.ts'
import {
  findChanged,
  validateHistory,
  numberOf,
  patientCells,
  patientColumns,
  patientNameOf,
  type History,
  type ReadHistory,
} from './patient-rows.ts'

const SEVERITIES = dictionary<(typeof allergySeverities)[number]>({
  ...Object.fromEntries(allergySeverities.map((one) => [one, one])),
  low: 'mild',
  légère: 'mild',
  medium: 'moderate',
  modérée: 'moderate',
  high: 'severe',
  sévère: 'severe',
  grave: 'severe',
  'life-threatening': 'life threatening',
  fatal: 'life threatening',
  anaphylaxis: 'life threatening',
})
const severity = z.string().transform((text, context) => {
  const found = SEVERITIES[text.trim().toLowerCase()]
  if (found) return found
  context.addIssue({ code: 'custom', message: `Choose one of: ${allergySeverities.join(', ')}.` })
  return z.NEVER
})
const KINDS = dictionary<(typeof allergyCategories)[number]>({ medication: 'drug', medicine: 'drug', drugs: 'drug' })
const category = z
  .string()
  .transform((text) => KINDS[text.trim().toLowerCase()] ?? text.trim().toLowerCase())
  .pipe(z.enum(allergyCategories, { error: `Choose one of: ${allergyCategories.join(', ')}.` }))

const cells = { ...patientCells, substance: prose(1_000), reaction: line(200), severity, category, is_intolerance: yesOrNo }
type Values = { [K in keyof typeof cells]?: z.output<(typeof cells)[K]> }
type Allergy = z.output<typeof AllergyInput>
/** Allergies, or null for "no known allergies". */
type Plan = Allergy[] | null

const hasAllergies = async (db: Db, patient: number) => {
  const { rows } = await sql<{ recorded: boolean; none: boolean }>`
    select exists (select from allergies where patient_id = ${patient} and ended_at is null and not is_intolerance) as recorded,
      exists (select from no_known_allergies where patient_id = ${patient} and ended_at is null) as none`.execute(db)
  return rows[0]!
}

const read = (db: Db) => {
  // What earlier rows of the batch and earlier parts of the cell add, which the record has not yet.
  const planned = new Set<string>()
  const allergic = new Set<number>()
  return async ({ values }: ImportRow<Values>, patient: number): Promise<ReadHistory<Plan>> => {
    const { substance = '', reaction, severity: grade, category: kind, is_intolerance = false } = values
    const sentMessage = readAllergies(substance)
    if (sentMessage.unclear.length > 0)
      return {
        problems: [
          {
            column: 'substance',
            message: sentMessage.unclear.some((part) => part.length > 100)
              ? 'Write each substance in at most 100 letters.'
              : 'This may deny or name an allergy: write the substance alone, or “no known allergies”.',
          },
        ],
      }
    const notes = sentMessage.notes.map((message) => ({ column: 'substance', text: substance, message }))
    if (sentMessage.state === 'not asked')
      return substance === '' ? { problems: [{ column: 'substance', message: 'This field is required.' }] } : { nothing: true }
    if (sentMessage.state === 'none known') {
      const { recorded, none } = await hasAllergies(db, patient)
      if (none) return { nothing: true }
      if (recorded || allergic.has(patient))
        return {
          problems: [{ column: 'substance', message: 'Not recorded: “no known allergies” contradicts the patient’s recorded allergy.' }],
        }
      return { plan: null, key: ['none'], notes }
    }
    const fresh: Allergy[] = []
    for (const one of sentMessage.allergies) {
      const known = JSON.stringify([patient, one.substance.toLowerCase().replace(/s+$/, ''), is_intolerance])
      if (planned.has(known) || (await findAllergy(db, patient, { substance: one.substance, isIntolerance: is_intolerance }))) continue
      planned.add(known)
      if (!is_intolerance) allergic.add(patient)
      fresh.push({
        ...one,
        ...(reaction !== undefined && { reaction }),
        ...(grade !== undefined && { severity: grade }),
        ...(kind !== undefined && { category: kind }),
        is_intolerance,
      })
    }
    if (fresh.length === 0) return { nothing: true }
    return { plan: fresh, key: fresh.map(({ substance: name }) => name.toLowerCase()), notes }
  }
}

/** A row becomes one or more allergies of one source, or "no known allergies", whose id is written as a negative one. */
const create = async ({ db, now, user, audit, publish }: ImportWork, histories: readonly History<Plan>[]) => {
  const ids: number[] = []
  for (const { patient, source, plan } of histories) {
    await lockToChange(db, patient)
    const made: number[] = []
    for (const allergy of plan ?? []) {
      const { id } = await insertAllergy({ db, now, user }, patient, allergy, source)
      audit('create', { entity: 'allergy', id, patient, change: { ...allergy, source } })
      made.push(id)
    }
    if (plan === null) {
      const { id } = await db
        .insertInto('no_known_allergies')
        .values({ patient_id: patient, recorded_at: now, recorded_by: user.id, source })
        .returning('id')
        .executeTakeFirstOrThrow()
      audit('create', { entity: 'no known allergies', id, patient, change: { source } })
      made.push(-id)
    }
    publish('patients', patient)
    ids.push(made[0]!)
  }
  return ids
}

/** The ids of allergies, and those of "no known allergies", which the ledger has as negative ones. */
const ofTables = (ids: readonly number[]) => ({
  allergies: ids.filter((id) => id > 0),
  no_known_allergies: ids.flatMap((id) => (id < 0 ? [-id] : [])),
})

const whyKept = async (db: Db, ids: readonly number[], isUndone: boolean) => {
  const own = ofTables(ids)
  const isChanged = sql<boolean>`r.ended_at is not null`
  const ended = await findChanged(db, 'allergies', { ids: own.allergies, isChanged, isUndone })
  const none = await findChanged(db, 'no_known_allergies', { ids: own.no_known_allergies, isChanged, isUndone })
  return new Map([...ended, ...none.map((id) => -id)].map((id) => [id, 'Ended since the import.']))
}

const withdraw = async ({ db, now, user, audit, publish, import: id }: ImportWork, ids: readonly number[]) => {
  const reason = `Import ${id} was undone`
  const own = ofTables(ids)
  for (const [table, entity] of [
    ['allergies', 'allergy'],
    ['no_known_allergies', 'no known allergies'],
  ] as const) {
    const { rows } = await sql<{ id: number; patient: number }>`
      update ${sql.table(table)} set ended_at = ${now}, ended_by = ${user.id}, end_reason = ${reason}
      where ended_at is null and source in (select source from ${sql.table(table)} where id = any(${own[table]}::integer[]))
      returning id, patient_id as patient`.execute(db)
    for (const one of rows) {
      audit('end', { entity, id: one.id, patient: one.patient, change: { reason } })
      publish('patients', one.patient)
    }
  }
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; patient: number; cells: Record<string, string | null> }>`
    select a.id, a.patient_id as patient, json_build_object('patient_number', ${numberOf(sql.ref('a.patient_id'))},
      'patient_name', ${patientNameOf(sql.ref('a.patient_id'))}, 'substance', a.substance, 'reaction', a.reaction, 'severity', a.severity,
      'category', a.category, 'is_intolerance', case when a.is_intolerance then 'yes' end) as cells
    from allergies a where a.id > ${after} and a.ended_at is null
      and ${isExported(sql.ref('a.patient_id'))} order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Allergies and intolerances of patients that are here, as a file; "NKDA" is "no known allergies"; "none" and "unknown" leave the question open. */
export const allergyImport = importKind<Values, History<Plan>>({
  columns: [
    ...patientColumns,
    {
      name: 'substance',
      required: true,
      synonyms: [
        'allergy',
        'allergies',
        'allergen',
        'known allergies',
        'drug allergy',
        'drug allergies',
        'allergies connues',
        'mzio',
        'description',
        'name',
      ],
      examples: ['Penicillin', 'No known allergies'],
    },
    {
      name: 'reaction',
      isForgiving: true,
      synonyms: ['allergic reaction', 'manifestation', 'symptoms', 'réaction', 'dalili'],
      examples: ['Rash', ''],
    },
    {
      name: 'severity',
      isForgiving: true,
      synonyms: ['allergy severity', 'criticality', 'grade', 'sévérité', 'gravité', 'ukali'],
      examples: ['severe', ''],
    },
    {
      name: 'category',
      isForgiving: true,
      synonyms: ['allergy type', 'allergen type', 'type', 'kind', 'type d allergie', 'aina ya mzio'],
      examples: ['drug', ''],
    },
    { name: 'is_intolerance', isForgiving: true, synonyms: ['intolerance', 'intolérance'], examples: ['no', ''] },
  ],
  rights: { run: 'patients.clinical', undo: 'patients.clinical', read: 'patients.clinical' },
  cells: () => cells,
  needs: [['patient_number'], ['substance']],
  keysOf: () => [],
  validate: (work, rows) =>
    validateHistory(work, rows, {
      kind: 'allergy',
      read: read(work.db),
      // What is recorded already was left out above; what was ended may come again.
      findKnown: () => Promise.resolve(new Set()),
    }),
  create,
  whyKept,
  withdraw,
  page,
})
