import type { ParsedOf } from '#shared/endpoint.ts'
import { updateLabTestRequestPanel } from '#features/laboratory/contract.ts'
import { notFound, Problem } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { requireMayApprove, requireMayEnter, requireMayRequest } from '../policy.ts'
import { approveResults } from '../results/approve.ts'
import { enterResults, type Entry } from '../results/enter-results.ts'
import { orStale, tell } from '../results/tell.ts'
import { cancelPanel } from './cancel-panels.ts'
import { findPanel } from './find-requests.ts'

type Call = Context & ParsedOf<typeof updateLabTestRequestPanel>

const cancel = async (context: Call, id: number, reason: string, seen: number | null) => {
  const { audit, publish } = context
  const { patient_id: patient, panel_id: test, charge } = await cancelPanel(context, { id, reason, seen })
  audit('cancel', { entity: 'lab test', id, patient, change: { test, reason, charge } })
  publish('laboratory', id)
  publish('billing')
}

/** Where one result is entered its faults are said of its own fields. */
const ofOne = (problem: Problem) => {
  const fields = Object.entries(problem.fields).map(([name, messages]) => [name.replace(/^results\.0\./, ''), messages] as const)
  return new Problem(problem.status, problem.code, problem.message, { fields: Object.fromEntries(fields), extra: problem.extra })
}
const enter = async (context: Call, entry: Entry) => {
  const { db, user, now } = context
  try {
    const { trail } = await orStale(context, () => enterResults({ db, now, by: user.id }, [entry]), 'one')
    tell(context, trail)
  } catch (error) {
    throw error instanceof Problem && error.status === 400 ? ofOne(error) : error
  }
}

const approve = async (context: Call, id: number, version: number | undefined) => {
  const { db, user, now } = context
  const { trail, moves } = await orStale(context, () => approveResults({ db, now, by: user.id }, [{ id, version }]), 'one')
  tell(context, trail, moves)
}

export const panelRoutes: Route[] = [
  handle(updateLabTestRequestPanel, async (context) => {
    const { db, params, body, user, ifMatch } = context
    const seen = body.version ?? ifMatch ?? undefined
    if ('cancelled' in body) requireMayRequest(user)
    else if ('result' in body) requireMayEnter(user)
    else requireMayApprove(user)
    if (!(await findPanel(db, params.id, user))) throw notFound('Laboratory test')
    if ('cancelled' in body) await cancel(context, params.id, body.reason, seen ?? null)
    else if ('result' in body) await enter(context, { ...body, request_panel: params.id, version: seen })
    else await approve(context, params.id, seen)
    return (await findPanel(db, params.id, user))!
  }),
]
