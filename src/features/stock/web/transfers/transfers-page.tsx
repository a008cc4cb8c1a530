import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pages } from '#web/calls/api.ts'
import { ago, dateTime, dayOf, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { StoreField, useStores } from '../store-field.tsx'
import { createTransfer, listTransfers, type TransferRow } from './transfer-calls.ts'
import { keepOwnStore, ownStore } from './own-store.ts'
import { TransferStatus } from './transfer-status.tsx'
import { LAPTOP } from '#web/look/tokens.ts'

const shows = ['coming', 'sent', 'all'] as const
type Show = (typeof shows)[number]
const state = { show: z.enum(shows), store: z.coerce.number().int().min(0) }
const PAGE = 50
const ADDRESS = '/dashboard/inventory/transfers'

const columns = (isNarrow: boolean): readonly Column<TransferRow>[] => {
  const all: (Column<TransferRow> | false)[] = [
    {
      key: 'number',
      title: t('Number'),
      width: 128,
      hideOnPhone: true,
      render: ({ number: name }) => <span className="num strong">{name}</span>,
    },
    {
      key: 'way',
      title: t('From and to'),
      render: ({ from_store_name, to_store_name, number: name, date_sent }) => (
        <>
          <span className="clip">
            {from_store_name} <span aria-hidden>→</span> <span className="strong">{to_store_name}</span>
          </span>
          <span className="only-phone under">
            {name} · {dayOf(date_sent)}
          </span>
        </>
      ),
    },
    {
      key: 'sent',
      title: t('Sent'),
      width: 112,
      hideOnPhone: true,
      render: ({ status, date_sent }) => (
        <span className="num" title={dateTime(date_sent)}>
          {status === 'sent' ? ago(date_sent) : dayOf(date_sent)}
        </span>
      ),
    },
    { key: 'who', title: t('By'), width: 160, hideOnPhone: true, render: ({ sent_by_name }) => sent_by_name },
    !isNarrow && {
      key: 'for',
      title: t('For'),
      width: 128,
      hideOnPhone: true,
      render: ({ requisition_number }) => requisition_number ?? <span className="t3">–</span>,
    },
    { key: 'items', title: t('Items'), width: 64, align: 'end', hideOnPhone: true, render: ({ item_count }) => number(item_count) },
    { key: 'value', title: t('Value'), width: 112, align: 'end', hideOnPhone: true, render: ({ value }) => money(value) },
    { key: 'state', title: t('Status'), width: 144, render: (row) => <TransferStatus transfer={row} /> },
  ]
  return all.filter((column) => column !== false)
}

const filterOf = (show: Show, store: number | undefined) =>
  show === 'coming' ? { status: 'sent' as const, to_store: store } : show === 'sent' ? { from_store: store } : { store }

const Nothing = ({ show, name, onAll }: { show: Show; name: string | undefined; onAll: () => void }) => (
  <Empty
    icon={IconArrowsExchange}
    title={
      show === 'coming'
        ? name === undefined
          ? t('No transfers in transit')
          : t('No transfers in transit to {store}', { store: name })
        : t('No transfers yet')
    }
    action={show !== 'all' && <Button onClick={onAll}>{t('Show all transfers')}</Button>}
  >
    {t('Stock sent to another store is in transit until that store confirms what arrived.')}
  </Empty>
)

/** What stores send each other: what is on its way first. */
export const TransfersPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [url, setUrl] = useUrlState(state)
  const stores = useStores() ?? []
  const show = url.show ?? 'coming'
  // 0: every store was asked for.
  const store = url.store === undefined ? ownStore() : url.store || undefined
  const rows = usePages({
    ...pages(listTransfers, { query: { ...filterOf(show, store), limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const choose = (id: number | null) => {
    keepOwnStore(id)
    setUrl({ store: id === null ? '0' : String(id) })
  }
  return (
    <Page
      title={t('Transfers')}
      sub={t('Newest first')}
      actions={can(createTransfer) && <AddButton label={t('Send stock')} onClick={() => void go(`${ADDRESS}/new`)} />}
    >
      <div className="doc-tools" role="search">
        <ChoiceField
          aria-label={t('Show')}
          data={[
            { value: 'coming', label: t('Incoming') },
            { value: 'sent', label: t('Outgoing') },
            { value: 'all', label: t('All') },
          ]}
          value={show}
          onChange={(next) => setUrl({ show: next === 'coming' ? '' : next })}
        />
        <StoreField clearable aria-label={t('Store')} placeholder={t('All stores')} value={store ?? null} onChange={choose} />
      </div>
      <div className="doc-rows">
        <DataTable
          label={t('Transfers')}
          columns={columns(isNarrow)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
          empty={
            <Nothing show={show} name={stores.find(({ id }) => id === store)?.name} onAll={() => setUrl({ show: 'all', store: '0' })} />
          }
        />
      </div>
    </Page>
  )
}
