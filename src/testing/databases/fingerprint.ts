import { asOwner } from '#platform/db/owner.ts'

/** Written by refused requests, too: the trail of what was denied, counters, failed sign-ins. */
const ledgers = ['audit_log', 'rate_limits', 'refused_requests', 'login_attempts', 'upload_usage']

/** Rows and a checksum of every table: equal before and after a request that changed nothing. */
export const fingerprint = (ownerUrl: string): Promise<string[]> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname <> all ($1) order by 1`,
      [ledgers],
    )
    // All in one question, because it is asked after each of hundreds of requests.
    const sums = rows.map(
      ({ name }) => `select ${client.escapeLiteral(name)} || ' ' || count(*) || ' '
        || coalesce(md5(string_agg(md5(t::text), '' order by t::text)), '') as print from ${client.escapeIdentifier(name)} t`,
    )
    return (await client.query<{ print: string }>(sums.join(' union all '))).rows.map(({ print }) => print)
  })
