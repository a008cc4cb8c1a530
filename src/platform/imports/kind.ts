import type { z } from 'zod'
import type { DayOrder } from '#shared/day-orders.ts'
import { dayCell, type DayRule } from '#platform/csv/day.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import type { AuditEntry, User } from '#platform/http/handle.ts'
import type { Topic } from '#shared/topics.gen.ts'

/** What is known of a column of days: found from all of its cells, or chosen by a person. */
export interface DateOrder {
  order: DayOrder
  /** `assumed`: no cell shows it; `conflict`: cells contradict each other. A person has to choose in both. */
  basis: 'chosen' | 'file' | 'assumed' | 'conflict'
  /** Every instant of the column is midnight in UTC. */
  is_midnight?: boolean
  /** Cells that show it, one of each order where they contradict each other. */
  examples: { row: number; text: string; order: DayOrder | 'either' }[]
}

/** How a file writes what can be read in several ways. */
export interface ImportSettings {
  /** The clinic’s day, YYYY-MM-DD, and its time zone. */
  today: string
  time_zone: string
  /** By column. */
  date_orders: Readonly<Record<string, DateOrder>>
  /** What all rows have where the file says nothing that can be read, by column. */
  constants: Readonly<Record<string, string>>
  /** Says what is remarkable about the cell that is being read; the row is taken all the same. */
  remark: (message: string) => void
}

/** A cell of a column of days, read in the column's one order. */
export const dayColumn = (
  { today, time_zone, date_orders, remark }: ImportSettings,
  column: string,
  years: DayRule['years'] = 'coming',
) => {
  const { order = 'day first', is_midnight = false } = date_orders[column] ?? {}
  return dayCell({ order, today, time_zone, years, isMidnight: is_midnight }, remark)
}

/** What a row is taken without, or how a cell was read. */
export interface ImportNote {
  column: string
  /** The cell as it stands in the file. */
  text: string
  message: string
}

export interface ImportColumn {
  /** As it stands in files that we write. */
  name: string
  /** Other headings that mean it, in small letters, words apart by one space. */
  synonyms: readonly string[]
  required?: true
  /** Read, but never written: another column says the same better. */
  isAlternative?: true
  /** Its cells are days. */
  isDay?: true
  /** A cell that cannot be read, or says that nothing is known, is left empty with a note; the row is taken. */
  isForgiving?: true
  /** The cells of the two example rows of the template. */
  examples: readonly [string, string]
}

/** A row of a file: what stands in it and what its cells mean, for those that are not empty. */
export interface ImportRow<V> {
  /** As a spreadsheet numbers it. */
  row: number
  cells: Readonly<Record<string, string>>
  values: V
}

/** What a row would become. */
export type Verdict<P> =
  | { state: 'new'; plan: P; notes?: ImportNote[] }
  /** Nothing would change. */
  | { state: 'same' }
  /** It may be somebody or something that is here already, and is left out. */
  | { state: 'duplicate'; message: string; resembles: string | null }
  | { state: 'refused'; problems: { column: string; message: string }[] }

/** What a kind works with; rows of the trail name the import by themselves. */
export interface ImportWork {
  /** The batch's transaction; in a check it is rolled forward with nothing but the ledger in it. */
  db: Db
  now: Date
  user: Pick<User, 'id' | 'permissions'>
  import: number
  audit: (action: string, entry: AuditEntry) => void
  publish: (topic: Topic, id?: number) => void
}

/**
 * A kind of rows that can come by file and go out as one, declared by the feature that owns them. It writes and takes back by the same
 * functions as the feature's own calls.
 */
export interface ImportKind<V, P> {
  columns: readonly ImportColumn[]
  rights: {
    /** For who runs one. */
    run: Permission
    /** For who undoes one. */
    undo: Permission
    /** For who takes the rows out. */
    read: Permission
    /** Further rights for files that have a column. */
    columns?: Readonly<Record<string, Permission>>
  }
  /** What each column's cells hold. */
  cells: (settings: ImportSettings) => Readonly<Record<string, z.ZodType>>
  /** At least one column of each group must be in the file, or have one value for all rows. */
  needs: readonly (readonly string[])[]
  /** What is proposed for all rows of a file with these columns. */
  propose?: (mapped: ReadonlySet<string>, headings: readonly string[]) => Readonly<Record<string, string>>
  /** What the clinic has already, for a template whose other columns are to be filled in; none: two rows of examples. */
  ownRows?: (db: Db) => Promise<readonly Record<string, string | null>[]>
  /** What a file may have once; a later row with one of these keys is a duplicate of the first. */
  keysOf: (values: V) => string[]
  /** Says of each row what it would become, in their order. `hold` keeps others from making it untrue until the transaction ends. */
  validate: (work: ImportWork, rows: readonly ImportRow<V>[], options: { hold: boolean }) => Promise<Verdict<P>[]>
  /** Writes the rows, each with its row in the trail; answers what was created, in their order. */
  create: (work: ImportWork, plans: readonly P[]) => Promise<number[]>
  /**
   * Why what was created cannot be taken back any more, by id, in words that tell nothing of what it says now. `isUndone` holds the rows until the
   * transaction ends; a preview holds none.
   */
  whyKept: (db: Db, ids: readonly number[], isUndone: boolean) => Promise<ReadonlyMap<number, string>>
  /** Takes back what was created and is free; answers why what could not be taken back after all was not, by id. */
  withdraw: (work: ImportWork, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** So many of the rows after an id, by id, in the form in which they are read in. */
  page: (
    db: Db,
    now: Date,
    position: { after: number; limit: number },
  ) => Promise<
    { id: number; /** Whose record it is of, where it is no patient itself. */ patient?: number; cells: Record<string, string | null> }[]
  >
}

/** A kind whose rows nobody looks into. */
export type AnyImportKind = ImportKind<never, never>

export const importKind = <V, P>(kind: ImportKind<V, P>): AnyImportKind => kind as unknown as AnyImportKind
