import { z } from 'zod'
import { tableFile } from '#shared/csv.ts'
import { Instant } from '#shared/dates.ts'
import { dayOrders } from '#shared/day-orders.ts'
import { encodings } from '#shared/encodings.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Message } from '#shared/message-contract.ts'

export const importKinds = [
  'patients',
  'allergies',
  'problems',
  'medicines',
  'visits',
  'results',
  'items',
  'prices',
  'stock',
  'people',
  'laboratory',
  'lab_profiles',
  'lab_ranges',
] as const
export const ImportKindName = z.enum(importKinds)
export type ImportKindName = z.output<typeof ImportKindName>
export const importStates = ['mapping', 'checking', 'checked', 'running', 'done', 'stopped', 'undoing', 'undone'] as const
export const importRowStates = ['refused', 'duplicate', 'same', 'new', 'created', 'withdrawn', 'kept'] as const

/** The most rows that are taken all or none: one transaction holds what it writes. */
export const MAX_WHOLE = 2_000
export const MAX_COLUMNS = 200
/** How far down a file its heading may stand. */
export const MAX_HEADING_ROW = 50

const Counts = z.object({
  new: z.int(),
  same: z.int(),
  duplicate: z.int(),
  refused: z.int(),
  created: z.int(),
  withdrawn: z.int(),
  kept: z.int(),
})

/** A column of a kind, and the place in the file (0 being the first) from which it is read. */
const Mapped = fields({
  column: z.string().max(60),
  place: z
    .int()
    .min(0)
    .max(MAX_COLUMNS - 1),
  /** One column of the file for two, which a person has asked for. */
  is_shared: z.boolean().optional(),
})
const Constant = fields({ column: z.string().max(60), value: line(200) })
const ChosenOrder = fields({ column: z.string().max(60), order: z.enum(dayOrders) })
const dateBases = ['chosen', 'file', 'assumed', 'conflict'] as const

export const Import = z
  .object({
    id: z.int(),
    kind: ImportKindName,
    state: z.enum(importStates),
    file_name: z.string(),
    headings: z.array(z.string()),
    mapping: z.array(z.object({ column: z.string(), place: z.int() })),
    /** How its bytes are read; null for a spreadsheet. */
    encoding: z.enum(encodings).nullable(),
    /** False where the text could be of another encoding: look at it. */
    is_encoding_certain: z.boolean(),
    /** The row that names the columns, the first being 1. */
    heading_row: z.int(),
    /** Columns of the file that are not imported. */
    ignored: z.array(z.string()),
    /** Values for what the file does not have, and for empty cells. */
    constants: z.array(z.object({ column: z.string(), value: z.string() })),
    /** The one order of day and month of each column of days, once the file was looked at. */
    date_orders: z.array(
      z.object({
        column: z.string(),
        order: z.enum(dayOrders),
        /** `assumed`: no cell shows it; `conflict`: cells contradict each other. The check stops in both until a user chooses. */
        basis: z.enum(dateBases),
        examples: z.array(z.object({ row: z.int(), text: z.string(), order: z.enum([...dayOrders, 'either']) })),
      }),
    ),
    is_whole: z.boolean(),
    /** Rows looked at so far; all of them when `is_read`. */
    rows: z.int(),
    is_read: z.boolean(),
    counts: Counts,
    /** Rows that are taken with a note: a cell was left empty, or read in a way to look at. */
    noted: z.int(),
    /** Why the work stopped. */
    problem: z.string().nullable(),
    created_at: Instant,
    created_by_name: z.string(),
    finished_at: Instant.nullable(),
    /** When its rows and its file are thrown away unless somebody works on it before; until then it can be taken back. */
    kept_until: Instant,
    /** They were: its counts are all that is left. */
    is_cleaned: z.boolean(),
    may: z.object({ run: z.boolean(), undo: z.boolean() }),
  })
  .meta({ id: 'Import' })
export type Import = z.output<typeof Import>

export const listImports = endpoint({
  method: 'GET',
  path: '/imports/',
  summary: 'List imports, newest first',
  access: 'imports.run',
  paged: true,
  live: ['imports'],
  query: fields(pageQuery),
  response: z.array(Import),
})
export const readImport = endpoint({
  method: 'GET',
  path: '/imports/{id}/',
  summary: 'Read an import: its state, its counts, how far it is',
  access: 'imports.run',
  live: ['imports'],
  params: ById,
  response: Import,
})

