import { sql } from 'kysely'
import type { Check } from './check.ts'

/** A reply is kept beside its key in the transaction that made it: a key without one is half a change. */
export const keys: Check = {
  name: 'keys and their replies',
  counts: { keys: sql`idempotency_keys` },
  rules: {
    'a key has no reply': sql`select actor, key, created_at from idempotency_keys where status is null or reply is null`,
    'a refusal was kept': sql`select actor, key, status from idempotency_keys where status not between 200 and 299`,
  },
}
