import type { z } from 'zod'
import type { Topic } from '#shared/topics.gen.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import type { FileStore } from '#platform/files/store.ts'

/** A kind of work done outside requests: its name, what it is given, when and how often it is tried. */
export interface Job {
  /** kebab-case; also the name of its queue. */
  name: string
  /** What `enqueue` takes and the handler gets. It is kept as JSON. */
  data: z.core.$ZodType
  /** A cron expression, in UTC, for work that comes round by itself; its data is an empty object. */
  schedule?: string
  /** Also done once when a process begins to take jobs: what fell due while none did. */
  atStart?: true
  /** Tries after the first one that failed, ever further apart; 3 unless said. */
  retries?: number
  /** A run that takes longer is given up and tried again; 300 unless said. */
  maxSeconds?: number
  /** How many of them may wait and be under way at once; 1,000 unless said. `enqueue` refuses further ones, or leaves them out where `mayBeLeftOut`. */
  most?: number
  /** The same of one account; 200 unless said. */
  mostOfOne?: number
  /** A job without data that waits already does what another one would. */
  mayBeLeftOut?: true
  /** How long a new job may wait until somebody looks; 5 unless said, and a minute for scheduled work. */
  pollSeconds?: number
}

export const job = <const J extends Job>(definition: J): J => definition

/** What a running job may use. It runs outside any transaction and may run twice: each step must bear repetition. */
export interface JobContext {
  /** The pool. */
  db: Db
  now: Date
  files: FileStore
  /** Where uploads lie while their request runs. */
  uploadDir: string
  backups: ClinicPlace
  /** 32 bytes that key what the program signs or hides by itself. */
  codeKey: Buffer
  /** Where everybody reaches the clinic, without a final slash; undefined when nobody has said. */
  publicUrl: string | undefined
  /** Does the few things that the application may not do by itself. */
  asOwner: OwnersWork
  /** Tells screens that something of `topic` has changed; of one patient alone where one is named, never of a restricted record. */
  publish: (topic: Topic, id?: number, patient?: number) => void
  /** Ends the run when it took too long or the program stops. */
  signal: AbortSignal
}

export interface JobWork {
  job: Job
  run: (input: never) => Promise<void>
}

/** Ties a job to the function that does it. */
export const perform = <const J extends Job>(
  job: J,
  run: (input: JobContext & { data: z.output<J['data']> }) => Promise<void>,
): JobWork => ({ job, run })
