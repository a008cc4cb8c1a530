import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

/** Templates are no part of a record: whoever reads or writes letters sees them, and whoever words the papers of the clinic. */
export const requireTemplatesRight = ({ permissions }: Pick<User, 'permissions'>) => {
  const enough = ['letters.write', 'letters.view', 'company.change'] as const
  if (!enough.some((one) => permissions.has(one))) throw forbidden('letters.view')
}
