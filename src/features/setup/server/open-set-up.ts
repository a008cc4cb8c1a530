import { asOwner } from '#platform/db/owner.ts'
import { hashCode, makeCode } from './code.ts'
import { IS_SET_UP } from './is-set-up.ts'

/**
 * The code that whoever sets up the clinic must hold, to be printed where only the person who started the program reads it; null when
 * the clinic has been set up, or somebody works in it. Each call makes a new code, and the one before it counts no more.
 */
export const openSetUp = (ownerUrl: string, codeKey: Buffer, now: Date): Promise<string | null> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ is_set_up: boolean }>(`select ${IS_SET_UP} as is_set_up from company`)
    if (rows[0]?.is_set_up !== false) {
      await client.query('delete from set_up_codes')
      return null
    }
    const code = makeCode()
    await client.query(
      `insert into set_up_codes (code_hash, made_at) values ($1, $2)
       on conflict (id) do update set code_hash = excluded.code_hash, made_at = excluded.made_at`,
      [hashCode(codeKey, code), now],
    )
    return code
  })
