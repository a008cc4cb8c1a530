import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button } from '@mantine/core'
import { IconBan, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, pages, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime, dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { TableFiles } from '#web/ui/table-files.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { exportRecall, liftRecall, listRecallUses, readRecall } from '#features/stock/contract-recalls.ts'
import { signed } from '../amounts.ts'
import { DocumentLink } from '../document-link.tsx'
import { ExpiryText } from '../expiry-text.tsx'
import { itemAddress } from '../item-address.ts'
import { movementWord as wordOf, stateWord } from '../stock-labels.ts'
import type { RecallDetail, RecallUse } from '../stock-types.ts'
import itemStyles from '../item/item.module.css'
import stockStyles from '../stock.module.css'

/** What is sent from store to store did not leave the house. */
const movementWord = (kind: RecallUse['kind']) => (kind === 'issue_out' ? t('Internal transfer') : wordOf(kind))

/** Who has it: a patient, with the number to call. */
const Holder = ({ row: { patient, customer_name, returned, quantity } }: { row: RecallUse }) => {
  const back = returned > 0 && (
    <span className="small t3">{returned >= quantity ? t('fully returned') : t('{n} returned', { n: number(returned) })}</span>
  )
  if (!patient)
    return (
      customer_name && (
        <span>
          {customer_name} {back}
        </span>
      )
    )
  return (
    <span>
      <Link className="link" to={`/dashboard/patients/${patient.id}`}>
        {patient.name}
      </Link>{' '}
      <span className="small t3 num">{patient.number}</span>{' '}
      {patient.phone !== null && (
        <a className="link num" href={`tel:${patient.phone.replaceAll(' ', '')}`}>
          {patient.phone}
        </a>
      )}{' '}
      {back}
    </span>
  )
}

const columnsFor = (seesPatients: boolean): readonly Column<RecallUse>[] => [
  { key: 'when', title: t('When'), width: 148, render: ({ date }) => <span className="num">{dateTime(date)}</span> },
  {
    key: 'number',
    title: t('Document'),
    width: 136,
    hideOnPhone: true,
    render: (row) => <DocumentLink target={row} />,
  },
  { key: 'kind', title: t('Event'), render: ({ kind }) => movementWord(kind) },
  {
    key: 'store',
    title: t('Store'),
    width: 200,
    hideOnPhone: true,
    render: ({ store_name, to_store_name }) => (to_store_name ? `${store_name} → ${to_store_name}` : store_name),
  },
  ...(seesPatients
    ? [{ key: 'patient', title: t('Patient'), width: 208, wraps: true, render: (row: RecallUse) => <Holder row={row} /> }]
    : []),
  { key: 'by', title: t('By'), width: 150, hideOnPhone: true, render: ({ by_name }) => by_name },
  { key: 'reason', title: t('Reason'), hideOnPhone: true, render: ({ reason }) => <span title={reason}>{reason}</span> },
  // What left is a plain number here: all of it is about leaving.
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 100,
    align: 'end',
    render: ({ quantity }) => <span className="strong">{number(quantity)}</span>,
  },
]

const WentOut = ({ id }: { id: number }) => {
  const { allowed } = useRights()
  const columns = columnsFor(allowed('prescriptions.view') && allowed('patients.view'))
  return (
    <section
      className={`panel stack min-w-0 clipped ${itemStyles.itemPart} ${stockStyles.recallOut}`}
      aria-label={t('Issues and transfers')}
    >
      <div className="panel-head">
        <h2 className="grow">{t('Issues and transfers')}</h2>
        <TableFiles endpoint={exportRecall} request={{ params: { id }, query: {} }} print={t('Print list')} />
      </div>
      <DataTable
        label={t('Issues and transfers')}
        columns={columns}
        rows={usePages(pages(listRecallUses, { params: { id }, query: { limit: 50 } }))}
        rowKey={(row) => row.id}
        empty={<Empty title={t('No issues or transfers')}>{t('All stock of this lot is where it is shown above.')}</Empty>}
      />
    </section>
  )
}

interface BatchProps {
  batch: RecallDetail['batches'][number]
  unit: string
  lay: RecallDetail['lay']
  isLifted: boolean
}

