import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { ResultLine } from '../asked-tests.tsx'
import type { RequestPanel } from '../lab-types.ts'
import { useCancelling } from '../use-cancelling.ts'
import styles from '../lab-room.module.css'

const chargeWord = (status: RequestPanel['invoice_item_status']) =>
  ({ pending: t('on the bill'), billed: t('billed'), credited: t('credited'), cancelled: t('taken off the bill') })[status]

const Charge = ({ of: { sale_price, invoice, invoice_item_status } }: { of: RequestPanel }) => (
  <span className={`stack ${styles.cell}`}>
    {sale_price !== null && <span className="num">{money(sale_price)}</span>}
    <span className="small t3">
      {invoice === null ? (
        chargeWord(invoice_item_status)
      ) : (
        <Link className="link" to={`/dashboard/billing/invoices/${invoice}`}>
          {chargeWord(invoice_item_status)}
        </Link>
      )}
    </span>
  </span>
)

const Cancel = ({ of: panel }: { of: RequestPanel }) => {
  const { isRunning, cancelPanel } = useCancelling()
  return (
    <ActionIcon
      loading={isRunning}
      aria-label={t('Cancel {{test}}', { test: panel.test_panel_name })}
      onClick={() => void cancelPanel(panel)}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The tests of a request: result or where each stands, its sample, its charge. A charge is said once for a profile. */
export const RequestTests = ({ panels }: { panels: readonly RequestPanel[] }) => {
  const { mayCancel } = useCancelling()
  const isFirst = ({ id, order }: RequestPanel) => panels.find((panel) => panel.order === order)?.id === id
  return (
    <div className="table-box doc-lines">
      <table className="k-table" aria-label={t('Tests')}>
        <colgroup>
          <col />
          <col style={{ width: '40%' }} />
          <col className="not-phone" style={{ width: 120 }} />
          <col className="not-phone" style={{ width: 120 }} />
          <col style={{ width: 48 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Test')}</th>
            <th scope="col">{t('Result')}</th>
            <th scope="col" className="not-phone">
              {t('Sample')}
            </th>
            <th scope="col" className="not-phone">
              {t('Charge')}
            </th>
            <th scope="col" aria-label={t('Cancel')} />
          </tr>
        </thead>
        <tbody>
          {panels.map((panel) => (
            <tr key={panel.id}>
              <td>
                <span className={`stack ${styles.cell}`}>
                  <span className="strong clip" title={panel.test_panel_name}>
                    {panel.test_panel_name}
                  </span>
                  {panel.profile_name !== null && <span className="small t3 clip">{panel.profile_name}</span>}
                </span>
              </td>
              <td className="wraps">
                <ResultLine of={panel} withName={false} />
                {panel.cancel_reason !== null && (
                  <span className="small t3">{[panel.cancel_reason, panel.cancelled_by_name].filter(Boolean).join(' · ')}</span>
                )}
              </td>
              <td className="not-phone num">
                {panel.sample_code === null ? (
                  <Status tone="inactive">{t('none')}</Status>
                ) : (
                  <Link className="link" to={`/dashboard/laboratory/collect?show=all&q=${panel.sample_code}`}>
                    {panel.sample_code}
                  </Link>
                )}
              </td>
              <td className="not-phone">{isFirst(panel) && <Charge of={panel} />}</td>
              <td>{mayCancel && (panel.state === 'requested' || panel.state === 'entered') && <Cancel of={panel} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
