import { handle, type Route } from '#platform/http/handle.ts'
import { getWorkspace } from '../contract.ts'
import { findWorkspace } from './find-workspace.ts'

export const routes = (): Route[] => [
  handle(getWorkspace, (context) => {
    const patient = context.params.id
    context.audit('read', { entity: 'workspace', id: null, patient })
    return findWorkspace(context, patient)
  }),
]
