import { sql } from 'kysely'
import { moveOn } from '#features/attendance/public.ts'
import { readLabSettings } from '#features/lab-catalogue/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { requireState, sampleFacts, type HeldSample } from './lock-samples.ts'
import { areUnpaid, ordersOfSample } from '../requests/unpaid-orders.ts'

interface Asked {
  payFirst: boolean
  reason: string | undefined
  user: Pick<User, 'permissions'>
}

/**
 * Where the clinic collects only samples whose tests are paid: 409 `unpaid` with the samples, unless a person with the right says why they cannot
 * wait. Answers the samples that are collected although they are not paid.
 */
const requirePaid = async (db: Db, samples: readonly HeldSample[], { payFirst, reason, user }: Asked): Promise<ReadonlySet<number>> => {
  if (!payFirst) return new Set()
  const { rows } = await sql<{ id: number; code: string }>`
    select s.id, s.code from lab_samples s where s.id = any(${samples.map(({ id }) => id)}::integer[]) and ${areUnpaid(ordersOfSample)}
    order by s.id`.execute(db)
  if (rows.length === 0) return new Set()
  const codes = rows.map(({ code }) => code)
  if (reason === undefined)
    throw conflict('These samples are unpaid. Take payment first.', { samples: codes, hint: 'Send `unpaid_reason`.' }, 'unpaid')
  if (!user.permissions.has('laboratory.before_payment')) throw forbidden('laboratory.before_payment')
  return new Set(rows.map(({ id }) => id))
}

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const MINUTE = 60_000

/** When it was taken: now unless somebody says so; 400 for a time that is to come, or before anybody asked for it. */
const timeOf = ({ requested_at }: HeldSample, asked: Date | undefined, now: Date) => {
  if (asked === undefined) return now
  if (asked > now) throw fieldError('collected_at', 'Enter a time that is not in the future.')
  // A clock on a screen shows no seconds.
  if (asked.getTime() < Math.floor(requested_at.getTime() / MINUTE) * MINUTE)
    throw fieldError('collected_at', 'Enter a time after the sample was requested.')
  return asked
}

/** From when a sample is taken counts until when its tests are due. */
const setDue = (db: Db, samples: readonly number[]) =>
  sql`
    update lab_test_request_panels n set due_at = s.collected_at + make_interval(mins => case when n.priority = 'routine'
        then p.turnaround_minutes else coalesce(p.urgent_turnaround_minutes, p.turnaround_minutes) end)
    from lab_samples s, lab_panels p
    where n.sample_id = s.id and s.id = any(${samples}::integer[]) and p.id = n.panel_id and n.cancelled_at is null`.execute(db)

/** Visits in the laboratory of which nothing is to be taken any more wait for their results from now on. */
const moveVisits = async ({ db, user, now, audit, publish }: WriteContext, visits: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select v.id from visits v join process_test_requests g on g.visit_id = v.id
    where v.id = any(${visits}::integer[]) and v.track = 'lab' and v.closed_at is null
      and not exists (select from lab_samples s where s.process_id = g.id and s.state = 'to collect') order by v.id`.execute(db)
  for (const { id } of rows) {
    const moved = await moveOn(db, id, { from: ['lab'], to: 'awaiting result' }, user.id, now)
    if (!moved) continue
    const { before, after } = moved
    audit('move', { entity: 'visit', id, patient: before.patient_id, change: changedFields({ ...before }, { ...after }) })
    publish('attendance', id)
  }
}

interface Collecting {
  /** When they were taken; left out: now. */
  at?: Date | undefined
  /** Why those that are not paid are taken nevertheless. */
  unpaidReason?: string | undefined
}

/**
 * Writes that samples, which are held, were taken; received as well where they are taken in the laboratory. 409 for one that was taken
 * before, was rejected or is not needed, and `unpaid` where payment comes first. The visit in the laboratory whose last sample it is waits for its results then, by a move of this
 * person, whatever they may move by hand.
 */
export const collect = async (context: WriteContext, samples: readonly HeldSample[], { at: asked, unpaidReason }: Collecting = {}) => {
  const { db, user, now } = context
  for (const sample of samples) requireState(sample, ['to collect'])
  const { receive_on_collect, pay_first: payFirst } = await readLabSettings(db)
  const unpaid = await requirePaid(db, samples, { payFirst, reason: unpaidReason, user })
  const taken = samples.map((sample) => ({
    id: sample.id,
    at: timeOf(sample, asked, now),
    unpaid_reason: unpaid.has(sample.id) ? unpaidReason : null,
  }))
  await sql`
    update lab_samples s set state = ${receive_on_collect ? 'received' : 'collected'}::lab_sample_state, collected_at = w.at,
      collected_by = ${user.id}, received_at = ${receive_on_collect ? now : null}::timestamptz,
      received_by = ${receive_on_collect ? user.id : null}::integer, unpaid_reason = w.unpaid_reason, version = s.version + 1
    from json_to_recordset(${JSON.stringify(taken)}::json) as w(id integer, at timestamptz, unpaid_reason text) where s.id = w.id`.execute(
    db,
  )
  await setDue(
    db,
    taken.map(({ id }) => id),
  )
  await moveVisits(context, [...new Set(samples.map(({ visit_id }) => visit_id))])
}

/** Writes that samples, which are held, have come. 409 for one that was not taken yet, has come already, or was rejected. */
export const receive = async ({ db, user, now }: WriteContext, samples: readonly HeldSample[]) => {
  for (const sample of samples) requireState(sample, ['collected'])
  await sql`
    update lab_samples set state = 'received', received_at = ${now}, received_by = ${user.id}, version = version + 1
    where id = any(${samples.map(({ id }) => id)}::integer[])`.execute(db)
}

/** Two to be taken of one specimen in a visit would be one too many. */
const refuseSecond = async (db: Db, { process_id, specimen_id }: HeldSample) => {
  const { rows } = await sql<{ code: string }>`
    select code from lab_samples where process_id = ${process_id} and specimen_id = ${specimen_id} and state = 'to collect'`.execute(db)
  const [second] = rows
  if (second) throw conflict('Another sample of this type is already waiting to be collected.', { sample: second.code }, 'second_sample')
}

/**
 * Takes back that a sample, which is held, was taken. 409 once it was received (unless taking is receiving), something was entered, or
 * another one of its kind is to be taken already.
 */
export const uncollect = async ({ db }: WriteContext, sample: HeldSample) => {
  const { receive_on_collect } = await readLabSettings(db)
  requireState(sample, receive_on_collect ? ['collected', 'received'] : ['collected'])
  const { rows: entered } = await sql`
    select from lab_test_request_panels where sample_id = ${sample.id} and state in ('entered', 'approved') limit 1`.execute(db)
  if (entered.length > 0) throw conflict('This sample already has results.', sampleFacts(sample), 'entered')
  await refuseSecond(db, sample)
  await sql`
    update lab_samples set state = 'to collect', collected_at = null, collected_by = null, received_at = null, received_by = null,
      unpaid_reason = null, version = version + 1 where id = ${sample.id}`.execute(db)
  await sql`update lab_test_request_panels set due_at = null where sample_id = ${sample.id}`.execute(db)
}
