import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'

const MB = 1_000_000
const RETRY_SECONDS = 3_600

export interface UploadOwner {
  /** As `upload_usage` names it. */
  key: string
  isPatient: boolean
}

interface Counted {
  day: string
  files: number
  bytes: number
  most_files: number
  most_bytes: number
  is_counted: boolean
}

const exceeded = (limit: number, unit: string, used: number) =>
  new Problem(429, 'upload_quota', `Limit: ${limit} ${unit} a day for each account. Used today: ${used} ${unit}.`, {
    extra: { limit, used, unit },
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })

const inMb = (bytes: number) => Math.ceil(bytes / MB)

/**
 * Counts one file of so many bytes for an account and the clinic's day, before any of it is read, in one statement: those who come at once
 * cannot exceed the limit together. Answers what corrects the count when fewer bytes arrived.
 * @throws Problem 429 `upload_quota` with the limit and what is used.
 */
export const countUpload = async (
  db: Db,
  now: Date,
  { key, isPatient }: UploadOwner,
  bytes: number,
): Promise<(actual: number) => Promise<void>> => {
  const of = (name: 'files' | 'mb') => sql.ref(`s.${isPatient ? 'patient' : 'staff'}_upload_${name}`)
  const { rows } = await sql<Counted>`
    with rule as (
      select (${now}::timestamptz at time zone c.time_zone)::date as day, ${of('files')} as most_files, ${of('mb')}::bigint * ${MB} as most_bytes
      from security_settings s, company c
    ), counted as (
      insert into upload_usage as u (owner, day, files, bytes)
      select ${key}, day, 1, ${bytes} from rule where ${bytes} <= most_bytes
      on conflict (owner, day) do update set files = u.files + 1, bytes = u.bytes + excluded.bytes
        where u.files < (select most_files from rule) and u.bytes + excluded.bytes <= (select most_bytes from rule)
      returning 1
    )
    select rule.day::text, most_files, most_bytes::double precision as most_bytes, coalesce(u.files, 0) as files,
      coalesce(u.bytes, 0)::double precision as bytes, exists (select from counted) as is_counted
    from rule left join upload_usage u on u.owner = ${key} and u.day = rule.day`.execute(db)
  const { day, files, bytes: used, most_files, most_bytes, is_counted } = rows[0]!
  if (!is_counted) throw files >= most_files ? exceeded(most_files, 'files', files) : exceeded(inMb(most_bytes), 'MB', inMb(used))
  return async (actual) => {
    if (actual === bytes) return
    await sql`update upload_usage set bytes = greatest(0, bytes - ${bytes - actual}) where owner = ${key} and day = ${day}::date`.execute(
      db,
    )
  }
}
