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
          {number(quantity)} <span className="t3">{unit}</span>
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
      title: t('Went back'),
      width: 96,
      align: 'end',
      hideOnPhone: true,
      render: ({ returned }) => part(returned),
    },
    status !== 'sent' && { key: 'lost', title: t('Lost'), width: 96, align: 'end', hideOnPhone: true, render: ({ lost }) => part(lost) },
  ]
  return all.filter((column) => column !== false)
}

const CallBack = ({ of }: { of: TransferDocument }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => call(cancelTransfer, { params: { id: of.id }, body: { reason } }, { version: of.version }),
    onSuccess: () =>
      toast.done(t('{number} is called back: everything is in {store} again.', { number: of.number, store: of.from_store_name })),
    onError: toast.failed,
    onSettled: (_, error) => refreshAfter(error),
  })
  const ask = async () => {
    const reason = await askReason({
      title: t('Call {number} back?', { number: of.number }),
      text: t('Everything returns to {store}.', { store: of.from_store_name }),
      action: t('Call back'),
    })
    if (reason !== null) mutate(reason)
  }
  return (
    <Button loading={isPending} onClick={() => void ask()}>
      {t('Call back')}
    </Button>
  )
}

const Body = ({ of }: { of: TransferDocument }) => (
  <>
    <DocumentHead
      title={of.number}
      status={<TransferStatus of={of} chip />}
      sub={
        <>
          <span>
            {of.from_store_name} <span aria-hidden>→</span> <b>{of.to_store_name}</b>
          </span>
          <span>{t('sent {when} by {who}', { when: dateTime(of.date_sent), who: of.sent_by_name })}</span>
          {of.date_ended !== null && (
            <span>
              {of.status === 'received'
                ? t('taken in {when} by {who}', { when: dateTime(of.date_ended), who: of.ended_by_name })
                : t('called back {when} by {who}', { when: dateTime(of.date_ended), who: of.ended_by_name })}
            </span>
          )}
          {of.requisition !== null && (
            <Link className="link" to={`/dashboard/inventory/requisitions/${of.requisition}`}>
              {of.requisition_number}
            </Link>
          )}
        </>
      }
      back={{ to: ADDRESS, label: t('Transfers') }}
      actions={of.may.cancel && <CallBack of={of} />}
    />
    {of.end_reason !== '' && <Note tone={of.status === 'cancelled' ? 'inactive' : 'attention'}>{of.end_reason}</Note>}
    {of.note !== '' && <p className="doc-note t2">{of.note}</p>}
    {of.may.receive ? (
      <ArriveForm key={of.id} of={of} />
    ) : (
      <div className="doc-rows">
        <DataTable
          label={t('What was sent')}
          columns={columns(of)}
          of={givenRows(of.items)}
          rowKey={({ id }) => id}
          empty={null}
          foot={<span className="strong">{t('{amount} worth', { amount: money(of.value, { withCurrency: true }) })}</span>}
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
    <DocumentPage document={asked} missing={{ title: t('There is no such transfer'), to: ADDRESS, label: t('All transfers') }}>
      {(transfer) => <Body of={transfer} />}
    </DocumentPage>
  )
}
