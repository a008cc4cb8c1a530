import { loginWithCode } from '#calls/users/contract-security.ts'
import { getMe, login } from '#calls/users/contract.ts'
import { call, query } from '../calls/api.ts'
import { permissionsQuery } from './rights.ts'
import { completeTexts, t } from '../i18n.ts'
import { toast } from '../messages/toast.tsx'
import { queryClient } from '../calls/query-client.ts'
import { adoptTokens, dropTokens, freshToken, restoreSession, session } from './tokens.ts'
import { noteActivity } from './activity.ts'
import { landingOf, type SessionUser } from './token.ts'

export { session } from './tokens.ts'

/**
 * Loads what every screen needs of the person: their account with its preferences, and of who works here the permissions and, where a
 * patient was here before, all texts.
 */
const loadPerson = async ({ user_id, role }: SessionUser): Promise<void> => {
  const ofStaff = () => [queryClient.prefetchQuery(permissionsQuery(user_id)), completeTexts().catch(() => null)]
  await Promise.all([queryClient.prefetchQuery(query(getMe)), ...(role === 'patient' ? [] : ofStaff())])
}

/** Picks up the stored session at start; one that the server refuses is dropped before any page is shown. */
export const openSession = async (): Promise<void> => {
  restoreSession()
  if (!session.get().user) return
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(() => {
      if (!session.get().isExpired) return
      stop()
      dropTokens()
      resolve()
    })
    void freshToken()
      .then(() => {
        const { user } = session.get()
        return user && loadPerson(user)
      })
      .catch(() => null)
      .then(() => {
        stop()
        resolve()
      })
  })
}

/** What somebody shows at sign-in: the password, and where that is not enough the code to the ticket that it got. */
export type Proof = { email: string; password: string } | { ticket: string; code: string }
export const tokensFor = (proof: Proof) => ('ticket' in proof ? call(loginWithCode, { body: proof }) : call(login, { body: proof }))

/** Where somebody reads that their second step was taken away. */
const profileOf = ({ role }: SessionUser) => (role === 'patient' ? '/patient-overview/profile' : '/dashboard/profile')

/** Signs in and answers the landing address; throws ApiError with the server's messages, `code_needed` with a ticket for the second step. */
export const signIn = async (proof: Proof): Promise<string> => {
  const tokens = await tokensFor(proof)
  noteActivity()
  queryClient.clear()
  const user = adoptTokens(tokens)
  await loadPerson(user)
  const me = queryClient.getQueryData(query(getMe).queryKey)
  if (me && me.ended_sessions > 0)
    toast.done(
      t(
        '{count, plural, one {Too many devices signed in: # older session ended when you signed in here.} other {Too many devices signed in: # older sessions ended when you signed in here.}}',
        { count: me.ended_sessions },
      ),
    )
  const isReported = me !== undefined && me.second_factor_reset_at !== null && !me.second_factor_due
  return isReported ? profileOf(user) : landingOf(user.role)
}
