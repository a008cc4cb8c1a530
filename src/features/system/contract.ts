import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'

const Disk = z.object({
  place: z.enum(['data', 'backups']),
  /** The folder on the server. */
  folder: z.string(),
  /** Null when it cannot be looked at. */
  free_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
  is_low: z.boolean(),
})

const Table = z.object({
  name: z.string(),
  /** With its indexes and what lies beside it. */
  bytes: z.int(),
  /** As the database estimates them. */
  rows: z.int(),
  dead_rows: z.int(),
  vacuumed_at: Instant.nullable(),
})

export const SystemState = z
  .object({
    version: z.string(),
    node_version: z.string(),
    database_version: z.string(),
    /** The database is the program's own, not one of another server. */
    is_embedded: z.boolean(),
    schema: z.object({ version: z.int(), name: z.string(), applied_at: Instant }),
    started_at: Instant,
    database_started_at: Instant,
    /** Processes that answer requests. */
    workers: z.int(),
    platform: z.string(),
    time_zone: z.string(),
    clinic_time_zone: z.string(),
    /** Of the server's own clock. */
    now: Instant,
    /** How far the database's clock is ahead of the server's. */
    database_ahead_ms: z.int(),
    disks: z.array(Disk),
    database_bytes: z.int(),
    documents: z.object({ count: z.int(), bytes: z.int() }),
    backups: z.object({ count: z.int(), bytes: z.int() }),
    /** The ten largest. */
    tables: z.array(Table),
    connections: z.object({ used: z.int(), maximum: z.int() }),
    /** What cannot be printed because an optional font is not installed. */
    missing_fonts: z.array(z.string()),
    /** Of the transaction that runs longest, in seconds; null when none does. */
    longest_transaction: z.number().nullable(),
  })
  .meta({ id: 'SystemState' })
export type SystemState = z.output<typeof SystemState>

export const getSystem = endpoint({
  method: 'GET',
  path: '/system/',
  summary: 'Versions, clocks, disks and the database of this program',
  access: 'system.view',
  live: ['system'],
  response: SystemState,
})

const Cost = z.object({
  /** Without any value in it; empty: all others together. */
  text: z.string(),
  calls: z.int(),
  /** Those that the program answered with a fault of its own, or the database refused. */
  failed: z.int(),
  mean_ms: z.number(),
  p95_ms: z.number(),
  max_ms: z.number(),
  /** Of the time of all of them, from 0 to 1. */
  share: z.number(),
})
export type Cost = z.output<typeof Cost>

export const getSystemFigures = endpoint({
  method: 'GET',
  path: '/system/figures/',
  summary: 'What took longest in the last week: statements of the program without their values, and requests by route',
  access: 'system.view',
  response: z.object({ statements: z.array(Cost), requests: z.array(Cost) }).meta({ id: 'SystemFigures' }),
})
