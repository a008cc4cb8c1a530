import {
  findPregnancyState,
  openPregnancy,
  pregnancyWords,
  recordAnswer,
  refuseMale,
  withdrawAnswer,
  withdrawPregnancy,
} from '#features/pregnancies/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'

interface Answering {
  /** What was sent; undefined: nothing. */
  sent: boolean | null | undefined
  patient: number
  triage: { id: number; is_pregnant: boolean | null; gender: string }
  by: number
  now: Date
}

/** What the answer of a triage did to the record, for the trail. */
export interface RecordChange {
  action: 'create' | 'end'
  entity: 'pregnancy' | 'not pregnant'
  id: number
}

export interface PregnancyAnswer {
  /** Whether the triage goes by a pregnancy: what was said, else what the record says. */
  isPregnant: boolean | null
  changes: RecordChange[]
}

/**
 * Holds the answer of a triage against the record and keeps it there: yes begins a pregnancy where there is none, no is kept with its day, and
 * without an answer the record counts. A pregnancy that this triage began is withdrawn with the answer, as long as nothing was added to it.
 * 400 on `is_pregnant` for a man, and for a no beside a current pregnancy.
 */
export const answerPregnancy = async (db: Db, { sent, patient, triage, by, now }: Answering): Promise<PregnancyAnswer> => {
  const changing = { db, now, user: { id: by } }
  const changes: RecordChange[] = []
  const isNew = sent !== undefined && sent !== triage.is_pregnant
  if (isNew && triage.is_pregnant === false) await withdrawAnswer(changing, triage.id)
  // A refusal says what is in the record.
  const requireOpen = () => requireOpenRecord(db, { id: by }, now, patient, 'triage')
  if (sent === true && isNew) {
    if (triage.gender === 'male') await requireOpen()
    refuseMale(triage.gender, 'is_pregnant')
    const id = await openPregnancy(changing, patient, triage.id)
    if (id !== null) changes.push({ action: 'create', entity: 'pregnancy', id })
  }
  if (sent === false && isNew) {
    const id = await withdrawPregnancy(changing, triage.id)
    if (id !== null) changes.push({ action: 'end', entity: 'pregnancy', id })
  }
  const record = await findPregnancyState(db, patient, now)
  if (sent === false && record.is_current) {
    await requireOpen()
    throw fieldError(
      'is_pregnant',
      `The record says ${pregnancyWords(record.gestation_days)}. Record the outcome of that pregnancy first; "not pregnant" is for one that was recorded in error.`,
    )
  }
  if (sent === false && isNew && triage.gender !== 'male')
    changes.push({ action: 'create', entity: 'not pregnant', id: await recordAnswer(changing, patient, triage.id) })
  if (sent === true || sent === false) return { isPregnant: sent, changes }
  if (record.state === 'pregnant') return { isPregnant: true, changes }
  if (record.state === 'not pregnant') return { isPregnant: false, changes }
  return { isPregnant: sent === undefined ? triage.is_pregnant : null, changes }
}
