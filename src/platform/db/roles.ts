import { type Client, DatabaseError } from 'pg'
import { ConfigurationError } from '../config.ts'
import { asOwner } from './owner.ts'

/** What the pools act as (`-c role=…`): none of them can sign in, none owns a table. */
export const applicationRoles = ['kliniki_app', 'kliniki_portal', 'kliniki_read'] as const

interface Standing {
  person: string
  database: string
  version: number
  may_create_roles: boolean
  missing: string[]
  not_granted: string[]
  /** Whether kliniki_app is still held to policies though the owner may let it pass them by. */
  may_pass_by: boolean
  may_build: boolean
}

const readStanding = async (client: Client): Promise<Standing> => {
  // PostgreSQL 16 tells "may act as" from membership; before it membership is all there is.
  const { rows: versions } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const privilege = (versions[0]?.version ?? 0) >= 160_000 ? 'SET' : 'MEMBER'
  const { rows } = await client.query<Standing>(
    `select current_user::text as person,
            current_database()::text as database,
            current_setting('server_version_num')::int as version,
            (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
            array(select name from unnest($1::text[]) name where to_regrole(name) is null) as missing,
            array(select name from unnest($1::text[]) name
                   where to_regrole(name) is not null and not pg_has_role(current_user, to_regrole(name), $2)) as not_granted,
            (select rolsuper or (rolbypassrls and rolcreaterole and current_setting('server_version_num')::int >= 160000)
               from pg_roles where rolname = current_user)
              and not exists (select from pg_roles where rolname = 'kliniki_app' and rolbypassrls) as may_pass_by,
            has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_build`,
    [applicationRoles, privilege],
  )
  if (!rows[0]) throw new Error('The database did not say who is connected')
  return rows[0]
}

const createSql = (role: string) => `create role ${role} nologin`

/**
 * Every row is the clinic's, which is what the policies of kliniki_app say; but where a table has any, PostgreSQL keeps its statistics from
 * whoever they hold for, and plans as if it knew nothing. Passing them by is a matter of speed alone.
 */
const PASSES_BY = 'alter role kliniki_app bypassrls'

const whatAnAdministratorRuns = (client: Client, { person, database, missing, not_granted, may_build }: Standing) => {
  const name = client.escapeIdentifier(person)
  const granted = [...missing, ...not_granted]
  const lines = missing.map((role) => `${createSql(role)};`)
  if (missing.includes('kliniki_app')) lines.push(`${PASSES_BY};`)
  if (granted.length > 0) lines.push(`grant ${granted.join(', ')} to ${name};`)
  if (!may_build) {
    lines.push(`grant create on database ${client.escapeIdentifier(database)} to ${name};`, `grant create on schema public to ${name};`)
  }
  return lines.join('\n')
}

// Another process may be making the same role in another database of this server, where no advisory lock of ours reaches.
const isRace = (error: unknown) => error instanceof DatabaseError && ['42710', '23505', 'XX000', '40001'].includes(error.code ?? '')

const isRefused = (error: unknown) => error instanceof DatabaseError && error.code === '42501'

/** Lets kliniki_app pass policies by, where its maker is the owner; another's role stays as it is, and is only slower. */
const passBy = async (client: Client) => {
  try {
    await client.query(PASSES_BY)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

const tryOnce = async (client: Client): Promise<Standing | undefined> => {
  const standing = await readStanding(client)
  const { missing, not_granted, may_build, may_create_roles, may_pass_by, person } = standing
  if (!may_build) return standing
  if (missing.length + not_granted.length === 0) {
    if (may_pass_by) await passBy(client)
    return undefined
  }
  if (!may_create_roles) return standing
  try {
    for (const role of missing) await client.query(createSql(role))
    await client.query(`grant ${[...missing, ...not_granted].join(', ')} to ${client.escapeIdentifier(person)}`)
    if (may_pass_by) await passBy(client)
    return undefined
  } catch (error) {
    if (isRefused(error)) return readStanding(client)
    throw error
  }
}

const ensure = async (client: Client): Promise<Standing | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(client)
    } catch (error) {
      if (attempt >= 10 || !isRace(error)) throw error
    }
  }
}

/**
 * Makes the roles that the pools act as and lets the owner act as them; any number of processes may do it at once. Where the owner may
 * not, throws a ConfigurationError with the SQL that an administrator has to run.
 */
export const ensureRoles = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const standing = await ensure(client)
    if (!standing) return
    throw new ConfigurationError(
      `${standing.person} may not set up the database ${standing.database}. An administrator of the database has to run this there once:\n${whatAnAdministratorRuns(client, standing)}`,
    )
  })
