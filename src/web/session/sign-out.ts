import { logout } from '#calls/users/contract.ts'
import { call } from '../calls/api.ts'
import { forgetRepeats } from '../calls/intent-key.ts'
import { queryClient } from '../calls/query-client.ts'
import { eraseDrafts } from '../forms/drafts.ts'
import { forgetSlipCode } from './slip-code.ts'
import { dropTokens, session } from './tokens.ts'

/**
 * Ends the session here, or everywhere, and forgets all of it; where orders are not sent the person is asked first, and may stay. A server that
 * cannot be told does not keep anybody signed in here.
 */
export const signOut = async ({ everywhere = false } = {}): Promise<void> => {
  const { user, isExpired } = session.get()
  // Patients order nothing, and do not load it.
  if (user && user.role !== 'patient' && !(await (await import('./leaving.ts')).maySignOut())) return
  if (!isExpired) await call(logout, { body: { everywhere } }).catch(() => null)
  await eraseDrafts()
  forgetSlipCode()
  forgetRepeats()
  dropTokens()
  queryClient.clear()
}
