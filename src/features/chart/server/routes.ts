import { handle, type Route } from '#platform/http/handle.ts'
import { getPatientOverview } from '../contract.ts'
import { findOverview } from './find-overview.ts'

export const routes = (): Route[] => [
  handle(getPatientOverview, (context) => {
    const patient = context.params.id
    context.audit('read', { entity: 'overview', id: null, patient })
    return findOverview(context, patient)
  }),
]
