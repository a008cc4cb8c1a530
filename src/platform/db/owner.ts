import { Client } from 'pg'
import { ConfigurationError } from '../config.ts'

const oldest = 150_000

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ETIMEDOUT: 'nothing answers there',
  ENOENT: 'nothing answers there',
  EHOSTUNREACH: 'that machine cannot be reached',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'there is no machine of that name',
  '28P01': 'it refuses the name or the password',
  '28000': 'it refuses the name or the way of signing in',
  '3D000': 'it has no database of that name',
  '53300': 'it has no connection left',
}

const codeOf = (error: unknown): string => {
  const { code, errors } = error as { code?: string; errors?: unknown[] }
  return code ?? (errors?.[0] ? codeOf(errors[0]) : '')
}

// The address without its password.
const placeOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

const open = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that breaks between two statements is reported by the next one.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new ConfigurationError(
      `The database at ${placeOf(url)} cannot be used: ${reasons[codeOf(error)] ?? ((error as Error).message || codeOf(error))}.`,
    )
  }
  return client
}

/**
 * Runs `work` on one connection as the owner of the schema. An unreachable database, or one older than PostgreSQL 15, is a
 * ConfigurationError.
 */
export const asOwner = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = await open(url)
  try {
    const { rows } = await client.query<{ number: number; text: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
    )
    if ((rows[0]?.number ?? 0) < oldest) {
      throw new ConfigurationError(`The database at ${placeOf(url)} is PostgreSQL ${rows[0]?.text}; this program needs 15 or later.`)
    }
    return await work(client)
  } finally {
    await client.end()
  }
}
