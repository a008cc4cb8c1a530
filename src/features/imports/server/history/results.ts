import { sql } from 'kysely'
import { z } from 'zod'
import { clinicDay, clinicTimeZone, findClinicDay } from '#features/company/public.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { findTestsNamed, insertPastResult, readPastResult, withdrawPastResult, type PastReading } from '#features/laboratory/public.ts'
import { isExported } from '#features/patients/public.ts'
import { withPoint } from '#platform/csv/cells.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork } from '#platform/imports/kind.ts'
import { dictionary } from '#shared/dictionary.ts'
import { line, prose } from '#shared/text.ts'
import { instantOf } from '#shared/zoned.ts'
import {
  validateHistory,
  numberOf,
  patientCells,
  patientColumns,
  patientNameOf,
  sourceOf,
  type History,
  type ReadHistory,
} from './patient-rows.ts'

const FLAGS = dictionary<Flag>({
  n: 'normal',
  normal: 'normal',
  l: 'low',
  low: 'low',
  h: 'high',
  high: 'high',
  ll: 'critical low',
  'critical low': 'critical low',
  hh: 'critical high',
  'critical high': 'critical high',
  a: 'abnormal',
  abnormal: 'abnormal',
  aa: 'critical',
  critical: 'critical',
})
const flag = z.string().transform((text, context) => {
  const found = FLAGS[text.trim().toLowerCase()]
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Write normal, low, high, critical low, critical high, abnormal or critical.' })
  return z.NEVER
})
const limit = withPoint.pipe(z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/, 'Write a number.'))
const cells = (settings: ImportSettings) => ({
  ...patientCells,
  test: line(120),
  loinc: line(20),
  result: prose(1_500),
  unit: line(40),
  observed_on: dayColumn(settings, 'observed_on', 'past'),
  low: limit,
  high: limit,
  flag,
  laboratory: line(120),
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
type Tests = Awaited<ReturnType<typeof findTestsNamed>>
interface Plan {
  panel: { id: number; unit: string | null }
  read: PastReading
  result: string
  unit: string | null
  day: string
  low: string | null
  high: string | null
  flag: Flag | null
  comment: string
}

/** Each test is looked up once for the rows that are judged together. */
const finder = (db: Db) => {
  const known = new Map<string, Promise<Tests>>()
  return (loinc: string | null, name: string) => {
    const key = JSON.stringify([loinc, name.toLowerCase()])
    const found = known.get(key) ?? findTestsNamed(db, { loinc, name })
    known.set(key, found)
    return found
  }
}

const read =
  (find: ReturnType<typeof finder>, today: string) =>
  async ({ values }: ImportRow<Values>): Promise<ReadHistory<Plan>> => {
    const {
      test = '',
      loinc = null,
      result,
      unit = null,
      observed_on: day,
      low = null,
      high = null,
      flag: validated = null,
      laboratory,
    } = values
    const problems: { column: string; message: string }[] = []
    if (result === undefined || result.trim() === '') problems.push({ column: 'result', message: 'This field is required.' })
    if (day === undefined) problems.push({ column: 'observed_on', message: 'This field is required.' })
    else if (day > today) problems.push({ column: 'observed_on', message: 'The date must not be in the future.' })
    const tests = test === '' && loinc === null ? [] : await find(loinc, test)
    const [panel] = tests
    if (!panel) problems.push({ column: 'test', message: 'Test not in the laboratory catalogue: add it first.' })
    if (!panel || result === undefined || day === undefined || problems.length > 0) return { problems }
    const name = test || panel.name
    const reading = readPastResult(tests, { name, result, unit })
    const comment = ['Imported from another program', ...(laboratory === undefined ? [] : [laboratory])].join(': ')
    const kept = { result, unit, day, low, high, flag: validated, comment }
    // The same result is known by what is kept of it, so that an export comes in as it went out.
    const keyOf = (id: number, reported: Plan['read']) => [id, day, reported.result, reported.unit]
    if (!('problem' in reading))
      return {
        plan: { ...kept, panel: { id: reading.panel.id, unit: reading.panel.unit }, read: reading.read },
        key: keyOf(reading.panel.id, reading.read),
      }
    // What cannot be read by the rules of the test stays as it is written: history in words, without a number that could be compared.
    const words: PastReading = {
      value: null,
      comparator: null,
      choice: null,
      unit: null,
      kind: null,
      rank: null,
      result: [result.trim(), unit].filter(Boolean).join(' '),
    }
    return {
      plan: { ...kept, panel: { id: panel.id, unit: panel.unit }, read: words },
      key: keyOf(panel.id, words),
      notes: [{ column: unit === null ? 'result' : 'unit', text: unit ?? result, message: `Kept as text: ${reading.problem}` }],
    }
  }

/** Of these results, those that stand in the record, by whichever laboratory; what was withdrawn does not. */
const findCurrent = async (db: Db, histories: readonly History<Plan>[]) => {
  const patients = [...new Set(histories.map(({ patient }) => patient))]
  const panels = [...new Set(histories.map(({ plan }) => plan.panel.id))]
  const { rows } = await sql<{ patient: number; panel: number; day: string; result: string; unit: string | null }>`
    select r.patient_id as patient, r.panel_id as panel, ${clinicDay(sql.ref('r.observed_at'))}::text as day, r.result, r.unit
    from lab_results r
    where r.patient_id = any(${patients}::integer[]) and r.panel_id = any(${panels}::integer[]) and r.is_current`.execute(db)
  return new Set(rows.map(({ patient, panel, day, result, unit }) => sourceOf('result', patient, [panel, day, result, unit])))
}

const create = async ({ db, now, user, audit, publish, import: work }: ImportWork, histories: readonly History<Plan>[]) => {
  const time_zone = await clinicTimeZone(db)
  const ids: number[] = []
  for (const { patient, source, plan } of histories) {
    const { panel, read: reading, day, ...rest } = plan
    // The file knows the day alone: noon of it.
    // A mark is written once for ever: what was withdrawn may come again by another import.
    const past = { ...rest, patient, source: `${source} ${work}`, observed_at: instantOf(day, '12:00', time_zone) }
    const { id } = await insertPastResult(db, past, { panel, read: reading }, user.id, now)
    audit('create', {
      entity: 'lab test result',
      id,
      patient,
      change: { panel: panel.id, result: reading.result, unit: reading.unit, day, source },
    })
    ids.push(id)
  }
  publish('laboratory')
  return ids
}

const whyKept = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{
    id: number
  }>`select id::integer from lab_results where id = any(${ids}::integer[]) and withdrawn_at is not null`.execute(db)
  return new Map(rows.map(({ id }) => [id, 'The result has already been withdrawn.']))
}

const withdraw = async ({ db, now, user, audit, publish, import: id }: ImportWork, ids: readonly number[]) => {
  const reason = `Import ${id} was undone`
  for (const one of ids) await withdrawPastResult(db, one, reason, user.id, now)
  const { rows } = await sql<{ id: number; patient: number }>`
    select id::integer, patient_id as patient from lab_results where id = any(${ids}::integer[])`.execute(db)
  for (const one of rows) audit('withdraw', { entity: 'lab test result', id: one.id, patient: one.patient, change: { reason } })
  publish('laboratory')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit: size }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; patient: number; cells: Record<string, string | null> }>`
    select r.id::integer, r.patient_id as patient, json_build_object('patient_number', ${numberOf(sql.ref('r.patient_id'))},
      'patient_name', ${patientNameOf(sql.ref('r.patient_id'))}, 'test', p.code, 'loinc', p.loinc, 'result', r.result, 'unit', r.unit,
      'observed_on', ${clinicDay(sql.ref('r.observed_at'))}::text, 'low', trim_scale(r.low)::text, 'high', trim_scale(r.high)::text,
      'flag', r.flag) as cells
    from lab_results r join lab_panels p on p.id = r.panel_id
    where r.id > ${after} and r.is_current and (r.approved_at is not null or r.origin = 'imported')
      and ${isExported(sql.ref('r.patient_id'))} order by r.id limit ${size}`.execute(db)
  return rows
}

