import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { money, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/tokens.ts'
import { useStore } from '#web/state/store.ts'
import { sumReceipts } from '#features/billing/contract-payments.ts'

/** What this person took today, by the way it was paid, with the clinic's sum beside it for who may see that. Nothing until there is something. */
export const TakingsStrip = () => {
  const { allowed } = useRights()
  const me = useStore(session).user?.user_id ?? 0
  const isPermitted = allowed('reports.sales')
  const { data: own } = useQuery(query(sumReceipts, { query: { received_by: me, date: today() } }))
  const { data: clinic } = useQuery({ ...query(sumReceipts, { query: { date: today() } }), enabled: isPermitted })
  if (!own || (own.receipts === 0 && !clinic?.receipts)) return null
  return (
    <dl className="panel till-strip num" aria-label={t('Taken today')}>
      <div>
        <dt>{t('Taken by you today')}</dt>
        <dd>{money(own.total, { withCurrency: true })}</dd>
      </div>
      {own.modes.map(({ payment_mode, payment_mode_name, total }) => (
        <div key={payment_mode}>
          <dt>{payment_mode_name}</dt>
          <dd>{money(total)}</dd>
        </div>
      ))}
      {clinic && (
        <div>
          <dt>{t('Whole clinic')}</dt>
          <dd>{money(clinic.total)}</dd>
        </div>
      )}
    </dl>
  )
}