export const ImportKindShape = z
  .object({
    kind: ImportKindName,
    columns: z.array(z.object({ name: z.string(), is_required: z.boolean(), is_day: z.boolean() })),
    /** At least one column of each group is needed. */
    needs: z.array(z.array(z.string())),
    may: z.object({ run: z.boolean(), read: z.boolean() }),
  })
  .meta({ id: 'ImportKind' })
export type ImportKindShape = z.output<typeof ImportKindShape>
export const listImportKinds = endpoint({
  method: 'GET',
  path: '/imports/kinds/',
  summary: 'List what can come and go by file, with its columns',
  access: 'imports.run',
  query: fields({}),
  response: z.array(ImportKindShape),
})
const OfKind = fields({ kind: ImportKindName })
export const importTemplate = endpoint({
  method: 'GET',
  path: '/imports/kinds/{kind}/template/',
  summary:
    'A file to begin with, as CSV: the columns of a kind with the clinic’s own rows to fill in where the kind has them, else with two rows of examples',
  access: 'imports.run',
  produces: 'text/csv',
  params: OfKind,
  response: z.unknown(),
})
export const exportKind = endpoint({
  method: 'GET',
  path: '/imports/kinds/{kind}/export/',
  summary: 'All rows of a kind, in the columns in which they are read in, as CSV or (up to 50,000 rows) as a spreadsheet',
  access: 'imports.run',
  audit: 'read',
  produces: 'text/csv',
  params: OfKind,
  query: fields({ as: z.enum(['csv', 'xlsx']).optional() }),
  response: z.unknown(),
})

export const uploadImport = endpoint({
  method: 'POST',
  path: '/imports/',
  summary: 'Send a file to be imported; answers how its columns would be read',
  access: 'imports.run',
  files: { file: { ...tableFile, maxBytes: 25 * 1_048_576 } },
  body: fields({ kind: ImportKindName }),
  status: 201,
  response: Import,
})
export const sampleOfImport = endpoint({
  method: 'GET',
  path: '/imports/{id}/sample/',
  summary: 'The first rows of the file as they stand there, those above the heading too',
  access: 'imports.run',
  audit: 'read',
  params: ById,
  response: z.array(z.array(z.string())),
})
export const changeImportReading = endpoint({
  method: 'PUT',
  path: '/imports/{id}/reading/',
  summary:
    'Read a file in another way: with another encoding, or another row as its heading; answers how its columns would be read then. 409 while it is worked on, or when rows were created',
  access: 'imports.run',
  params: ById,
  body: fields({ encoding: z.enum(encodings).optional(), heading_row: z.int().min(1).max(MAX_HEADING_ROW).optional() }),
  // It reads a file as an upload does.
  work: 'upload',
  perMinute: 20,
  response: Import,
})
export const checkImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/check/',
  summary: 'Say which column is which and try the whole file; nothing is imported. 409 while it is worked on, or when rows were created',
  access: 'imports.run',
  params: ById,
  body: fields({
    mapping: z.array(Mapped).min(1).max(60),
    /** Values for columns that the file does not have, and for empty cells. Left out: those that are proposed. */
    constants: z.array(Constant).max(60).optional(),
    /** Whether 03/04/1990 is in March or in April, by column. Left out: as the whole column shows; where it does not, the check stops and asks. */
    date_orders: z.array(ChosenOrder).max(20).optional(),
    /** All rows or none. */
    is_whole: z.boolean().optional(),
  }),
  status: 202,
  response: Import,
})
export const runImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/run/',
  summary: 'Import the new rows of a checked file, or go on after a stop; 409 when it was not checked or there is nothing to do',
  access: 'imports.run',
  params: ById,
  body: fields({}),
  status: 202,
  response: Import,
})
export const stopImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/stop/',
  summary: 'Stop the work after the rows that are being written; 409 when none is under way',
  access: 'imports.run',
  params: ById,
  body: fields({}),
  status: 200,
  response: Import,
})
export const undoImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/undo/',
  summary: 'Take back what an import created, where nothing depends on it; 409 when there is nothing to take back',
  access: 'imports.run',
  params: ById,
  body: fields({}),
  status: 202,
  response: Import,
})
export const previewUndo = endpoint({
  method: 'GET',
  path: '/imports/{id}/undo/',
  summary: 'What undoing would take back, what it would not, and why not',
  access: 'imports.run',
  params: ById,
  response: z.object({ free: z.int(), kept: z.array(z.object({ reason: z.string(), rows: z.int() })) }),
})

