import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { covered, range } from './days.ts'

const read = {
  method: 'GET',
  access: 'reports.laboratory',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const
const days = covered(fields(range))

export const labTurnaround = endpoint({
  ...read,
  path: '/reports/lab_turnaround/',
  summary: 'Test by test, how long it took from the sample to the first approval, of what was first approved in a range of days',
  query: days,
})
export const labWorkload = endpoint({
  ...read,
  path: '/reports/lab_workload/',
  summary: 'Test by test, what was requested, approved, abnormal, critical, amended and cancelled in a range of days',
  query: days,
})
export const labRejections = endpoint({
  ...read,
  path: '/reports/lab_rejections/',
  summary: 'Samples that were rejected in a range of days, by specimen and reason, and how many were taken again',
  query: days,
})
export const labCriticalCalls = endpoint({
  ...read,
  path: '/reports/lab_critical_calls/',
  summary: 'Day by day, how many critical values there were, and how long it took until somebody was told and read it back',
  query: days,
})
