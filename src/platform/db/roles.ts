import { type Client, DatabaseError } from 'pg'
import { ConfigurationError } from '../config.ts'
import { applicationRoles, type DbRole, type Logins, secretOf, verifierOf } from './logins.ts'
import { asOwner } from './owner.ts'
import { tryLogin } from './try-login.ts'

interface RoleState {
  person: string
  database: string
  may_create_roles: boolean
  missing: DbRole[]
  /** Those whose sessions the owner may neither look at nor end. */
  not_granted: DbRole[]
  /** What a login could act as, by its membership. */
  members: { role: DbRole; of: string }[]
  /** Whether kliniki_app is still held to policies though the owner may let it pass them by. */
  may_pass_by: boolean
  may_build: boolean
  /** Where a login, or everybody, may make something: a database for temporary tables, or a schema. */
  open: { kind: 'database' | 'schema'; name: string; right: 'temporary' | 'create' }[]
  /** Whether the owner may make temporary tables only because everybody may. */
  lacks_temporary: boolean
}

const readRoleState = async (client: Client): Promise<RoleState> => {
  const { rows } = await client.query<RoleState>(
    `select current_user::text as person,
            current_database()::text as database,
            (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
            array(select name from unnest($1::text[]) name where to_regrole(name) is null) as missing,
            array(select name from unnest($1::text[]) name
                   where to_regrole(name) is not null and not pg_has_role(current_user, to_regrole(name), 'USAGE')) as not_granted,
            coalesce((select jsonb_agg(jsonb_build_object('role', m.member::regrole::text, 'of', m.roleid::regrole::text) order by 1)
               from pg_auth_members m where m.member = any(array(select to_regrole(name)::oid from unnest($1::text[]) name))), '[]') as members,
            (select rolsuper or (rolbypassrls and rolcreaterole and current_setting('server_version_num')::int >= 160000)
               from pg_roles where rolname = current_user)
              and not exists (select from pg_roles where rolname = 'kliniki_app' and rolbypassrls) as may_pass_by,
            has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_build,
            (select coalesce(jsonb_agg(distinct jsonb_build_object('kind', a.kind, 'name', a.name, 'right', lower(a.privilege_type))), '[]') from (
               select 'database' as kind, datname as name, x.* from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) x
                where datname = current_database()
               union all
               select 'schema', nspname, x.* from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) x
                where nspname !~ '^pg_(temp|toast)') a
               where a.privilege_type in ('TEMPORARY', 'CREATE') and (a.grantee = 0
                 or a.grantee = any(array(select to_regrole(name)::oid from unnest($1::text[]) name)))) as open,
            not (select rolsuper from pg_roles where rolname = current_user) and not exists (
               select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) x
                where datname = current_database() and x.privilege_type = 'TEMPORARY' and x.grantee <> 0
                  and pg_has_role(current_user, x.grantee, 'USAGE')) as lacks_temporary`,
    [applicationRoles],
  )
  if (!rows[0]) throw new Error('The database did not say who is connected')
  return rows[0]
}

/**
 * Every row is the clinic's, which is what the policies of kliniki_app say; but where a table has any, PostgreSQL keeps its statistics from
 * whoever they hold for, and plans as if it knew nothing. Passing them by is a matter of speed alone.
 */
const PASSES_BY = 'alter role kliniki_app bypassrls'

const createSql = (role: DbRole, logins?: Logins) => `create role ${role} login${logins ? ` password '${verifierOf(logins[role])}'` : ''}`
const passwordSql = (role: DbRole, logins: Logins) => `alter role ${role} login password '${verifierOf(logins[role])}'`
const leaveSql = ({ role, of }: RoleState['members'][number]) => `revoke ${of} from ${role}`

// Another process may be making the same role in another database of this server, where no advisory lock of ours reaches.
const isRace = (error: unknown) => error instanceof DatabaseError && ['42710', '23505', 'XX000', '40001'].includes(error.code ?? '')

const isRefused = (error: unknown) => error instanceof DatabaseError && error.code === '42501'

/** Whether it could be done; what only an administrator may do is none of ours. */
const tried = async (client: Client, statement: string): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement)
      return true
    } catch (error) {
      if (isRefused(error)) return false
      if (attempt >= 10 || !isRace(error)) throw error
    }
  }
}

const askAdministrator = ({ person, database }: RoleState, lines: readonly string[]): never => {
  throw new ConfigurationError(
    `${person} may not set up the database ${database}. An administrator of the database has to run this there once:\n${lines.map((line) => `${line};`).join('\n')}`,
  )
}

const buildSql = (client: Client, { person, database, may_build }: RoleState) => {
  if (may_build) return []
  const name = client.escapeIdentifier(person)
  return [`grant create on database ${client.escapeIdentifier(database)} to ${name}`, `grant create on schema public to ${name}`]
}