export const ImportRow = z
  .object({
    /** As a spreadsheet numbers it: the heading is 1. */
    id: z.int(),
    state: z.enum(importRowStates),
    /** By column: as it would become, or as it stands in the file where the row is not taken. */
    cells: z.record(z.string(), z.string()),
    problems: z.array(z.object({ column: z.string(), message: z.string() })),
    /** What the row is taken without, and cells that were read in a way to look at. */
    notes: z.array(z.object({ column: z.string(), text: z.string(), message: z.string() })),
    resembles: z.string().nullable(),
    entity_id: z.int().nullable(),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.output<typeof ImportRow>
export const listImportRows = endpoint({
  method: 'GET',
  path: '/imports/{id}/rows/',
  summary: 'The rows of a file in one state, in its order',
  access: 'imports.run',
  audit: 'read',
  paged: true,
  live: ['imports'],
  params: ById,
  query: fields({ ...pageQuery, state: z.enum(importRowStates) }),
  response: z.array(ImportRow),
})
export const listImportProblems = endpoint({
  method: 'GET',
  path: '/imports/{id}/problems/',
  summary: 'The rows with a problem or a note, whatever became of them, as they stand in the file, in its order',
  access: 'imports.run',
  audit: 'read',
  paged: true,
  live: ['imports'],
  params: ById,
  query: fields(pageQuery),
  response: z.array(ImportRow),
})
export const leftRows = endpoint({
  method: 'GET',
  path: '/imports/{id}/left/',
  summary: 'The rows that were refused or left out, as they stand in the file, with the reason of each, as CSV',
  access: 'imports.run',
  audit: 'read',
  produces: 'text/csv',
  params: ById,
  response: z.unknown(),
})

export const ClinicExport = z
  .object({
    id: z.int(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'removed']),
    created_at: Instant,
    created_by_name: z.string().nullable(),
    /** Whoever asked for it may take the file, and nobody else. */
    is_own: z.boolean(),
    finished_at: Instant.nullable(),
    bytes: z.int().nullable(),
    rows: z.int().nullable(),
    documents: z.int().nullable(),
    /** Of which rows tell, but whose bytes are gone or altered. */
    missing_documents: z.int().nullable(),
    /** How far it is, in rows and documents; the total is an estimate. */
    done_rows: z.int(),
    total_rows: z.int(),
    failure: Message.nullable(),
    /** When the file goes. */
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'ClinicExport' })
export type ClinicExport = z.output<typeof ClinicExport>

export const listClinicExports = endpoint({
  method: 'GET',
  path: '/exports/',
  summary: 'The exports of the whole clinic, newest first',
  access: 'clinic.export',
  live: ['exports'],
  paged: true,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(ClinicExport),
})

export const beginClinicExport = endpoint({
  method: 'POST',
  path: '/exports/',
  summary: 'Export the whole clinic: every table as CSV, every document, and what describes them',
  access: 'clinic.export',
  idempotent: false,
  perMinute: 10,
  body: fields({
    /** That of the person who asks. */
    password: z.string().min(1).max(1000),
  }),
  status: 202,
  response: ClinicExport,
})

export const takeClinicExport = endpoint({
  method: 'GET',
  path: '/exports/{id}/file/',
  summary: 'The file of an export that the caller asked for',
  access: 'clinic.export',
  audit: 'read',
  produces: 'application/zip',
  params: ById,
  response: z.unknown(),
})

export const removeClinicExport = endpoint({
  method: 'DELETE',
  path: '/exports/{id}/',
  summary: 'Delete the file of an export before its time',
  access: 'clinic.export',
  params: ById,
  response: ClinicExport,
})
