import { labCriticalCalls, labRejections, labTurnaround, labWorkload } from '../contract.ts'
import { range, type ReportView } from './report-list.ts'

/** How long the laboratory takes, what it does, what it cannot use, and whom it tells. */
export const laboratoryReports: readonly ReportView[] = [
  {
    key: 'lab-turnaround',
    label: 'Turnaround by test',
    about: 'From sample to first approval',
    endpoint: labTurnaround,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['approved', 'with_target', 'within_target'],
    chart: { kind: 'names', name: 'test', value: 'median', isUnsummed: true },
    onPhone: ['test', 'median', 'ninety'],
  },
  {
    key: 'lab-workload',
    label: 'Workload by test',
    endpoint: labWorkload,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['approved', 'requested', 'abnormal', 'critical', 'amended', 'cancelled'],
    chart: { kind: 'names', name: 'test', value: 'approved' },
    onPhone: ['test', 'requested', 'approved'],
  },
  {
    key: 'lab-rejections',
    label: 'Rejected samples',
    endpoint: labRejections,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['rejected', 'again'],
    chart: { kind: 'names', name: 'specimen', value: 'rejected', why: 'reason' },
    onPhone: ['specimen', 'reason', 'rejected'],
  },
  {
    key: 'lab-critical',
    label: 'Critical values',
    about: 'From result to notification',
    endpoint: labCriticalCalls,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['values', 'told', 'seen', 'waiting', 'in_time'],
    chart: { kind: 'days', name: 'day', value: 'values' },
    onPhone: ['day', 'values', 'median'],
  },
]
