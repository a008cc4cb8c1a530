import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { breakable } from '#platform/pdf/breakable.ts'
import { linesOf, printBlocks, type PrintBlock, type PrintKind, type PrintWording, standardWording } from '../contract.ts'

type Written = PrintWording & { kind: PrintKind; changed_at: Date; changed_by: number; version: number }

/** The kinds of paper that the clinic has worded its own way. */
export const findPrintWordings = async (db: Db): Promise<Written[]> => {
  const { rows } = await sql<Written>`select * from paper_settings order by kind`.execute(db)
  return rows
}

/** How the clinic words a kind of paper. */
export const readPrintWording = async (db: Db, kind: PrintKind): Promise<PrintWording> => {
  const { rows } = await sql<PrintWording>`
    select header, footer, thanks, size, language, hidden from paper_settings where kind = ${kind}`.execute(db)
  return rows[0] ?? standardWording
}

/** Words a kind of paper from now on; what is printed already stays as it is. Answers the version that the wording has got. */
export const writePrintWording = async (
  db: Db,
  kind: PrintKind,
  { header, footer, thanks, size, language, hidden }: PrintWording,
  by: { id: number; now: Date },
): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    insert into paper_settings as s (kind, header, footer, thanks, size, language, hidden, changed_at, changed_by)
    values (${kind}, ${header}, ${footer}, ${thanks}, ${size}, ${language}, ${hidden}::text[], ${by.now}, ${by.id})
    on conflict (kind) do update set header = excluded.header, footer = excluded.footer, thanks = excluded.thanks, size = excluded.size,
      language = excluded.language, hidden = excluded.hidden, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      version = s.version + 1
    returning version`.execute(db)
  return rows[0]!.version
}

/** What a template takes of a wording: data, whatever stands in it. */
export interface OwnWords {
  footer: string[]
  /** How much higher the foot of each page is for it, in millimetres. */
  footer_height: number
  thanks: string[]
  shows: Record<PrintBlock, boolean>
}
// Narrower than any line of A5, in any script.
const LINE_LETTERS = 55
const LINE_MM = 3.6

export const ownWords = ({ footer, thanks, hidden }: PrintWording): OwnWords => {
  const feet = linesOf(footer)
  const rows = feet.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LETTERS)), 0)
  return {
    footer: feet.map(breakable),
    footer_height: rows * LINE_MM,
    thanks: linesOf(thanks).map(breakable),
    shows: Object.fromEntries(printBlocks.map((block) => [block, !hidden.includes(block)])) as Record<PrintBlock, boolean>,
  }
}
