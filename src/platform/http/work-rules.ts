import type { Endpoint, WorkKind } from '#shared/endpoint.ts'

export type { WorkKind } from '#shared/endpoint.ts'

/** The bounds of one kind of expensive work. */
export interface WorkRule {
  /** In messages, in plural. */
  name: string
  /** At work at once in a process, of all accounts. */
  slots: number
  /** Of these, of one account. */
  running: number
  /** At work, waiting and arriving at once, of one account. */
  inside: number
  /** Of all accounts: so many arriving, and so many waiting and at work. Patients and strangers together take half of each at the most. */
  all: number
  /** Of one account, counted by all processes together; null where the day or another limit counts. */
  perHour: number | null
}

/**
 * Every kind of work that costs a processor, memory or a disk more than a few rows do. What a person does at a screen stays far below; a
 * script is slowed down, and nobody else with it.
 */
export const workRules: Readonly<Record<WorkKind, WorkRule>> = {
  // Files and bytes a day are counted by `upload-quota.ts`.
  upload: { name: 'uploads', slots: 4, running: 2, inside: 20, all: 200, perHour: null },
  document: { name: 'printed documents', slots: 4, running: 2, inside: 20, all: 200, perHour: 1_200 },
  table: { name: 'exported tables', slots: 3, running: 1, inside: 6, all: 60, perHour: 240 },
  report: { name: 'reports', slots: 4, running: 2, inside: 20, all: 200, perHour: 1_800 },
  question: { name: 'questions', slots: 4, running: 2, inside: 10, all: 100, perHour: 1_200 },
  download: { name: 'downloads', slots: 12, running: 6, inside: 60, all: 600, perHour: null },
}

/** What kind of expensive work a call is, when it brings files and answers `type`; null for the others. */
export const workOf = (endpoint: Endpoint, { type, hasFiles }: { type: string; hasFiles: boolean }): WorkKind | null => {
  const answered = endpoint.produces ?? type
  if (hasFiles) return 'upload'
  if (answered === 'application/pdf') return 'document'
  if (answered === 'text/csv' || answered.includes('spreadsheet')) return 'table'
  if (endpoint.work) return endpoint.work
  return answered === 'application/json' || endpoint.access === 'public' ? null : 'download'
}
