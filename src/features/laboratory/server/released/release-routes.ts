import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import { decideLabRelease, getLabRelease, type LabRelease } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { releaseState } from './is-released.ts'

const findRequest = async (db: Db, id: number) => {
  const { rows } = await sql<{ patient: number }>`select patient_id as patient from lab_test_requests where id = ${id}`.execute(db)
  return requireFound(rows[0], 'Laboratory request')
}
const findDecisions = async (db: Db, request: number) => {
  const { rows } = await sql<LabRelease['decisions'][number]>`
    select l.id, l.is_held, l.reason, l.decided_at, ${nameOf(sql`l.decided_by`)} as decided_by_name
    from lab_releases l where l.lab_test_request_id = ${request} order by l.id desc`.execute(db)
  return rows
}
const countStates = async (db: Db, request: number, now: Date) => {
  const { rows } = await sql<Pick<LabRelease, 'released' | 'at_clinic' | 'hidden'>>`
    select count(*) filter (where state = 'released')::integer as released, count(*) filter (where state = 'at clinic')::integer as at_clinic,
      count(*) filter (where state = 'hidden')::integer as hidden
    from (
      select ${releaseState(now)} as state from lab_test_request_panels n join lab_results r on r.request_panel_id = n.id
      where n.lab_test_request_id = ${request} and r.is_current and r.approved_at is not null
    ) x`.execute(db)
  return rows[0]!
}
const findRelease = async (db: Db, request: number, now: Date): Promise<LabRelease> => {
  const [counts, decisions] = await Promise.all([countStates(db, request, now), findDecisions(db, request)])
  return { ...counts, is_held: decisions[0]?.is_held ?? false, decisions }
}

/** What a release now is of: what is approved of the request and was not taken back. An approval that is still under way is not of it. */
const findApproved = async (db: Db, request: number) => {
  const { rows } = await sql<{ id: number }>`
    select r.id from lab_test_request_panels n join lab_results r on r.request_panel_id = n.id
    where n.lab_test_request_id = ${request} and r.is_current and r.approved_at is not null order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holding back what is held says nothing new; a release does as long as something is told at the clinic or waits. */
const requireNews = ({ at_clinic, hidden, is_held }: LabRelease, asked: boolean, results: readonly number[]) => {
  if (asked && is_held) throw conflict('These results are held back already.', {}, 'held')
  if (asked || is_held) return
  if (results.length === 0) throw conflict('No result is approved yet.', {}, 'nothing_approved')
  if (at_clinic + hidden === 0) throw conflict('The patient sees these results already.', {}, 'released')
}

/** What patients see of results by the word of those who approve them. */
export const releaseRoutes: Route[] = [
  handle(getLabRelease, async ({ db, params, now, audit }) => {
    const { patient } = await findRequest(db, params.id)
    audit('read', { entity: 'lab release', id: params.id, patient })
    return findRelease(db, params.id, now)
  }),

  handle(decideLabRelease, async (context) => {
    const { db, params, body, user, now, audit, publish } = context
    const { patient } = await findRequest(db, params.id)
    // Before anybody is waited for: of what is approved meanwhile whoever decides has seen nothing.
    const results = body.is_held ? [] : await findApproved(db, params.id)
    // Tests by id, as whoever approves: what is answered tells of their approvals too, and whoever decides next waits.
    await sql`select from lab_test_request_panels where lab_test_request_id = ${params.id} order by id for no key update`.execute(db)
    requireNews(await findRelease(db, params.id, now), body.is_held, results)
    await db
      .insertInto('lab_releases')
      .values({ lab_test_request_id: params.id, ...body, results, decided_at: now, decided_by: user.id })
      .execute()
    audit(body.is_held ? 'hold back' : 'release', { entity: 'lab release', id: params.id, patient, change: { reason: body.reason } })
    publish('laboratory', params.id)
    return findRelease(db, params.id, now)
  }),
]
