import { sql } from 'kysely'
import { reminderHours } from '#features/messages/public.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { remindPatientsJob } from '../jobs.ts'
import { recipientRows, writeTo, type LinkMaker, type Recipient } from './announce.ts'

const PAGE = 200

/** How long nobody is reminded of what they were told a moment ago. */
const JUST_CHANGED = '1 hour'

const keyOf = (id: number, start: Date, hours: number) => `appointment:${id}:reminder:${start.toISOString()}:${hours}`
/** The same in SQL, of `a`. */
const keyInSql = (hours: number) => sql`'appointment:' || a.id || ':reminder:'
  || to_char(a.appointment_date_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ':' || ${hours}::integer`

interface Window {
  hours: number
  /** The next shorter time ahead, whose own reminder it is from then on. */
  shorter: number
}

/** A booking that the desk has put on no record is reminded of where it was told: too many with the same telephone are not. */
const isKnown = sql`(a.patient_id is not null or exists (select from messages m where m.entity = 'appointment' and m.entity_id = a.id))`

/** Those who were not reminded in this window yet, by time, after the last one of the page before. */
const findUnreminded = async (db: Db, { hours, shorter }: Window, after: Pick<Recipient, 'start' | 'id'> | null, now: Date) => {
  const from = after
    ? sql`(${after.start}::timestamptz, ${after.id}::integer)`
    : sql`(${now}::timestamptz + ${shorter} * interval '1 hour', 2147483647)`
  const { rows } = await sql<Recipient>`${recipientRows}
    where a.status in ('pending', 'confirmed') and (a.appointment_date_time, a.id) > ${from}
      and a.appointment_date_time <= ${now}::timestamptz + ${hours} * interval '1 hour'
      and p.deactivated_at is null and ${isKnown}
      and a.changed_at <= ${now}::timestamptz - ${JUST_CHANGED}::interval
      and not exists (select from messages m where m.once_key in (${keyInSql(hours)} || ' email', ${keyInSql(hours)} || ' sms'))
    order by a.appointment_date_time, a.id limit ${PAGE}`.execute(db)
  return rows
}

/** Reminds a page of them, each once. */
const remindPage = (db: Db, page: readonly Recipient[], hours: number, now: Date, linkOf: LinkMaker | undefined) =>
  inTransaction(db, async (tx) => {
    const ids = page.map(({ id }) => id)
    // As they are now: who was moved or cancelled meanwhile is left alone.
    const { rows } = await sql<Recipient>`${recipientRows}
      where a.id = any(${ids}::integer[]) and a.status in ('pending', 'confirmed') order by a.id for no key update of a`.execute(tx)
    const starts = new Map(page.map(({ id, start }) => [id, start.getTime()]))
    let queued = 0
    for (const to of rows)
      if (starts.get(to.id) === to.start.getTime())
        queued += await writeTo(tx, to, 'reminder', keyOf(to.id, to.start, hours), { now, by: null, linkOf })
    return queued
  })

/** Queues the reminders that are due, each once; how many there were. */
export const remindPatients = async (
  { db, now, signal }: Pick<JobContext, 'db' | 'now' | 'signal'>,
  linkOf?: LinkMaker,
): Promise<number> => {
  const ahead = (await reminderHours(db)).toSorted((a, b) => b - a)
  let queued = 0
  for (const [index, hours] of ahead.entries()) {
    const window = { hours, shorter: ahead[index + 1] ?? 0 }
    let last: Recipient | null = null
    do {
      const page: Recipient[] = await findUnreminded(db, window, last, now)
      if (page.length > 0) queued += await remindPage(db, page, hours, now, linkOf)
      last = page.length === PAGE ? page.at(-1)! : null
    } while (last && !signal.aborted)
  }
  return queued
}

/** Reminds patients of their appointments; `linksOf` makes the links of public bookings. */
export const reminderWork = (linksOf?: (context: Pick<JobContext, 'codeKey' | 'publicUrl'>) => LinkMaker): JobWork =>
  perform(remindPatientsJob, async (context) => {
    if ((await remindPatients(context, linksOf?.(context))) > 0) context.publish('messages')
  })
