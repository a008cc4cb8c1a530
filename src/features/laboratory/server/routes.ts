import { type Route, handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { publicRoutes } from './public/public-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { earlierResultRoutes } from './earlier-results/earlier-result-routes.ts'
import { sampleRoutes } from './samples/sample-routes.ts'
import { findLabReport, getLabDashboard, printLabReport, verifyLabReport, getCumulative } from '../contract-reports.ts'
import { notFound, conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import { findDashboard } from './reports/find-dashboard.ts'
import { keepReport, makeReport } from './reports/make-report.ts'
import { findReportByCode, verifyReport } from './reports/verify-report.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { updateLabTestRequestPanel, printSampleLabels as labelsContract } from '../contract.ts'
import { requireMayApprove, requireMayEnter, requireMayRequest } from './policy.ts'
import { approveResults } from './results/approve.ts'
import { enterOne } from './results/enter-one.ts'
import { withVersionConflict, tell } from './results/notify.ts'
import { cancelPanel } from './requests/cancel-panels.ts'
import { findPanel, findGroup, findPanelsById } from './requests/find-requests.ts'
import { sql } from 'kysely'
import { MAX_ID } from '#shared/paging.ts'
import { findSamplesById } from './samples/find-samples.ts'
import { requireState } from './samples/lock-samples.ts'
import { printSampleLabels } from './samples/print-labels.ts'
import {
  getEntry,
  getLabCounts,
  getWorklist,
  listRevisions,
  amendResult as amendContract,
  approveResults as approveContract,
  enterResults as enterContract,
  withdrawResult as withdrawContract,
  listCriticalCalls,
  markCriticalSeen,
  recordCriticalTry,
  decideLabRelease,
  getLabRelease,
  type LabRelease,
} from '../contract-results.ts'
import { requirePatient } from '#features/patients/public.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { findCounts } from './results/find-counts.ts'
import { findCumulative } from './results/find-cumulative.ts'
import { findEntry } from './results/find-entry.ts'
import { findRevisions } from './results/find-revisions.ts'
import { findWorklist } from './results/find-worklist.ts'
import { requireRegistration, nameOf } from '#features/users/public.ts'
import { amendResult, withdrawResult } from './results/correct.ts'
import { enterResults } from './results/enter-results.ts'
import type { Db } from '#platform/db/connect.ts'
import { readPage } from '#platform/db/keyset.ts'
import { countCalls, findCall, findCalls } from './results/critical/find-calls.ts'
import { releaseState } from './released/is-released.ts'

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
  if (asked && is_held) throw conflict('These results are already withheld.', {}, 'held')
  if (asked || is_held) return
  if (results.length === 0) throw conflict('No approved results yet.', {}, 'nothing_approved')
  if (at_clinic + hidden === 0) throw conflict('The patient can already see these results.', {}, 'released')
}

/** What patients see of results by the word of those who approve them. */
const releaseRoutes: Route[] = [
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

const lockCall = async (db: Db, id: number) => {
  const { rows } = await sql<{ patient_id: number; closed_at: Date | null; close_reason: string | null; seen_at: Date | null }>`
    select patient_id, closed_at, close_reason, seen_at from lab_critical_calls where id = ${id} for no key update`.execute(db)
  return requireFound(rows[0], 'Critical value')
}

const criticalRoutes: Route[] = [
  handle(listCriticalCalls, async ({ db, query, now, audit }) => {
    const page = await readPage(query, {
      find: (position) => findCalls(db, query, position, now),
      by: ({ id, opened_at }) => (query.closed ? id : opened_at.toISOString()),
      count: () => countCalls(db, query),
    })
    auditReads(audit, 'critical values', page.rows, query.patient_id)
    return page
  }),

  handle(recordCriticalTry, async ({ db, params, body, user, now, audit, publish }) => {
    const { called_to, is_reached, is_read_back, note } = body
    if (is_read_back && !is_reached) throw fieldError('is_read_back', 'A read-back requires that the call was answered.')
    const call = await lockCall(db, params.id)
    if (call.closed_at)
      throw conflict('This critical value is already closed.', { closed_at: call.closed_at, close_reason: call.close_reason }, 'closed')
    await db
      .insertInto('lab_critical_tries')
      .values({ critical_call_id: params.id, called_at: now, called_by: user.id, called_to, is_reached, is_read_back, note })
      .execute()
    if (is_reached && is_read_back)
      await db.updateTable('lab_critical_calls').set({ closed_at: now, close_reason: 'told' }).where('id', '=', params.id).execute()
    audit('call', { entity: 'critical value', id: params.id, patient: call.patient_id, change: { called_to, is_reached, is_read_back } })
    publish('laboratory', params.id)
    return (await findCall(db, params.id, now))!
  }),

  handle(markCriticalSeen, async ({ db, params, user, now, audit, publish }) => {
    const call = await lockCall(db, params.id)
    if (call.seen_at === null) {
      await sql`
        update lab_critical_calls set seen_at = ${now}, seen_by = ${user.id}, closed_at = coalesce(closed_at, ${now}),
          close_reason = coalesce(close_reason, 'seen')
        where id = ${params.id}`.execute(db)
      audit('see', { entity: 'critical value', id: params.id, patient: call.patient_id })
      publish('laboratory', params.id)
    } else audit('read', { entity: 'critical value', id: params.id, patient: call.patient_id })
    return (await findCall(db, params.id, now))!
  }),
]

const resultRoutes: Route[] = [
  handle(enterContract, async (context) => {
    const { db, user, body, now } = context
    const { ids, trail } = await withVersionConflict(context, () => enterResults({ db, now, by: user.id }, body.results))
    tell(context, trail)
    return findPanelsById(db, ids, user)
  }),

  handle(approveContract, async (context) => {
    const { db, user, body, now } = context
    await requireRegistration(db, user)
    const { trail, moves } = await withVersionConflict(context, () => approveResults({ db, now, by: user.id }, body.panels))
    tell(context, trail, moves)
    return findPanelsById(
      db,
      body.panels.map(({ id }) => id),
      user,
    )
  }),

  handle(amendContract, async (context) => {
    const { db, user, params, body, ifMatch, now } = context
    const seen = body.version ?? ifMatch
    await requireRegistration(db, user)
    const { trail } = await withVersionConflict(context, () => amendResult({ db, now, by: user.id }, params.id, body, seen), 'one')
    tell(context, trail)
    return (await findPanel(db, params.id, user))!
  }),

  handle(withdrawContract, async (context) => {
    const { db, user, params, body, ifMatch, now } = context
    const seen = body.version ?? ifMatch
    const { trail } = await withVersionConflict(
      context,
      () => withdrawResult({ db, now, by: user.id }, params.id, body.reason, seen),
      'one',
    )
    tell(context, trail)
    return (await findPanel(db, params.id, user))!
  }),
]

const resultReadRoutes: Route[] = [
  handle(getWorklist, async ({ db, query, user, now, audit, reply }) => {
    const { next, ...list } = await findWorklist(db, query, user, now)
    if (next !== null) reply.next(next)
    auditReads(audit, 'lab work list', list.rows)
    return list
  }),

  handle(getLabCounts, ({ db, now }) => sharedRead(db, 'lab counts', () => findCounts(db, now))),

  handle(getEntry, async ({ db, params, user, now, audit }) => {
    const group = requireFound(await findGroup(db, params.process_id), 'Request group')
    auditReads(audit, 'lab results', [], group.patient_id)
    return findEntry(db, params.process_id, user, now)
  }),

  handle(listRevisions, async ({ db, user, params, audit }) => {
    const panel = requireFound(await findPanel(db, params.id, user), 'Laboratory test')
    auditReads(audit, 'lab results', [], panel.patient)
    return findRevisions(db, params.id, user)
  }),

  handle(getCumulative, async ({ db, params, query, audit }) => {
    await requirePatient(db, params.patient_id)
    auditReads(audit, 'lab results', [], params.patient_id)
    return findCumulative(db, params.patient_id, query)
  }),
]

/** Labels: read and printed before the transaction begins, because a connection waits for no paper. */
const labelRoutes = ({ printPdf }: Pick<Services, 'printPdf'>): Route[] => [
  handlePrepared(
    labelsContract,
    async ({ db, query }) => {
      const ids = [...new Set(query.samples.split(',').map(Number))]
      const found = new Map(
        (
          await findSamplesById(
            db,
            ids.filter((id) => id <= MAX_ID),
          )
        ).map((sample) => [sample.id, sample]),
      )
      const samples = ids.map((id) => {
        const sample = found.get(id)
        if (!sample) throw notFound('Sample')
        requireState({ code: sample.patient_sample_code, state: sample.state }, ['to collect', 'collected', 'received'])
        return sample
      })
      return { samples, download: await printSampleLabels(db, printPdf, samples, query.copies ?? 1) }
    },
    async ({ db, query, audit, publish, prepared: { samples, download } }) => {
      const ids = samples.map(({ id }) => id)
      await sql`
        update lab_samples set labels_printed = least(32767, labels_printed + ${query.copies ?? 1})
        where id in (select id from lab_samples where id = any(${ids}::integer[]) order by id for no key update)`.execute(db)
      for (const { id, patient } of samples) audit('print', { entity: 'sample', id, patient })
      publish('laboratory')
      return download
    },
  ),
]

type Call = Context & ParsedOf<typeof updateLabTestRequestPanel>

const cancel = async (context: Call, id: number, reason: string, seen: number | null) => {
  const { audit, publish } = context
  const { patient_id: patient, panel_id: test, charge } = await cancelPanel(context, { id, reason, seen })
  audit('cancel', { entity: 'lab test', id, patient, change: { test, reason, charge } })
  publish('laboratory', id)
  publish('billing')
}

const approve = async (context: Call, asked: { id: number; version: number | undefined; acknowledged?: boolean | undefined }) => {
  const { db, user, now } = context
  const { trail, moves } = await withVersionConflict(context, () => approveResults({ db, now, by: user.id }, [asked]), 'one')
  tell(context, trail, moves)
}

const panelRoutes: Route[] = [
  handle(updateLabTestRequestPanel, async (context) => {
    const { db, params, body, user, ifMatch } = context
    const seen = body.version ?? ifMatch ?? undefined
    if ('cancelled' in body) requireMayRequest(user)
    else if ('result' in body) requireMayEnter(user)
    else requireMayApprove(user)
    if (!(await findPanel(db, params.id, user))) throw notFound('Laboratory test')
    if ('cancelled' in body) await cancel(context, params.id, body.reason, seen ?? null)
    else if ('result' in body) await enterOne(context, { ...body, request_panel: params.id, version: seen })
    else await approve(context, { id: params.id, version: seen, acknowledged: body.acknowledged })
    return (await findPanel(db, params.id, user))!
  }),
]

/** Reports of results with their public check, and how the laboratory's days go. */
const reportRoutes = (services: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>): Route[] => [
  handlePrepared(
    printLabReport,
    (before) => makeReport(before, services, { process: before.params.process_id, request: before.query.test_request_id }),
    (context) => keepReport(context, context.prepared),
  ),
  handle(verifyLabReport, async ({ db, params }) => {
    return requireFound(await verifyReport(db, params.code), 'Document')
  }),
  handle(findLabReport, async ({ db, params, audit }) => {
    const report = requireFound(await findReportByCode(db, params.code), 'Laboratory report')
    audit('read', { entity: 'laboratory report', id: report.id, patient: report.patient })
    return report
  }),
  handle(getLabDashboard, ({ db, query, now }) => findDashboard(db, query, now)),
]

/** Everything the laboratory answers, from request to report. */
export const routes = (services: Services): Route[] => [
  ...requestRoutes,
  ...panelRoutes,
  ...sampleRoutes,
  ...labelRoutes(services),
  ...publicRoutes(services),
  ...resultRoutes,
  ...resultReadRoutes,
  ...earlierResultRoutes,
  ...criticalRoutes,
  ...releaseRoutes,
  ...reportRoutes(services),
]
