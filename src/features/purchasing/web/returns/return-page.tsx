import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fromCents } from '#shared/money.ts'
import { query } from '#web/calls/api.ts'
import { date, dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DocumentHead, givenRows, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { createSupplierPayment, getSupplierReturn, type SentBack } from '../receiving-calls.ts'
import { leftToCredit, ReturnStatus } from './return-status.tsx'

const PayDialog = lazy(async () => ({ default: (await import('../bills/pay-dialog.tsx')).PayDialog }))
const ADDRESS = '/dashboard/inventory/supplier-returns'
type Row = SentBack['items'][number]
const dash = <span className="t3">–</span>

const columns = (): readonly Column<Row>[] => [
  {
    key: 'item',
    title: t('Item'),
    wraps: true,
    render: ({ item_name, item_code }) => (
      <span className="clip">
        <span className="strong">{item_name}</span> <span className="small t3 num">{item_code}</span>
      </span>
    ),
  },
  { key: 'lot', title: t('Lot'), width: 128, render: ({ lot }) => (lot === '' ? dash : <span className="num">{lot}</span>) },
  {
    key: 'expiry',
    title: t('Expires'),
    width: 128,
    hideOnPhone: true,
    render: ({ expires_on }) => (expires_on === null ? dash : <span className="num">{date(expires_on)}</span>),
  },
  {
    key: 'state',
    title: t('From'),
    width: 128,
    hideOnPhone: true,
    render: ({ state }) => (state === 'quarantined' ? t('Quarantine') : t('Usable stock')),
  },
  {
    key: 'quantity',
    title: t('Sent back'),
    width: 136,
    align: 'end',
    render: ({ quantity, unit }) => (
      <>
        {number(quantity)} <span className="t3">{unitName(unit, quantity)}</span>
      </>
    ),
  },
  { key: 'value', title: t('Value'), width: 112, align: 'end', hideOnPhone: true, render: ({ value }) => <b>{money(value)}</b> },
]

const Body = ({ goodsReturn }: { goodsReturn: SentBack }) => {
  const { can } = useRights()
  const [isCrediting, setCrediting] = useState(false)
  const left = leftToCredit(goodsReturn)
  return (
    <>
      <DocumentHead
        title={goodsReturn.number}
        status={<ReturnStatus goodsReturn={goodsReturn} chip />}
        sub={
          <>
            <span className="strong">{goodsReturn.supplier_name}</span>
            <span>{t('from {store}', { store: goodsReturn.store_name })}</span>
            <span>
              {dateTime(goodsReturn.date_created)} · {goodsReturn.returned_by_name}
            </span>
          </>
        }
        back={{ to: ADDRESS, label: t('Sent back') }}
        actions={
          left > 0 &&
          can(createSupplierPayment) && (
            <Button variant="filled" leftSection={<IconCoins size={16} aria-hidden />} onClick={() => setCrediting(true)}>
              {t('Record credit')}
            </Button>
          )
        }
      />
      <p className="doc-note t2">{goodsReturn.reason}</p>
      <div className="doc-rows">
        <DataTable
          label={t('Items returned')}
          columns={columns()}
          rows={givenRows(goodsReturn.items)}
          rowKey={({ id }) => id}
          empty={null}
          foot={
            <span className="strong">
              {t('Value {value}, credited {credited}', {
                value: money(goodsReturn.value, { withCurrency: true }),
                credited: money(goodsReturn.credited),
              })}
            </span>
          }
        />
      </div>
      <Suspense>
        {isCrediting && (
          <PayDialog
            supplier={goodsReturn.supplier}
            chosen={[]}
            credit={{ supplier_return: goodsReturn.id, number: goodsReturn.number, left: fromCents(left) }}
            onClose={() => setCrediting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** What went back to a supplier in one go. */
export const ReturnPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getSupplierReturn, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Return not found'), to: ADDRESS, label: t('All returns') }}>
      {(sentBack) => <Body goodsReturn={sentBack} />}
    </DocumentPage>
  )
}
