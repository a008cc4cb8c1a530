import type { Before } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { findAccount } from './people.ts'
import { tryPassword } from './try-password.ts'

/**
 * Whether `password` is that of whoever asks: for actions that a session left open must not be enough for. Counts as a guess, like signing in;
 * for `prepare`, as it takes its time and counts outside any transaction.
 */
export const isOwnPassword = async (
  services: Pick<Services, 'limiter' | 'codeKey'>,
  { db, user, trail, request }: Pick<Before, 'db' | 'user' | 'trail' | 'request'>,
  password: string,
): Promise<boolean> => {
  const account = await findAccount(db, user.email)
  return tryPassword(
    services,
    { db, trail, request },
    {
      email: user.email,
      user_id: user.id,
      password_hash: account?.password_hash ?? null,
      known_devices: account?.known_devices ?? [],
    },
    password,
  )
}
