import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { listPurchaseOrders } from '../receiving-calls.ts'

const SHOWN = 50
const billable = new Set(['sent', 'part-received', 'received', 'closed'])

/** The order that a bill belongs to: what was received of it is then filled in. */
export const OrderOfSupplier = ({ supplier, onChange }: { supplier: number | null; onChange: (order: number) => void }) => {
  const { data = [] } = useQuery({
    ...query(listPurchaseOrders, { query: { supplier: supplier ?? 0, limit: SHOWN } }),
    enabled: supplier !== null,
  })
  const orders = data.filter(({ status }) => billable.has(status))
  return (
    <Select
      label={t('Order')}
      placeholder={
        supplier === null ? t('Choose the supplier first') : orders.length === 0 ? t('No order of this supplier') : t('Without an order')
      }
      disabled={orders.length === 0}
      data={orders.map(({ id, number, date_created }) => ({ value: String(id), label: `${number} · ${date(date_created)}` }))}
      value={null}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  )
}
