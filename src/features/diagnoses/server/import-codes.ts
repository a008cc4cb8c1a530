import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { Problems, reportOf } from '#platform/csv/problems.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { importDiagnosisCodes } from '../contract.ts'
import { readTerms, type Term } from './read-terms.ts'

type Input = ParsedOf<typeof importDiagnosisCodes> & Context

/** Terms in one statement, so that each stays well below the time that a statement may take. */
const CHUNK = 10_000

const wanted = (terms: readonly Term[]) => {
  const column = (key: 'system' | 'code' | 'title' | 'active') => terms.map((term) => term[key])
  return sql`(
    select u.system, u.code, u.title, string_to_array(u.names, '|') as synonyms, u.active
    from unnest(${column('system')}::diagnosis_system[], ${column('code')}::text[], ${column('title')}::text[],
      ${terms.map(({ synonyms }) => synonyms.join('|'))}::text[], ${column('active')}::boolean[]) u (system, code, title, names, active)
  ) w`
}
const isSame = sql`lower(d.title) = lower(w.title) and d.system = w.system and coalesce(d.code, '') = coalesce(w.code, '')`

/** The term as it is to be: a file adds synonyms and takes none away. */
const merged = sql`(d.synonyms || array(
  select s from unnest(w.synonyms) s where lower(s) <> all (array(select lower(x) from unnest(d.synonyms || d.title) x))))[1:50]`
const isChanged = sql`(d.synonyms <> ${merged} or d.is_active <> coalesce(w.active, d.is_active))`

/** What the terms would do. */
const compare = async (db: Db, terms: readonly Term[]) => {
  const { rows } = await sql<{ added: number; changed: number }>`
    select count(*) filter (where d.id is null) as added, count(*) filter (where ${isChanged}) as changed
    from ${wanted(terms)} left join diagnosis_codes d on ${isSame}`.execute(db)
  return rows[0] ?? { added: 0, changed: 0 }
}

const write = async (db: Db, terms: readonly Term[]) => {
  const updated = await sql`
    update diagnosis_codes d set synonyms = ${merged}, is_active = coalesce(w.active, d.is_active), version = d.version + 1
    from ${wanted(terms)} where ${isSame} and ${isChanged}`.execute(db)
  const inserted = await sql`
    insert into diagnosis_codes (system, code, title, synonyms, is_active, source)
    select w.system, w.code, w.title, w.synonyms, coalesce(w.active, true), 'import' from ${wanted(terms)}
    where not exists (select from diagnosis_codes d where ${isSame})
    order by length(w.title), w.code
    on conflict (lower(title), system, coalesce(code, '')) do nothing`.execute(db)
  return { added: Number(inserted.numAffectedRows ?? 0), changed: Number(updated.numAffectedRows ?? 0) }
}

/** Does it to all of them, some at a time; the shortest titles first, since a search that finds too many looks at the first. */
const inChunks = async (work: typeof write, db: Db, terms: readonly Term[]) => {
  const all = terms.toSorted((a, b) => a.title.length - b.title.length)
  const sum = { added: 0, changed: 0 }
  for (let from = 0; from < all.length; from += CHUNK) {
    const { added, changed } = await work(db, all.slice(from, from + CHUNK))
    sum.added += added
    sum.changed += changed
  }
  return sum
}

/** Adds diagnoses by a file: every row or, with one broken cell or in a dry run, none; the report tells each broken cell. */
export const importCodesFrom = async ({ db, body, files, audit, publish }: Input) => {
  if (!files.file) throw fieldError('file', 'Choose a file.')
  const { path, name, sha256 } = files.file
  const isDry = body.dry_run === 'true'
  const problems = new Problems()
  const { rows, terms } = await readTerms(path, problems)
  const isWritten = !isDry && problems.count === 0
  // Imports take turns, and nobody adds in between.
  if (isWritten) await sql`lock table diagnosis_codes in share row exclusive mode`.execute(db)
  const { added, changed } = await inChunks(isWritten ? write : compare, db, terms)
  const report = reportOf(problems, { isDry, rows, added, changed, unchanged: terms.length - added - changed })
  const { errors: _errors, ...counts } = report
  audit('import', { entity: 'diagnosis code', id: null, change: { file: name, sha256, ...counts } })
  if (isWritten && added + changed > 0) publish('diagnoses')
  return report
}