const grantSql = (client: Client, { person, missing, not_granted }: RoleState) => {
  const granted = applicationRoles.filter((role) => missing.includes(role) || not_granted.includes(role))
  return granted.length > 0 ? [`grant ${granted.join(', ')} to ${client.escapeIdentifier(person)}`] : []
}

/**
 * Nothing of a login's own lies in the database, not for a moment either: on a table of one's own hang triggers and checks, which a function that
 * runs as the owner would run as the owner. The owner's own temporary tables stay.
 */
const closeSql = (client: Client, { person, database, open, lacks_temporary }: RoleState) => [
  ...(open.some(({ right }) => right === 'temporary') && lacks_temporary
    ? [`grant temporary on database ${client.escapeIdentifier(database)} to ${client.escapeIdentifier(person)}`]
    : []),
  ...open.map(
    ({ kind, name, right }) => `revoke ${right} on ${kind} ${client.escapeIdentifier(name)} from public, ${applicationRoles.join(', ')}`,
  ),
]

/** What the owner may not do, for an administrator. */
const makeSql = (client: Client, roleState: RoleState, logins?: Logins) => [
  ...roleState.missing.map((role) => createSql(role, logins)),
  ...(roleState.missing.includes('kliniki_app') ? [PASSES_BY] : []),
  ...grantSql(client, roleState),
  ...buildSql(client, roleState),
  ...closeSql(client, roleState),
]

const makeRoles = async (client: Client, logins?: Logins): Promise<RoleState> => {
  for (let attempt = 1; ; attempt += 1) {
    const roleState = await readRoleState(client)
    const { missing, not_granted, may_build, may_create_roles, may_pass_by } = roleState
    if (may_build && missing.length + not_granted.length === 0) {
      // Another's role stays as it is, and is only slower.
      if (may_pass_by) await tried(client, PASSES_BY)
      return roleState
    }
    if (!may_build || !may_create_roles) return askAdministrator(roleState, makeSql(client, roleState, logins))
    try {
      for (const role of missing) await client.query(createSql(role, logins))
      for (const grant of grantSql(client, roleState)) await client.query(grant)
    } catch (error) {
      if (isRefused(error)) return askAdministrator(roleState, makeSql(client, roleState, logins))
      if (attempt >= 10 || !isRace(error)) throw error
    }
  }
}

/** Takes from the logins, and from everybody, what lets them make something here; what only an administrator may take, by another right, stays. */
const close = async (client: Client, roleState: RoleState): Promise<RoleState> => {
  if (roleState.open.length === 0) return roleState
  for (const statement of closeSql(client, roleState)) await tried(client, statement)
  return readRoleState(client)
}

/** Makes the roles that rights are given to, and lets the owner see and end their sessions; any number of processes may do it at once. ConfigurationError with the SQL where the owner may not. */
export const ensureRoles = (ownerUrl: string): Promise<void> => asOwner(ownerUrl, async (client) => void (await makeRoles(client)))

/** Somebody works with this login and the password that it has. */
const isInUse = async (client: Client, role: DbRole) => {
  const { rows } = await client.query('select from pg_stat_activity where usename = $1 limit 1', [role])
  return rows.length > 0
}

/** Gives a login the password of this clinic; one that others work with is left alone. */
const takeLogin = async (client: Client, role: DbRole, logins: Logins): Promise<string | undefined> => {
  if (await isInUse(client, role))
    throw new ConfigurationError(
      `Another Kliniki works on this database server and its login ${role} has another password than secrets/${secretOf(role)} in the data folder: let both have the same folder of secrets, or stop the other one.`,
    )
  return (await tried(client, passwordSql(role, logins))) ? undefined : passwordSql(role, logins)
}

/**
 * Gives the logins their passwords, where they do not have them, takes from them whatever lets them make tables here, and tries each: whether the database lets it in, as nobody else, on a connection
 * that is its own from one transaction to the next. ConfigurationError says what is not so, with the SQL for an administrator where the
 * owner may not change it.
 */
export const ensureLogins = (ownerUrl: string, logins: Logins): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const roleState = await close(client, await makeRoles(client, logins))
    const wanted = closeSql(client, roleState)
    for (const member of roleState.members) if (!(await tried(client, leaveSql(member)))) wanted.push(leaveSql(member))
    for (const role of applicationRoles) {
      if (await tryLogin(logins[role], role)) continue
      const sql = await takeLogin(client, role, logins)
      if (sql) wanted.push(sql)
    }
    if (wanted.length > 0) askAdministrator(roleState, wanted)
    for (const role of applicationRoles) {
      if (!(await tryLogin(logins[role], role)))
        throw new ConfigurationError(
          `The database refuses the login ${role}: whatever stands in between, or its list of who may connect, has to let it in with the password in secrets/${secretOf(role)} of the data folder.`,
        )
    }
  })
