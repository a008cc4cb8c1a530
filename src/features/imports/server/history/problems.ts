import { sql } from 'kysely'
import { z } from 'zod'
import { findClinicDay } from '#features/company/public.ts'
import { findActiveProblem, insertProblem } from '#features/consultations/public.ts'
import { isExported } from '#features/patients/public.ts'
import { folded, partsOf } from '#platform/csv/cells.ts'
import { saysNothing } from '#platform/csv/day.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportNote, type ImportRow, type ImportSettings, type ImportWork } from '#platform/imports/kind.ts'
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

const STATES = {
  active: 'active',
  current: 'active',
  ongoing: 'active',
  chronic: 'active',
  resolved: 'resolved',
  past: 'resolved',
  cured: 'resolved',
  closed: 'resolved',
  inactive: 'inactive',
} as const
const status = z.string().transform((text, context) => {
  const found = new Map(Object.entries(STATES)).get(text.trim().toLowerCase())
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Write active, inactive or resolved.' })
  return z.NEVER
})
const cells = (settings: ImportSettings) => ({
  ...patientCells,
  title: prose(1_000),
  code: line(20),
  status,
  onset_on: dayColumn(settings, 'onset_on', 'past'),
  resolved_on: dayColumn(settings, 'resolved_on', 'past'),
  note: line(1_000),
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
interface Plan {
  titles: { title: string; diagnosis: number | null }[]
  status: 'active' | 'inactive' | 'resolved'
  onset_on: string | null
  resolved_on: string | null
  note: string | null
}

/** What the codes of rows that are judged together mean, by code in capital letters: the list is read once for all of them. */
const findCodes = async (db: Db, codes: readonly string[]) => {
  if (codes.length === 0) return new Map<string, { id: number; title: string }>()
  const { rows } = await sql<{ code: string; id: number; title: string }>`
    select distinct on (upper(code)) upper(code) as code, id, title from diagnosis_codes
    where upper(code) in (select upper(c) from unnest(${codes}::text[]) c) and system in ('icd-10', 'icd-10-cm', 'icd-11', 'local') and is_active
    order by upper(code), system, id`.execute(db)
  return new Map(rows.map(({ code, ...meaning }) => [code, meaning]))
}

/** True where the list has this problem already: an active one by its name, another one of the same day. */
const isThere = async (db: Db, patient: number, title: string, status: Plan['status'], onset: string | null) => {
  if (await findActiveProblem(db, patient, title)) return true
  if (status === 'active') return false
  const { rows } = await sql`
    select from problems where patient_id = ${patient} and lower(title) = lower(${title}) and status = ${status}::problem_status
      and onset_on is not distinct from ${onset}::date limit 1`.execute(db)
  return rows.length > 0
}

const wordsOf = (text: string) =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const NONE = /^(?:none|nil|no|no known.*|negative|aucun|hakuna)$/i

const read = (db: Db, today: string, codes: Awaited<ReturnType<typeof findCodes>>) => {
  // What earlier rows of the batch and earlier parts of the cell add, which the list has not yet.
  const planned = new Set<string>()
  return async ({ values }: ImportRow<Values>, patient: number): Promise<ReadHistory<Plan>> => {
    const coded = codes.get(values.code?.toUpperCase() ?? '')
    const named = partsOf(values.title ?? '').filter((part) => !NONE.test(part) && !saysNothing(part))
    const notes: ImportNote[] =
      values.code !== undefined && !coded ? [{ column: 'code', text: values.code, message: 'Unknown diagnosis code: kept as text.' }] : []
    if (named.length === 0 && !coded)
      return values.title === undefined ? { problems: [{ column: 'title', message: 'This field is required.' }] } : { nothing: true }
    if (named.some((title) => title.length > 200))
      return { problems: [{ column: 'title', message: 'Write each problem in at most 200 letters.' }] }
    if (values.status === 'active' && values.resolved_on !== undefined)
      return { problems: [{ column: 'resolved_on', message: 'A problem that is active has no day on which it ended.' }] }
    // What was written stands: a code beside other words may be the wrong one.
    const isMeant = coded !== undefined && (named.length === 0 || (named.length === 1 && wordsOf(named[0]!) === wordsOf(coded.title)))
    if (coded && !isMeant)
      notes.push({ column: 'code', text: values.code ?? '', message: `Code ${values.code} means “${coded.title}”: kept as text.` })
    const titles = isMeant ? [{ title: coded.title, diagnosis: coded.id }] : named.map((title) => ({ title, diagnosis: null }))
    const coming = (['onset_on', 'resolved_on'] as const).filter((column) => (values[column] ?? '') > today)
    if (coming.length > 0) return { problems: coming.map((column) => ({ column, message: 'The date must not be in the future.' })) }
    if (values.onset_on !== undefined && values.resolved_on !== undefined && values.resolved_on < values.onset_on)
      return { problems: [{ column: 'resolved_on', message: 'The end of a problem must be after its start.' }] }
    const state = values.resolved_on === undefined ? (values.status ?? 'active') : 'resolved'
    const fresh = []
    for (const one of titles) {
      // An active problem is on the list once, whenever it began.
      const key = JSON.stringify([patient, one.title.toLowerCase(), state, state === 'active' ? null : (values.onset_on ?? null)])
      if (planned.has(key) || (await isThere(db, patient, one.title, state, values.onset_on ?? null))) continue
      planned.add(key)
      fresh.push(one)
    }
    if (fresh.length === 0) return { nothing: true }
    const { onset_on = null, resolved_on = null, note = null } = values
    return {
      plan: { titles: fresh, status: state, onset_on, resolved_on: state === 'active' ? null : resolved_on, note },
      key: [fresh.map(({ title }) => title.toLowerCase()), state === 'active' ? '' : (onset_on ?? resolved_on)],
      notes,
    }
  }
}

const create = async ({ db, now, user, audit, publish }: ImportWork, histories: readonly History<Plan>[]) => {
  const ids: number[] = []
  for (const { patient, source, plan } of histories) {
    const made: number[] = []
    for (const [nth, { title, diagnosis }] of plan.titles.entries()) {
      const body = { ...(diagnosis === null ? { title } : { diagnosis_code: diagnosis }), onset_on: plan.onset_on, note: plan.note }
      const id = await insertProblem({ db, now, user }, patient, body, nth === 0 ? source : `${source} ${nth}`)
      if (plan.status !== 'active')
        await db.updateTable('problems').set({ status: plan.status, resolved_on: plan.resolved_on }).where('id', '=', id).execute()
      audit('create', { entity: 'problem', id, patient, change: { ...body, title, status: plan.status, source } })
      made.push(id)
    }
    publish('consultations')
    ids.push(made[0]!)
  }
  return ids
}

const whyKept = async (db: Db, ids: readonly number[], isUndone: boolean) => {
  const isChanged = sql<boolean>`r.version > 1 or r.source is null`
  return new Map((await findChanged(db, 'problems', { ids, isChanged, isUndone })).map((id) => [id, 'Changed since the import.']))
}

/** Problems stay in the history of the list, as inactive ones with a note. */
const withdraw = async ({ db, now, user, audit, publish, import: id }: ImportWork, ids: readonly number[]) => {
  const reason = `Import ${id} was undone`
  const { rows } = await sql<{ id: number; patient: number }>`
    update problems b set status = 'inactive', resolved_on = null, note = left(concat_ws('. ', nullif(b.note, ''), ${reason}::text), 1000), source = null,
      changed_at = ${now}, changed_by = ${user.id}, version = b.version + 1
    from problems f where f.id = any(${ids}::integer[]) and (b.source = f.source or starts_with(b.source, f.source || ' ')) and b.patient_id = f.patient_id
    returning b.id, b.patient_id as patient`.execute(db)
  for (const one of rows)
    audit('change', { entity: 'problem', id: one.id, patient: one.patient, change: { status: ['active', 'inactive'], reason } })
  publish('consultations')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; patient: number; cells: Record<string, string | null> }>`
    select b.id, b.patient_id as patient, json_build_object('patient_number', ${numberOf(sql.ref('b.patient_id'))},
      'patient_name', ${patientNameOf(sql.ref('b.patient_id'))}, 'title', b.title, 'code', b.code, 'status', b.status, 'onset_on', b.onset_on,
      'resolved_on', b.resolved_on, 'note', b.note) as cells
    from problems b where b.id > ${after} and ${isExported(sql.ref('b.patient_id'))} order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Problems and past diagnoses of patients that are here, as a file. */
export const problemImport = importKind<Values, History<Plan>>({
  columns: [
    ...patientColumns,
    {
      name: 'title',
      required: true,
      synonyms: [
        'problem',
        'problems',
        'diagnosis',
        'diagnoses',
        'condition',
        'conditions',
        'medical condition',
        'chronic condition',
        'chronic conditions',
        'chronic illnesses',
        'medical history',
        'past medical history',
        'description',
        'antécédents',
        'diagnostic',
        'ugonjwa',
        'magonjwa',
      ],
      examples: ['Hypertension', 'Asthma'],
    },
    {
      name: 'code',
      isForgiving: true,
      synonyms: ['icd', 'icd 10', 'icd10', 'icd code', 'icd 10 code', 'diagnosis code', 'code cim', 'cim 10', 'msimbo wa icd'],
      examples: ['I10', ''],
    },
    {
      name: 'status',
      isForgiving: true,
      synonyms: ['state', 'problem status', 'clinical status', 'statut', 'hali'],
      examples: ['active', 'resolved'],
    },
    {
      name: 'onset_on',
      isDay: true,
      isForgiving: true,
      synonyms: [
        'onset',
        'onset date',
        'date of onset',
        'diagnosed on',
        'diagnosis date',
        'date diagnosed',
        'start',
        'start date',
        'visit date',
        'date',
        'date de début',
        'date du diagnostic',
        'tarehe ya kuanza',
      ],
      examples: ['2019-05-01', ''],
    },
    {
      name: 'resolved_on',
      isDay: true,
      isForgiving: true,
      synonyms: ['resolved', 'resolution date', 'abatement', 'stop', 'end date', 'date de fin', 'date de résolution', 'tarehe ya kuisha'],
      examples: ['', '2021-02-01'],
    },
    {
      name: 'note',
      isForgiving: true,
      synonyms: ['notes', 'remarks', 'comment', 'comments', 'treatment', 'observations', 'remarques', 'maelezo'],
      examples: ['', ''],
    },
  ],
  rights: { run: 'consultations.change', undo: 'consultations.change', read: 'consultations.view' },
  cells,
  needs: [['patient_number'], ['title', 'code']],
  keysOf: () => [],
  validate: async (work, rows) => {
    const codes = await findCodes(
      work.db,
      rows.flatMap(({ values }) => values.code ?? []),
    )
    return validateHistory(work, rows, {
      kind: 'problem',
      read: read(work.db, await findClinicDay(work.db, work.now), codes),
      findKnown: (db, histories) => findSources(db, 'problems', histories),
    })
  },
  create,
  whyKept,
  withdraw,
  page,
})
