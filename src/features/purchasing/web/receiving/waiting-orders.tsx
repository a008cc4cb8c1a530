import { Button } from '@mantine/core'
import { IconGift, IconTruckDelivery } from '@tabler/icons-react'
import { date, number } from '#web/text/format.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { useKeys } from '#web/keyboard/keys.ts'
import { listPurchaseOrders, type OrderRow } from '../receiving-calls.ts'

const PAGE = 50

const columns = (): readonly Column<OrderRow>[] => [
  { key: 'number', title: t('Order'), width: 136, render: ({ number: name }) => <span className="num strong">{name}</span> },
  { key: 'supplier', title: t('Supplier'), render: ({ supplier_name }) => supplier_name },
  { key: 'store', title: t('Deliver to'), width: 152, hideOnPhone: true, render: ({ store_name }) => store_name },
  {
    key: 'open',
    title: t('To receive'),
    width: 120,
    align: 'end',
    hideOnPhone: true,
    render: ({ ordered_units, received_units }) =>
      received_units === 0 ? t('all') : `${number(Math.round(((ordered_units - received_units) * 100) / ordered_units))} %`,
  },
  {
    key: 'expected',
    title: t('Expected'),
    width: 136,
    render: ({ expected_on, is_late }) =>
      is_late ? (
        <Status tone="attention">{date(expected_on)}</Status>
      ) : expected_on === null ? (
        <span className="t3">–</span>
      ) : (
        date(expected_on)
      ),
  },
]

/** Which delivery is it: of an order that waits, or of none. */
export const WaitingOrders = ({ choose }: { choose: (chosen: { order?: string; kind?: string }) => void }) => {
  const rows = usePages(pages(listPurchaseOrders, { query: { open: 'true', limit: PAGE } }))
  const without = () => choose({ kind: 'bought' })
  const given = () => choose({ kind: 'given' })
  useKeys([
    { keys: 'W', label: t('Without an order'), run: without },
    { keys: 'D', label: t('Donation'), run: given },
  ])
  return (
    <Page
      title={t('Receive delivery')}
      sub={t('Choose the purchase order')}
      actions={
        <>
          <Button leftSection={<IconTruckDelivery size={16} aria-hidden />} onClick={without}>
            {t('Without an order')}
          </Button>
          <Button leftSection={<IconGift size={16} aria-hidden />} onClick={given}>
            {t('Donation')}
          </Button>
        </>
      }
    >
      <div className="doc-rows">
        <DataTable
          label={t('Orders awaiting delivery')}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => choose({ order: String(id) })}
          empty={
            <Empty icon={IconTruckDelivery} title={t('No orders awaiting delivery')}>
              {t('Orders appear here once they are sent to the supplier. Goods that came without an order can be received as well.')}
            </Empty>
          }
        />
      </div>
    </Page>
  )
}
