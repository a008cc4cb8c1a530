import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { Problems, reportOf } from '#platform/csv/problems.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { importDiagnosisCodes } from '../contract.ts'
import { isCodeOf, tidyCode } from '../rules.ts'
import type { MappedCode } from './formats/terms.ts'
import { readTerms, type Term } from './read-terms.ts'

type Input = ParsedOf<typeof importDiagnosisCodes> & Context

/** Terms in one statement, so that each stays well below the time that a statement may take. */
const CHUNK = 10_000

const wanted = (terms: readonly Term[]) => {
  const column = (key: 'system' | 'code' | 'title' | 'plainTitle' | 'icd11Code' | 'active') => terms.map((term) => term[key])
  return sql`(
    select u.system, u.code, u.title, u.plain_title, u.icd11_code, string_to_array(u.names, '|') as synonyms, u.active
    from unnest(${column('system')}::diagnosis_system[], ${column('code')}::text[], ${column('title')}::text[],
      ${column('plainTitle')}::text[], ${column('icd11Code')}::text[], ${terms.map(({ synonyms }) => synonyms.join('|'))}::text[],
      ${column('active')}::boolean[]) u (system, code, title, plain_title, icd11_code, names, active)
  ) w`
}
const isSame = sql`lower(d.title) = lower(w.title) and d.system = w.system and coalesce(d.code, '') = coalesce(w.code, '')`

/** The term as it is to be: a file adds synonyms and takes none away. */
const merged = sql`(d.synonyms || array(
  select s from unnest(w.synonyms) s where lower(s) <> all (array(select lower(x) from unnest(d.synonyms || d.title) x))))[1:50]`
const isChanged = sql`(d.synonyms <> ${merged} or d.is_active <> coalesce(w.active, d.is_active)
  or coalesce(w.plain_title, d.plain_title) is distinct from d.plain_title
  or coalesce(w.icd11_code, d.icd11_code) is distinct from d.icd11_code)`

/** What the terms would do. */
const compare = async (db: Db, terms: readonly Term[]) => {
  const { rows } = await sql<{ added: number; changed: number }>`
    select count(*) filter (where d.id is null) as added, count(*) filter (where ${isChanged}) as changed
    from ${wanted(terms)} left join diagnosis_codes d on ${isSame}`.execute(db)
  return rows[0] ?? { added: 0, changed: 0 }
}

const write = async (db: Db, terms: readonly Term[]) => {
  const updated = await sql`
    update diagnosis_codes d set synonyms = ${merged}, is_active = coalesce(w.active, d.is_active), version = d.version + 1,
      plain_title = coalesce(w.plain_title, d.plain_title), icd11_code = coalesce(w.icd11_code, d.icd11_code)
    from ${wanted(terms)} where ${isSame} and ${isChanged}`.execute(db)
  const inserted = await sql`
    insert into diagnosis_codes (system, code, title, plain_title, icd11_code, synonyms, is_active, source)
    select w.system, w.code, w.title, w.plain_title, w.icd11_code, w.synonyms, coalesce(w.active, true), 'import' from ${wanted(terms)}
    where not exists (select from diagnosis_codes d where ${isSame})
    order by length(w.title), w.code
    on conflict (lower(title), system, coalesce(code, '')) do nothing`.execute(db)
  return { added: Number(inserted.numAffectedRows ?? 0), changed: Number(updated.numAffectedRows ?? 0) }
}

/** The ICD-11 codes that a map gives to the ICD-10 codes of the list, each with the title and plain title that it has. */
const mappedTerms = (map: readonly MappedCode[], problems: Problems) =>
  map.flatMap(({ row, icd10, icd11 }) => {
    const [code, tidy] = [tidyCode('icd-10', icd10), tidyCode('icd-11', icd11)]
    if (isCodeOf('icd-10', code) && isCodeOf('icd-11', tidy)) return [{ code, icd11Code: tidy }]
    problems.add(row, 'icd11Code', `${icd10} or ${icd11} is not a code of its classification.`)
    return []
  })

/** Writes them, or in a dry run says what would be written. */
const applyMap = async (db: Db, mapped: ReturnType<typeof mappedTerms>, isWritten: boolean) => {
  const given = sql`(select distinct on (code) code, icd11_code
    from unnest(${mapped.map(({ code }) => code)}::text[], ${mapped.map(({ icd11Code }) => icd11Code)}::text[]) m (code, icd11_code)) m
    where d.system = 'icd-10' and d.code = m.code and d.icd11_code is distinct from m.icd11_code`
  if (isWritten) {
    const updated = await sql`update diagnosis_codes d set icd11_code = m.icd11_code, version = d.version + 1 from ${given}`.execute(db)
    return Number(updated.numAffectedRows ?? 0)
  }
  const { rows } = await sql<{ changed: number }>`select count(*) as changed from diagnosis_codes d, ${given}`.execute(db)
  return rows[0]?.changed ?? 0
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
  const { rows, terms, map } = await readTerms(path, problems)
  const mapped = mappedTerms(map, problems)
  const isWritten = !isDry && problems.count === 0
  // Imports take turns, and nobody adds in between.
  if (isWritten) await sql`lock table diagnosis_codes in share row exclusive mode`.execute(db)
  const { added, changed: renamed } = await inChunks(isWritten ? write : compare, db, terms)
  const changed = renamed + (mapped.length > 0 ? await applyMap(db, mapped, isWritten) : 0)
  const report = reportOf(problems, { isDry, rows, added, changed, unchanged: Math.max(0, terms.length + map.length - added - changed) })
  const { errors: _errors, ...counts } = report
  audit('import', { entity: 'diagnosis code', id: null, change: { file: name, sha256, ...counts } })
  if (isWritten && added + changed > 0) publish('diagnoses')
  return report
}
