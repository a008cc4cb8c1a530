import type { User } from '#platform/http/handle.ts'
import type { Consultation } from '../contract.ts'

/**
 * What a person may do with a note. A draft is for everybody who writes notes to go on with, also after its visit closed: a text that is
 * lost because somebody discharged the patient is harm. Who signs answers for it. A signed note takes addenda, and nothing else.
 */
export const toRights = (
  { permissions }: Pick<User, 'permissions'>,
  { signed_at }: Pick<Consultation, 'signed_at'>,
): Consultation['may'] => {
  const mayWrite = permissions.has('consultations.change')
  return { edit: mayWrite && signed_at === null, sign: mayWrite && signed_at === null, add: mayWrite && signed_at !== null }
}
