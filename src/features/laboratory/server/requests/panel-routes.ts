import { updateLabTestRequestPanel } from '#features/laboratory/contract.ts'
import { notFound, forbidden } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { cancelPanel } from './cancel-panels.ts'
import { findPanel } from './find-requests.ts'

export const panelRoutes: Route[] = [
  handle(updateLabTestRequestPanel, async (context) => {
    const { db, params, body, user, ifMatch, audit, publish } = context
    if (!('cancelled' in body)) throw notFound('Laboratory test')
    if (!user.permissions.has('laboratory.request')) throw forbidden('laboratory.request')
    const { reason } = body
    const cancelled = await cancelPanel(context, { id: params.id, reason, seen: body.version ?? ifMatch })
    const { patient_id: patient, panel_id: test, charge } = cancelled
    audit('cancel', { entity: 'lab test', id: params.id, patient, change: { test, reason, charge } })
    publish('laboratory', params.id)
    publish('billing')
    return (await findPanel(db, params.id, user))!
  }),
]
