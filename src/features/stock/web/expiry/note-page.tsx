import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { DocumentHead, givenRows, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { readStockNote } from '#features/stock/contract-moves.ts'
import { unitName } from '#features/directions/web/quantity-name.tsx'
import { signed, unitCost } from '../amounts.ts'
import { ExpiryText } from '../expiry-text.tsx'
import { movementWord, noteWord, stateWord } from '../stock-labels.ts'
import { itemAddress } from '../item-address.ts'
import { undoNote } from '../use-undo-note.ts'
import styles from '../stock.module.css'

type StockNote = ResponseOf<typeof readStockNote>
type Movement = StockNote['movements'][number]

const columns = (hasStores: boolean): readonly Column<Movement>[] => [
  {
    key: 'item',
    title: t('Item'),
    wraps: true,
    render: ({ item, item_name }) => (
      <Link className="link strong" to={itemAddress(item)} title={item_name}>
        {item_name}
      </Link>
    ),
  },
  { key: 'lot', title: t('Lot'), width: 128, hideOnPhone: true, render: ({ lot }) => <span className="num">{lot || '–'}</span> },
  { key: 'expires', title: t('Expiry'), width: 168, hideOnPhone: true, render: ({ expires_on }) => <ExpiryText day={expires_on} /> },
  ...(hasStores ? [{ key: 'store', title: t('Store'), width: 140, hideOnPhone: true, render: (row: Movement) => row.store_name }] : []),
  { key: 'kind', title: t('Event'), width: 176, hideOnPhone: true, render: ({ kind }) => movementWord(kind) },
  { key: 'state', title: t('Status'), width: 120, hideOnPhone: true, render: ({ state }) => stateWord(state) },
  { key: 'cost', title: t('Unit cost'), width: 104, align: 'end', hideOnPhone: true, render: ({ unit_cost }) => unitCost(unit_cost) },
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 132,
    align: 'end',
    render: ({ quantity, unit }) => (
      <>
        <span className="strong">{signed(quantity)}</span> <span className="small t3">{unitName(unit, Math.abs(quantity))}</span>
      </>
    ),
  },
]

const NoteBody = ({ note }: { note: StockNote }) => {
  const isPlain = new Set(note.movements.map(({ store }) => store)).size < 2
  return (
    <>
      {note.reversed_by !== null && (
        <Note tone="inactive">
          {t('Reversed by')}{' '}
          <Link className="link" to={`/dashboard/inventory/notes/${note.reversed_by}`}>
            {note.reversed_by_number}
          </Link>
        </Note>
      )}
      {note.reverses !== null && (
        <Note tone="inactive">
          {t('Reverses')}{' '}
          <Link className="link" to={`/dashboard/inventory/notes/${note.reverses}`}>
            {note.reverses_number}
          </Link>
        </Note>
      )}
      <dl className={`panel flow rigid gap-4-8 pad-5-6 terms ${styles.stockFigures} num`}>
        {note.store_name !== null && (
          <div>
            <dt className="small">{t('Store')}</dt>
            <dd>{note.store_name}</dd>
          </div>
        )}
        <div>
          <dt className="small">{t('Done by')}</dt>
          <dd>{note.created_by_name ?? t('Automatic, nightly')}</dd>
        </div>
        {Number(note.value) !== 0 && (
          <div>
            <dt className="small">{t('Value')}</dt>
            <dd>{money(note.value, { withCurrency: true })}</dd>
          </div>
        )}
        <div className={styles.stockReason}>
          <dt className="small">{t('Reason')}</dt>
          <dd>{note.reason}</dd>
        </div>
      </dl>
      <DataTable
        label={t('Movements')}
        columns={columns(!isPlain)}
        rows={givenRows(note.movements)}
        rowKey={({ id }) => id}
        empty={<Empty title={t('No movements')} />}
      />
    </>
  )
}

const LIST = { to: '/dashboard/inventory/expiry?tab=notes', label: 'Stock notes' }

/** One act of the store and what it moved; what was wrong is taken back from here. */
export const NotePage = () => {
  const id = useIdInAddress()
  const asked = useQuery({ ...query(readStockNote, { params: { id } }), meta: { live: readStockNote.live } })
  const note = asked.data
  const back = { to: LIST.to, label: t(LIST.label) }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Stock note not found')} {...back} />
  return (
    <div className="page-body">
      <DocumentHead
        title={note?.number ?? t('Stock note')}
        status={note && <Status tone={note.reversed_by === null ? 'done' : 'inactive'}>{noteWord(note.kind)}</Status>}
        sub={note ? dateTime(note.date_created) : '\u00a0'}
        back={back}
        actions={
          note?.may.reverse && (
            <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => void undoNote(note)}>
              {t('Reverse')}
            </Button>
          )
        }
      />
      <FourStates query={asked} loading={<Loading rows={8} height={28} />}>
        {(data) => <NoteBody note={data} />}
      </FourStates>
    </div>
  )
}
