import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { permissionToOrder, type OrderKind } from '../rules.ts'

/** Refuses orders of a kind to those who may not send them; a draft is its author's alone because it is only ever looked for by its author. */
export const requireMayOrder = ({ permissions }: Pick<User, 'permissions'>, kind: OrderKind) => {
  if (!permissions.has(permissionToOrder[kind])) throw forbidden(permissionToOrder[kind])
}
