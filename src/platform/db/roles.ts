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
            has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_build`,
    [applicationRoles, privilege],
  )
  if (!rows[0]) throw new Error('The database did not say who is connected')
  return rows[0]
}

const createSql = (role: string) => `create role ${role} nologin`

const whatAnAdministratorRuns = (client: Client, { person, database, missing, not_granted, may_build }: Standing) => {
  const name = client.escapeIdentifier(person)
  const granted = [...missing, ...not_granted]
  const lines = missing.map((role) => `${createSql(role)};`)
  if (granted.length > 0) lines.push(`grant ${granted.join(', ')} to ${name};`)
  if (!may_build) {
    lines.push(`grant create on database ${client.escapeIdentifier(database)} to ${name};`, `grant create on schema public to ${name};`)
  }
  return lines.join('\n')
}

// Another process may be making the same role in another database of this server, where no advisory lock of ours reaches.
const isRace = (error: unknown) => error instanceof DatabaseError && ['42710', '23505', 'XX000', '40001'].includes(error.code ?? '')

const isRefused = (error: unknown) => error instanceof DatabaseError && error.code === '42501'

const tryOnce = async (client: Client): Promise<Standing | undefined> => {
  const standing = await readStanding(client)
  const { missing, not_granted, may_build, may_create_roles, person } = standing
  if (!may_build) return standing
  if (missing.length + not_granted.length === 0) return undefined
  if (!may_create_roles) return standing
  try {
    for (const role of missing) await client.query(createSql(role))
    await client.query(`grant ${[...missing, ...not_granted].join(', ')} to ${client.escapeIdentifier(person)}`)
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
