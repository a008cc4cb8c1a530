import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { totalByPaymentMode } from '#web/calls/room-calls.ts'

/** What came in today, by the way it was paid: one quiet line. Nothing until there is something. */
export const TakingsStrip = () => {
  const { data } = useQuery(query(totalByPaymentMode, { query: {} }))
  const modes = data?.data.filter(({ receipts }) => receipts > 0) ?? []
  if (!data || modes.length === 0) return null
  return (
    <dl className="panel till-strip num" aria-label={t('Taken today')}>
      <div>
        <dt>{t('Taken today')}</dt>
        <dd>{money(data.total_amount, { withCurrency: true })}</dd>
      </div>
      {modes.map(({ payment_mode, payment_mode_name, total }) => (
        <div key={payment_mode}>
          <dt>{payment_mode_name}</dt>
          <dd>{money(total)}</dd>
        </div>
      ))}
    </dl>
  )
}
