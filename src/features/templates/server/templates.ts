import { sql } from 'kysely'
import { type PrintKind, printKinds, type PrintWording, standardWording } from '#features/company/contract.ts'
import { findPrintWordings } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrintTemplate } from '../contract.ts'

const findNames = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select person.id, ${nameOf(sql`person.id`)} as name from users person where person.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isStandard = ({ header, footer, thanks, size, language, hidden }: PrintWording) =>
  `${header}${footer}${thanks}${size}${language}` === '' && hidden.length === 0

/** Every kind of paper as the clinic words it, in the program's order. */
export const findTemplates = async (db: Db): Promise<PrintTemplate[]> => {
  const written = await findPrintWordings(db)
  const names = await findNames(
    db,
    written.map(({ changed_by }) => changed_by),
  )
  return printKinds.map((kind) => {
    const own = written.find((row) => row.kind === kind)
    if (!own) return { kind, ...standardWording, is_standard: true, changed_at: null, changed_by_name: null, version: 0 }
    const { changed_by, ...rest } = own
    return { ...rest, is_standard: isStandard(own), changed_by_name: names.get(changed_by) ?? null }
  })
}

export const getTemplate = async (db: Db, kind: PrintKind): Promise<PrintTemplate> => {
  const template = (await findTemplates(db)).find((row) => row.kind === kind)
  if (!template) throw new Error('Unknown type of document.')
  return template
}
