import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { date, dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DocumentHead, givenRows, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Note } from '#web/ui/status.tsx'
import { cancelTransfer, readTransfer, type TransferDocument } from './transfer-calls.ts'
import { ArriveForm } from './arrive-form.tsx'
import { TransferStatus } from './transfer-status.tsx'

const ADDRESS = '/dashboard/inventory/transfers'
type Row = TransferDocument['items'][number]
const dash = <span className="t3">–</span>
const part = (count: number) => (count === 0 ? dash : number(count))

const columns = ({ status }: TransferDocument): readonly Column<Row>[] => {
  const all: (Column<Row> | false)[] = [
    { key: 'item', title: t('Item'), wraps: true, render: ({ item_name }) => <span className="strong">{item_name}</span> },
    { key: 'lot', title: t('Lot'), width: 128, render: ({ lot }) => (lot === '' ? dash : <span className="num">{lot}</span>) },
    {
      key: 'expiry',
      title: t('Expires'),
      width: 120,
      hideOnPhone: true,
      render: ({ expires_on }) => (expires_on === null ? dash : date(expires_on)),
    },
    {
      key: 'sent',
      title: t('Sent'),
      width: 128,
      align: 'end',
      render: ({ quantity, unit }) => (
        <>
          {number(quantity)} <span className="t3">{unitName(unit, quantity)}</span>
        </>
      ),
    },
    status !== 'sent' && {
      key: 'received',
      title: t('Arrived'),
      width: 96,
      align: 'end',
      hideOnPhone: true,
      render: ({ received }) => part(received),
    },
    status !== 'sent' && {
      key: 'returned',
      title: t('Returned'),
      width: 96,
      align: 'end',
      hideOnPhone: true,
      render: ({ returned }) => part(returned),
    },
    status !== 'sent' && { key: 'lost', title: t('Lost'), width: 96, align: 'end', hideOnPhone: true, render: ({ lost }) => part(lost) },
  ]
  return all.filter((column) => column !== false)
}

const CallBack = ({ transfer }: { transfer: TransferDocument }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => call(cancelTransfer, { params: { id: transfer.id }, body: { reason } }, { version: transfer.version }),
    onSuccess: () =>
      toast.done(t('{number} is cancelled: all items are back in {store}.', { number: transfer.number, store: transfer.from_store_name })),
    onError: toast.failed,
    onSettled: (_, error) => refreshAfter(error),
  })
  const ask = async () => {
    const reason = await askReason({
      title: t('Cancel {number}?', { number: transfer.number }),
      text: t('All items return to {store}.', { store: transfer.from_store_name }),
      action: t('Cancel transfer'),
      isGrave: true,
    })
    if (reason !== null) mutate(reason)
  }
  return (
    <Button loading={isPending} onClick={() => void ask()}>
      {t('Cancel transfer')}
    </Button>
  )
}

const Body = ({ transfer }: { transfer: TransferDocument }) => (
  <>
    <DocumentHead
      title={transfer.number}
      status={<TransferStatus transfer={transfer} chip />}
      sub={
        <>
          <span>
            {transfer.from_store_name} <span aria-hidden>→</span> <b>{transfer.to_store_name}</b>
          </span>
          <span>{t('sent {when} by {who}', { when: dateTime(transfer.date_sent), who: transfer.sent_by_name })}</span>
          {transfer.date_ended !== null && (
            <span>
              {transfer.status === 'received'
                ? t('received {when} by {who}', { when: dateTime(transfer.date_ended), who: transfer.ended_by_name })
                : t('cancelled {when} by {who}', { when: dateTime(transfer.date_ended), who: transfer.ended_by_name })}
            </span>
          )}
          {transfer.requisition !== null && (
            <Link className="link" to={`/dashboard/inventory/requisitions/${transfer.requisition}`}>
              {transfer.requisition_number}
            </Link>
          )}
        </>
      }
      back={{ to: ADDRESS, label: t('Transfers') }}
      actions={transfer.may.cancel && <CallBack transfer={transfer} />}
    />
    {transfer.end_reason !== '' && <Note tone={transfer.status === 'cancelled' ? 'inactive' : 'attention'}>{transfer.end_reason}</Note>}
    {transfer.note !== '' && <p className="doc-note t2">{transfer.note}</p>}
    {transfer.may.receive ? (
      <ArriveForm key={transfer.id} transfer={transfer} />
    ) : (
      <div className="doc-rows">
        <DataTable
          label={t('Items sent')}
          columns={columns(transfer)}
          rows={givenRows(transfer.items)}
          rowKey={({ id }) => id}
          empty={null}
          foot={<span className="strong">{t('Value: {amount}', { amount: money(transfer.value, { withCurrency: true }) })}</span>}
        />
      </div>
    )}
  </>
)

/** One transfer: what is on its way, and what arrived. */
export const TransferPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(readTransfer, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Transfer not found'), to: ADDRESS, label: t('All transfers') }}>
      {(transfer) => <Body transfer={transfer} />}
    </DocumentPage>
  )
}
