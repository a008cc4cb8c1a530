import { z } from 'zod'
import { line } from '#shared/text.ts'
import { inEnglish, measureOf, problemOf, rounded, type MeasureKey } from '#features/triage/rules.ts'
import type { Read } from './import-file.ts'
import type { CsvFile, CsvRecord } from './read-csv.ts'
import { Moment, readAs, SourceId } from './synthea-records.ts'

/** What a patient has or had, of the source's conditions. */
export interface ImportedProblem {
  patient: string
  title: string
  onset_at: string
  resolved_at: string | null
}
/** A set of vital signs of one encounter. */
export interface ImportedVitals {
  patient: string
  encounter: string
  taken_at: string
  values: Partial<Record<MeasureKey, number>>
}
export interface ImportedMedicine {
  patient: string
  name: string
  directions: string | null
  started_at: string
  is_stopped: boolean
}

// The kind of thing that a term is, as its terminology writes it behind the term.
const kindOfTerm = /\s*\((disorder|finding|situation)\)$/i
const orNull = (text: string | undefined) => text?.trim() || null

const ProblemRecord = z
  .object({ id: SourceId, patient: SourceId, title: line(200), onset_at: Moment, resolved_at: Moment.nullable() })
  .refine(({ onset_at, resolved_at }) => resolved_at === null || onset_at <= resolved_at, {
    path: ['abatement'],
    error: 'It ended before it began.',
  })

export const readProblem = (record: CsvRecord): Read<ImportedProblem> =>
  readAs(ProblemRecord, {
    id: record['id'],
    patient: record['patient'],
    title: (record['description'] ?? '').replace(kindOfTerm, ''),
    onset_at: record['onset'],
    resolved_at: orNull(record['abatement']),
  })

/** The measures that the source knows, by their LOINC code, each with the unit that it comes in. */
const loincs: Readonly<Record<string, { key: MeasureKey; unit: string }>> = {
  '8310-5': { key: 'temperature', unit: 'Cel' },
  '8331-1': { key: 'temperature', unit: 'Cel' },
  '8867-4': { key: 'pulse', unit: '/min' },
  '9279-1': { key: 'respiration', unit: '/min' },
  '8480-6': { key: 'systolic', unit: 'mm[Hg]' },
  '8462-4': { key: 'diastolic', unit: 'mm[Hg]' },
  '59408-5': { key: 'spo2', unit: '%' },
  '2708-6': { key: 'spo2', unit: '%' },
  '29463-7': { key: 'weight', unit: 'kg' },
  '8302-2': { key: 'height', unit: 'cm' },
  '72514-3': { key: 'pain', unit: '{score}' },
  '9843-4': { key: 'head_circumference', unit: 'cm' },
}

/** A column of a joined row: the value as the file has it, with its unit. */
const cellOf = ({ value = '', unit = '' }: CsvRecord) => `${value} ${unit}`.trim()

/**
 * The vital signs of a file of observations, as rows of one encounter and moment each: what stands together in the file is one set. Other
 * observations, and values that the source worked out itself, are left out.
 */
export const vitalSets = (file: CsvFile): CsvFile => ({
  ...file,
  rows: async function* () {
    let key = ''
    let set: { line: number; record: Record<string, string> } | null = null
    for await (const row of file.rows()) {
      if ('reason' in row) {
        yield row
        continue
      }
      const { category, loinc = '', encounter = '', date = '', patient = '' } = row.record
      if (category !== 'vital-signs' || !(loinc in loincs)) continue
      if (!set || key !== `${encounter} ${date}`) {
        if (set) yield set
        key = `${encounter} ${date}`
        set = { line: row.line, record: { id: encounter && date ? `${encounter}:${date}` : '', patient, encounter, date } }
      }
      set.record[loinc] = cellOf(row.record)
    }
    if (set) yield set
  },
})

const SetRecord = z.object({ id: SourceId, patient: SourceId, encounter: SourceId, taken_at: Moment })

/** What a cell of a set says, or why it cannot be taken. A measure without a unit is in the one that its code says. */
const valueOf = (loinc: string, cell: string): { key: MeasureKey; value: number } | { reason: string } => {
  const { key, unit } = loincs[loinc]!
  const [text = '', written = unit] = cell.split(' ')
  const value = rounded(key, Number(text || Number.NaN))
  if (written !== unit) return { reason: `${measureOf(key).label} is not in ${written}.` }
  const problem = problemOf(key, value)
  return problem ? { reason: inEnglish(problem) } : { key, value }
}

export const readVitals = (record: CsvRecord): Read<ImportedVitals> => {
  const head = readAs(SetRecord, { ...record, taken_at: record['date'] })
  if ('reason' in head) return head
  const values: ImportedVitals['values'] = {}
  for (const [loinc, cell] of Object.entries(record)) {
    if (!(loinc in loincs)) continue
    const found = valueOf(loinc, cell)
    if ('reason' in found) return found
    values[found.key] = found.value
  }
  if (values.systolic !== undefined && values.diastolic !== undefined && values.diastolic >= values.systolic)
    return { reason: 'The diastolic pressure is not below the systolic.' }
  return { row: { ...head.row, values } }
}

const MedicineRecord = z.object({
  id: SourceId,
  patient: SourceId,
  name: line(120),
  directions: line(300).nullable(),
  started_at: Moment,
  is_stopped: z.boolean(),
})

const periods: Readonly<Record<string, string>> = { h: 'hours', d: 'days', wk: 'weeks', mo: 'months' }
const numbers = ['', 'once', 'twice', 'three times', 'four times', 'five times', 'six times']

/** The source's timing in words that a person reads, and that directions are read from. */
const directionsOf = ({ dosage_text, as_needed, freq = '', period = '', period_unit = '', dose = '' }: CsvRecord): string | null => {
  const written = orNull(dosage_text)
  if (written) return written
  const isNeeded = as_needed?.toLowerCase() === 'true'
  const times = Number(freq)
  const every = Number(period)
  const unit = periods[period_unit]
  const when =
    times === 1 && unit && every > 1
      ? `every ${every} ${unit}`
      : every === 1 && period_unit === 'd' && numbers[times]
        ? `${numbers[times]} a day`
        : times === 1 && every === 1 && period_unit === 'h'
          ? 'every hour'
          : null
  return [when && dose.trim(), when, isNeeded && 'when needed'].filter(Boolean).join(' ') || null
}

export const readMedicine = (record: CsvRecord): Read<ImportedMedicine> =>
  readAs(MedicineRecord, {
    id: record['id'],
    patient: record['patient'],
    name: record['description'],
    directions: directionsOf(record),
    started_at: record['authored'],
    is_stopped: record['status'] !== 'active',
  })
