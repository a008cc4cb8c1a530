import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { findUncollected, type UncollectedTest } from '#features/laboratory/public.ts'
import { countWaitingMessages } from '#features/messages/public.ts'
import { findDraftsOf } from '#features/order-drafts/public.ts'
import { findOpenLines, findTakenMedicines } from '#features/prescriptions/public.ts'
import { findOpenReferrals } from '#features/referrals/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { type DeathPreview, type EndedKind, endedKinds } from '../contract.ts'
import { findLastAct } from './later-acts.ts'

type Work = DeathPreview['work'][number]

const SHOWN = 100

interface Plain {
  kind: EndedKind
  id: number
  text: string
  at: string | null
}

/** The open visit, the appointments that are not over, places on the waiting list, requests that were sent in, and the account. */
const findPlain = async (db: Db, patient: number, now: Date): Promise<Work[]> => {
  const { rows } = await sql<Omit<Plain, 'at'> & { at: Date | null }>`
    select 'visit' as kind, v.id, v.track_number as text, v.created_at as at from visits v where v.patient_id = ${patient} and v.closed_at is null
    union all
    select 'appointment', a.id, a.number, a.appointment_date_time from appointments a
      where a.patient_id = ${patient} and a.status in ('pending', 'confirmed') and a.ends_at > ${now}
    union all
    select 'waiting', w.id, concat_ws(' ', u.first_name, u.last_name), w.created_at from waiting_list w left join users u on u.id = w.doctor_id
      where w.patient_id = ${patient} and w.status = 'waiting'
    union all
    select 'laboratory request', q.id, l.name, q.date_created from public_lab_requests q join lab_profiles l on l.id = q.profile_id
      where q.patient_id = ${patient} and q.status not in ('done', 'cancelled')
    union all
    select 'prescription request', q.id, coalesce(q.note, ''), q.date_created from public_prescription_requests q
      where q.patient_id = ${patient} and q.status not in ('done', 'declined')
    union all
    select 'account', u.id, u.email, null from patients p join users u on u.id = p.user_id and u.is_active and u.role = 'patient'
      where p.id = ${patient}
    order by 1, 2`.execute(db)
  return rows
}

const toWork = (kind: EndedKind, rows: readonly { id: number; text: string; at: Date | null }[]): Work[] =>
  rows.map((row) => ({ kind, ...row }))

/** All open work of a patient that a death ends, with what of it is needed to end it. Messages that wait are counted. */
export const findOpenWork = async (db: Db, patient: number, now: Date) => {
  const plain = await findPlain(db, patient, now)
  const tests: UncollectedTest[] = await findUncollected(db, patient)
  const lines = await findOpenLines(db, patient)
  const medicines = await findTakenMedicines(db, patient)
  const referrals = await findOpenReferrals(db, patient)
  const drafts = await findDraftsOf(db, patient)
  const work: Work[] = [
    ...plain,
    ...toWork(
      'test',
      tests.map(({ id, name: text, requested_at: at }) => ({ id, text, at })),
    ),
    ...toWork(
      'prescription',
      lines.map(({ id, name: text, prescribed_at: at }) => ({ id, text, at })),
    ),
    ...toWork(
      'medicine',
      medicines.map(({ id, name: text, recorded_at: at }) => ({ id, text, at })),
    ),
    ...toWork(
      'referral',
      referrals.map(({ id, text, referred_at: at }) => ({ id, text, at })),
    ),
    ...toWork(
      'draft',
      drafts.map(({ id, author: text }) => ({ id, text, at: null })),
    ),
  ]
  return {
    work: work.toSorted((a, b) => endedKinds.indexOf(a.kind) - endedKinds.indexOf(b.kind)),
    tests,
    lines,
    messages: await countWaitingMessages(db, patient),
  }
}
export type OpenWork = Awaited<ReturnType<typeof findOpenWork>>

/** What stays open: samples that were collected, results to approve, notes that are not signed, bills, and a current pregnancy. */
const findKept = async (db: Db, patient: number): Promise<DeathPreview['keeps']> => {
  const { rows } = await sql<DeathPreview['keeps'][number]>`
    select * from (
      select 'sample' as kind, count(*)::integer as count from lab_test_request_panels n join lab_samples s on s.id = n.sample_id
        where n.patient_id = ${patient} and n.state = 'requested' and s.state in ('collected', 'received')
      union all
      select 'result', count(*)::integer from lab_test_request_panels n where n.patient_id = ${patient} and n.state = 'entered'
      union all
      select 'note', count(*)::integer from consultations c where c.patient_id = ${patient} and c.signed_at is null
      union all
      select 'bill', count(*)::integer from invoices i where i.patient_id = ${patient} and i.status not in ('paid', 'credited')
      union all
      select 'pregnancy', count(*)::integer from pregnancies g where g.patient_id = ${patient} and g.outcome is null
    ) k where k.count > 0`.execute(db)
  return rows
}

/** What was seen: the same as long as the same work is open. Messages come and go by themselves. */
export const workSeen = ({ work }: Pick<OpenWork, 'work'>): string =>
  createHash('sha256')
    .update(JSON.stringify(work.map(({ kind, id }) => [kind, id])))
    .digest('hex')

const countByKind = ({ work, messages }: OpenWork): DeathPreview['ends'] =>
  endedKinds.flatMap((kind) => {
    const count = kind === 'message' ? messages : work.filter((one) => one.kind === kind).length
    return count > 0 ? [{ kind, count }] : []
  })

/** What recording a death would do now. */
export const findDeathPreview = async (db: Db, patient: number, now: Date): Promise<DeathPreview> => {
  const open = await findOpenWork(db, patient, now)
  return {
    ends: countByKind(open),
    work: open.work.slice(0, SHOWN),
    keeps: await findKept(db, patient),
    last_act: await findLastAct(db, patient, now),
    seen: workSeen(open),
  }
}
