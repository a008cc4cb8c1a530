import type { ParsedOf } from '#shared/endpoint.ts'
import { updateLabTestRequestPanel } from '#features/laboratory/contract.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { requireMayApprove, requireMayEnter, requireMayRequest } from '../policy.ts'
import { approveResults } from '../results/approve.ts'
import { enterOne } from '../results/enter-one.ts'
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

const approve = async (context: Call, asked: { id: number; version: number | undefined; acknowledged?: boolean | undefined }) => {
  const { db, user, now } = context
  const { trail, moves } = await orStale(context, () => approveResults({ db, now, by: user.id }, [asked]), 'one')
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
    else if ('result' in body) await enterOne(context, { ...body, request_panel: params.id, version: seen })
    else await approve(context, { id: params.id, version: seen, acknowledged: body.acknowledged })
    return (await findPanel(db, params.id, user))!
  }),
]
