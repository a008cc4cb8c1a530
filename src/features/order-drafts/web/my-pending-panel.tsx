import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import { randomId } from '#web/calls/random-id.ts'
import { invalidateNews } from '#web/calls/query-client.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { toast } from '#web/messages/toast.tsx'
import { Status } from '#web/ui/status.tsx'
import { listOrderDrafts, saveOrderDraft } from '../contract.ts'
import { usePendingRows, type PendingRow } from './pending-rows.tsx'

const noTests = { tests: [], priority: 'routine', is_fasting: false, is_pregnant: false, note: '' }

/** In a visit that is over nothing can be ordered any more: all that is left is to say so and to remove it. */
const remove = async ({ visit, orders, patient_name }: PendingRow) => {
  const isSure = await confirm({
    title: t('{count, plural, one {Remove # unsent order?} other {Remove # unsent orders?}}', { count: orders }),
    text: t('The visit of {name} is closed. Order what is still needed in a new visit.', { name: patient_name }),
    action: t('Remove'),
    isGrave: true,
  })
  if (!isSure) return
  try {
    const drafts = await call(listOrderDrafts, { query: { visit } })
    await Promise.all(
      drafts
        .filter((draft) => draft.orders > 0)
        .map(({ kind, version }) => {
          const nothing = kind === 'drugs' ? { drugs: { lines: [], reasons: [] } } : { tests: noTests }
          return call(saveOrderDraft, { body: { visit, version, key: randomId(), ...nothing } })
        }),
    )
  } catch (error) {
    toast.failed(error)
  }
  void invalidateNews([{ topic: 'orders' }])
}

/** A doctor's own orders that are not sent, of patients in every department and of visits that are over; nothing while there are none. */
export const MyOrdersPending = ({ me }: { me: number }) => {
  const rows = usePendingRows().filter(({ author }) => author === me)
  if (rows.length === 0) return null
  return (
    <section className="section" aria-label={t('Unsent orders')}>
      <h2>{t('Unsent orders')}</h2>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.visit} className="row wrap">
            <Link className="link strong" to={`/dashboard/patients/${row.patient}?tab=${row.is_closed ? 'overview' : 'visit'}`}>
              <bdi>{row.patient_name}</bdi>
            </Link>
            <Status tone="attention">{t('{count} not sent', { count: row.orders })}</Status>
            {row.is_closed && (
              <>
                <span className="t2">{t('Visit closed: they can no longer be sent.')}</span>
                <Button size="compact-sm" onClick={() => void remove(row)}>
                  {t('Remove')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