const Batch = ({ batch, unit, lay, isLifted }: BatchProps) => {
  const before = lay.filter(({ batch: id }) => id === batch.id)
  return (
    <section className="section" aria-label={t('Batch')}>
      <dl className="facts num">
        <dt>{t('Expiry')}</dt>
        <dd>
          <ExpiryText day={batch.expires_on} />
        </dd>
        <dt>{t('Source')}</dt>
        <dd>
          {batch.supplier_name ?? t('unknown')} · {dayOf(batch.date_received)} · {number(batch.came)} {unitName(unit, batch.came)}
        </dd>
        <dt>{t('Before recall')}</dt>
        <dd>
          {before.length === 0
            ? t('no stock')
            : before.map(({ store, store_name, quantity }) => (
                <div key={store}>
                  {store_name}: {number(quantity)}
                </div>
              ))}
        </dd>
        <dt>{t('Now')}</dt>
        <dd>
          {batch.stock.length === 0
            ? t('no stock')
            : batch.stock.map(({ store, store_name, state, quantity }) => (
                <div key={`${store}-${state}`}>
                  {store_name}: {number(quantity)} · {stateWord(state)}
                  {state === 'in transit' && !isLifted && ` · ${t('quarantined on arrival')}`}
                </div>
              ))}
        </dd>
      </dl>
    </section>
  )
}

const Body = ({ recall }: { recall: RecallDetail }) => (
  <>
    {recall.date_lifted !== null && (
      <Note tone="inactive">
        {t('Lifted by {who} on {day}: {reason}', {
          who: recall.lifted_by_name ?? '',
          day: dayOf(recall.date_lifted),
          reason: recall.lift_reason ?? '',
        })}
        {recall.still_quarantined > 0 &&
          ` ${t('{n} {unit} are still in quarantine and must be released manually.', { n: number(recall.still_quarantined), unit: unitName(recall.unit, recall.still_quarantined) })}`}
      </Note>
    )}
    <dl className={`panel flow rigid gap-4-8 pad-5-6 terms ${stockStyles.stockFigures} num`}>
      <div>
        <dt className="small">{t('Item')}</dt>
        <dd>
          <Link className="link" to={itemAddress(recall.item)}>
            {recall.item_name}
          </Link>
        </dd>
      </div>
      <div>
        <dt className="small">{t('Lot')}</dt>
        <dd>{recall.lot}</dd>
      </div>
      <div>
        <dt className="small">{t('In quarantine')}</dt>
        <dd>
          {number(recall.still_quarantined)} {unitName(recall.unit, recall.still_quarantined)}
        </dd>
      </div>
      {recall.out.map(({ kind, store, store_name, quantity }) => (
        <div key={`${kind}-${store}`}>
          <dt className="small">
            {movementWord(kind)}, {store_name}
          </dt>
          <dd>{signed(-quantity)}</dd>
        </div>
      ))}
      <div className={stockStyles.stockReason}>
        <dt className="small">{t('Reason')}</dt>
        <dd>{recall.reason}</dd>
      </div>
    </dl>
    <div className={`grid gap-5 ${stockStyles.recallBatches}`}>
      {recall.batches.map((batch) => (
        <Batch key={batch.id} batch={batch} unit={recall.unit} lay={recall.lay} isLifted={recall.date_lifted !== null} />
      ))}
    </div>
    <WentOut id={recall.id} />
  </>
)

/** A recalled lot: from whom it came, where it lay and lies, what went out and to where. */
export const RecallPage = () => {
  const id = useIdInAddress()
  const asked = useQuery({ ...query(readRecall, { params: { id } }), meta: { live: readRecall.live } })
  const { run, isRunning } = useAction()
  const recall = asked.data
  const back = { to: '/dashboard/inventory/expiry?tab=recalls', label: t('Recalls') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Recall not found')} {...back} />
  const lift = async ({ number: name, version }: RecallDetail) => {
    const reason = await askReason({
      title: t('Lift {number}?', { number: name }),
      text: t('The lot can be used again immediately. Stock in quarantine stays there until it is released.'),
      action: t('Lift recall'),
    })
    if (reason !== null)
      run(() => call(liftRecall, { params: { id }, body: { reason, version } }), t('Recall {number} lifted.', { number: name }))
  }
  return (
    <div className={`page-body rigid ${itemStyles.itemPage}`}>
      <DocumentHead
        title={recall ? `${recall.item_name} · ${recall.lot}` : t('Recall')}
        status={
          recall &&
          (recall.date_lifted === null ? (
            <Status tone="critical" icon={IconBan}>
              {t('Recalled')}
            </Status>
          ) : (
            <Status tone="inactive">{t('Lifted')}</Status>
          ))
        }
        sub={recall ? <span>{`${recall.number} · ${dateTime(recall.date_recalled)} · ${recall.recalled_by_name}`}</span> : '\u00a0'}
        back={back}
        actions={
          recall?.may.lift && (
            <Button leftSection={<IconLockOpen size={16} aria-hidden />} loading={isRunning} onClick={() => void lift(recall)}>
              {t('Lift recall')}
            </Button>
          )
        }
      />
      <FourStates query={asked} loading={<Loading rows={8} height={28} />}>
        {(data) => <Body recall={data} />}
      </FourStates>
    </div>
  )
}
