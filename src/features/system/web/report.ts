import type { ResponseOf } from '#shared/endpoint.ts'
import type { listEquipment } from '#features/analysers/contract.ts'
import type { getMessageSettings } from '#features/messages/contract.ts'
import type { getSystem, getSystemFigures, getSystemJobs } from '../contract.ts'

/** What those who may see them add. */
interface Lines {
  messages?: ResponseOf<typeof getMessageSettings>
  analysers?: ResponseOf<typeof listEquipment>
}

interface Parts extends Lines {
  system: ResponseOf<typeof getSystem>
  jobs: ResponseOf<typeof getSystemJobs>
  figures: ResponseOf<typeof getSystemFigures>
}

const gb = (bytes: number | null) => (bytes === null ? '?' : `${(bytes / 1e9).toFixed(2)} GB`)

const systemLines = ({ system: s }: Parts) => [
  `Kliniki ${s.version}, Node ${s.node_version}, PostgreSQL ${s.database_version} (${s.is_embedded ? 'embedded' : 'another server'}), ${s.platform}`,
  `Schema ${s.schema.name}, applied ${s.schema.applied_at}`,
  `Started ${s.started_at}, database ${s.database_started_at}; ${s.workers} processes for requests`,
  `Time ${s.now}, server ${s.time_zone}, clinic ${s.clinic_time_zone}, database ${s.database_ahead_ms} ms ahead`,
  ...s.disks.map(
    ({ place, free_bytes, total_bytes, is_low }) =>
      `Disk of ${place}: ${gb(free_bytes)} of ${gb(total_bytes)} free${is_low ? ', LOW' : ''}`,
  ),
  `Database ${gb(s.database_bytes)}, documents ${gb(s.documents.bytes)} (${s.documents.count}), backups ${gb(s.backups.bytes)} (${s.backups.count})`,
  `Connections ${s.connections.used} of ${s.connections.maximum}, longest transaction ${s.longest_transaction ?? 0} s`,
  ...s.tables.map(
    ({ name, bytes, rows, dead_rows, vacuumed_at }) =>
      `  ${name}: ${gb(bytes)}, ${rows} rows, ${dead_rows} dead, cleaned ${vacuumed_at ?? 'never'}`,
  ),
]

const jobLines = ({ jobs: { kinds, failures } }: Parts) => [
  ...kinds.map(
    ({ name, waiting, active, failed, completed, last_done_at, is_late }) =>
      `  ${name}: ${waiting} wait, ${active} run, ${failed} failed, ${completed} done, last ${last_done_at ?? 'never'}${is_late ? ', LATE' : ''}`,
  ),
  ...failures
    .slice(0, 20)
    .map(({ name, state, tries, failed_at, error }) => `  ${state} ${name} after ${tries} tries, ${failed_at ?? '–'}: ${error}`),
]

const onOff = (isOn: boolean, isSetUp: boolean) => (isSetUp ? (isOn ? 'on' : 'off') : 'not set up')

const lineLines = ({ messages, analysers }: Parts) => [
  ...(messages
    ? [`  E-mail ${onOff(messages.email_is_on, messages.smtp_host !== '')}, SMS ${onOff(messages.sms_is_on, messages.sms_url !== '')}`]
    : []),
  ...(analysers ?? [])
    .filter(({ is_active, connection }) => is_active && connection !== 'none')
    .map(
      ({ id, data_format, connection, last_seen_at, last_message_at, last_error }) =>
        `  Analyser ${id} (${data_format}, ${connection}): heard ${last_seen_at ?? 'never'}, last message ${last_message_at ?? 'never'}, ${last_error ?? 'no error'}`,
    ),
]

const costLines = (costs: Parts['figures']['statements']) =>
  costs
    .slice(0, 15)
    .map(
      ({ text, calls, failed, mean_ms, p95_ms, max_ms, share }) =>
        `  ${(share * 100).toFixed(1)} %, ${calls} times (${failed} failed), mean ${mean_ms}, p95 ${p95_ms}, max ${max_ms} ms: ${text || '(all others)'}`,
    )

/** Everything that the page knows as plain text, in English, for whoever helps: no person, no folder, no address, no value. */
export const reportOf = (parts: Parts): string =>
  [
    'Kliniki: report for support',
    '',
    ...systemLines(parts),
    '',
    'Jobs',
    ...jobLines(parts),
    '',
    'Connections',
    ...lineLines(parts),
    '',
    'Requests',
    ...costLines(parts.figures.requests),
    '',
    'Statements',
    ...costLines(parts.figures.statements),
    '',
  ].join('\n')