/** Past results of patients that are here, as a file: history of tests, marked as imported and never approved by this laboratory. */
export const resultImport = importKind<Values, History<Plan>>({
  columns: [
    ...patientColumns,
    {
      name: 'test',
      required: true,
      synonyms: [
        'test name',
        'test code',
        'lab test',
        'investigation',
        'analyte',
        'parameter',
        'examination',
        'description',
        'name',
        'code',
        'examen',
        'analyse',
        'kipimo',
      ],
      examples: ['Haemoglobin', 'HIV rapid'],
    },
    { name: 'loinc', isForgiving: true, synonyms: ['loinc code'], examples: ['', ''] },
    {
      name: 'result',
      required: true,
      synonyms: ['value', 'result value', 'results', 'test result', 'résultat', 'matokeo'],
      examples: ['12.4', 'Negative'],
    },
    { name: 'unit', isForgiving: true, synonyms: ['units', 'unit of measure', 'uom', 'unité'], examples: ['g/dL', ''] },
    {
      name: 'observed_on',
      required: true,
      isDay: true,
      synonyms: [
        'result date',
        'date of result',
        'test date',
        'date of test',
        'collection date',
        'sample date',
        'observed',
        'observation date',
        'reported on',
        'date',
        'date du résultat',
        'tarehe',
      ],
      examples: ['2024-03-05', '2024-03-05'],
    },
    {
      name: 'low',
      isForgiving: true,
      synonyms: ['ref low', 'lower limit', 'normal low', 'reference low', 'limite inférieure', 'kiwango cha chini'],
      examples: ['12', ''],
    },
    {
      name: 'high',
      isForgiving: true,
      synonyms: ['ref high', 'upper limit', 'normal high', 'reference high', 'limite supérieure', 'kiwango cha juu'],
      examples: ['16', ''],
    },
    {
      name: 'flag',
      isForgiving: true,
      synonyms: ['abnormal flag', 'interpretation', 'judgement', 'interprétation', 'tafsiri'],
      examples: ['', ''],
    },
    {
      name: 'laboratory',
      isForgiving: true,
      isAlternative: true,
      synonyms: ['lab', 'laboratory name', 'performed by', 'performing laboratory', 'laboratoire', 'maabara'],
      examples: ['', ''],
    },
  ],
  rights: { run: 'laboratory.enter', undo: 'laboratory.amend', read: 'laboratory.view' },
  cells,
  needs: [['patient_number'], ['test', 'loinc'], ['result'], ['observed_on']],
  keysOf: () => [],
  validate: async (work, rows) =>
    validateHistory(work, rows, {
      kind: 'result',
      read: read(finder(work.db), await findClinicDay(work.db, work.now)),
      findKnown: findCurrent,
    }),
  create,
  whyKept,
  withdraw,
  page,
})
