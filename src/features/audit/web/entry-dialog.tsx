import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import type { AuditRow } from '../contract.ts'
import { entityText, actorText } from './audit-labels.ts'
import type { SetLogUrl } from './use-log-url.ts'
import { changedFields } from './change-labels.ts'
import styles from './audit.module.css'

/** What was changed, field by field; below it, folded, the same as it was recorded. */
const ChangeTable = ({ action, change }: { action: string; change: unknown }) => {
  const fields = changedFields(action, change)
  if (fields.length === 0) return <p className="t2">{t('No changes.')}</p>
  const hasBefore = fields.some(({ before }) => before !== undefined)
  return (
    <>
      <table className={`full-width collapsed top-cells ${styles.change}`}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            {hasBefore && <th scope="col">{t('Before')}</th>}
            <th scope="col">{hasBefore ? t('After') : t('Recorded')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, before, after }, at) => (
            <tr key={`${at} ${label}`}>
              <th scope="row">{label}</th>
              {hasBefore && <td className="t2">{before}</td>}
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary className="small t2">{t('Raw entry')}</summary>
        <pre className="break-anywhere as-typed small">{JSON.stringify(change, null, 2)}</pre>
      </details>
    </>
  )
}

interface Props {
  row: Omit<AuditRow, 'at'> & { at: string }
  onClose: () => void
  onNarrow: SetLogUrl
}

const SECTION = '/dashboard/administration'

/** One row of the log, with what was changed, and ways on to whoever it is about. */
export const EntryDialog = ({ row, onClose, onNarrow }: Props) => {
  const { allowed } = useRights()
  const narrow = (to: Parameters<SetLogUrl>[0]) => {
    const nothing = { actor: '', patient: '', action: '', entity: '', request_id: '', start_date: '', end_date: '' }
    onNarrow({ ...nothing, ...to })
    onClose()
  }
  const { actor, patient, request_id } = row
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${t(row.action)} · ${entityText(row)}`}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className="form-stack">
        <dl className="facts">
          <dt>{t('When')}</dt>
          <dd className="num">{dateTime(row.at)}</dd>
          <dt>{t('User')}</dt>
          <dd>
            {actor !== null && !row.actor_is_patient && allowed('users.view') ? (
              <Link className="link" to={`${SECTION}/people/${actor}`}>
                {actorText(row)}
              </Link>
            ) : (
              actorText(row)
            )}
          </dd>
          {patient !== null && (
            <>
              <dt>{t('Patient')}</dt>
              <dd>
                <bdi>{row.patient_name ?? t('Unknown')}</bdi> <span className="num t3">{row.patient_number}</span>
              </dd>
            </>
          )}
          <dt>{t('IP address')}</dt>
          <dd className="num">{row.ip ?? '–'}</dd>
          <dt>{t('Request ID')}</dt>
          <dd className="num break-anywhere as-typed">{request_id}</dd>
          <dt>{t('Row')}</dt>
          <dd className="num">{row.id}</dd>
        </dl>
        <ChangeTable action={row.action} change={row.change} />
        <div className="form-foot">
          {patient !== null && allowed('patients.view') && (
            <Button component={Link} to={`/dashboard/patients/${patient}`}>
              {t('Open record')}
            </Button>
          )}
          {patient !== null && (
            <Button onClick={() => narrow({ patient: String(patient), action: 'read' })}>{t('Who viewed this patient')}</Button>
          )}
          {actor !== null && <Button onClick={() => narrow({ actor: String(actor) })}>{t('All by this user')}</Button>}
          <Button onClick={() => narrow({ request_id })}>{t('Whole request')}</Button>
        </div>
      </div>
    </Modal>
  )
}
