import { phone } from '#web/text/phone.ts'
import { Button } from '@mantine/core'
import { IconSearch, IconTruck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pages } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse, OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createSupplier, listSuppliers } from '../supplier-calls.ts'
import type { Supplier } from './supplier-types.ts'

const SupplierDialog = lazy(async () => ({ default: (await import('./supplier-dialog.tsx')).SupplierDialog }))

const state = { q: z.string().max(100), inactive: z.literal('1') }
const PAGE = 50
const HOME = '/dashboard/inventory/suppliers'
const isNothing = (amount: string) => Number(amount) === 0
const none = <span className="t3">–</span>

const columns = (withState: boolean): readonly Column<Supplier>[] => {
  const all: (Column<Supplier> | false)[] = [
    {
      key: 'name',
      title: t('Name'),
      render: ({ name, common_name }) => (
        <span className="clip">
          <bdi className="strong">{name}</bdi> <span className="small t3">{common_name}</span>
        </span>
      ),
    },
    { key: 'contact', title: t('Contact person'), hideOnPhone: true, render: ({ contact_person }) => contact_person },
    { key: 'phone', title: t('Phone'), width: 152, hideOnPhone: true, render: (row) => <span className="num">{phone(row.phone)}</span> },
    {
      key: 'orders',
      title: t('Open orders'),
      width: 104,
      align: 'end',
      hideOnPhone: true,
      render: ({ open_orders }) => (open_orders ? number(open_orders) : none),
    },
    {
      key: 'owed',
      title: t('Owed'),
      width: 128,
      align: 'end',
      render: ({ balance }) => (isNothing(balance) ? none : <b>{money(balance)}</b>),
    },
    {
      key: 'overdue',
      title: t('Overdue'),
      width: 136,
      align: 'end',
      hideOnPhone: true,
      render: ({ overdue }) => (isNothing(overdue) ? none : <Status tone="attention">{money(overdue)}</Status>),
    },
    withState && { key: 'state', title: t('Status'), width: 120, render: ({ is_active }) => <InUse active={is_active} /> },
  ]
  return all.filter((column) => column !== false)
}

/** Whom the clinic buys from, by name, with what is owed to them. */
export const SuppliersPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const [{ q, inactive }, set] = useUrlState(state)
  const [isAdding, setAdding] = useState(false)
  const query = { q: q || undefined, ...(!inactive && { active: 'true' as const }), limit: PAGE }
  const rows = usePages({ ...pages(listSuppliers, { query }), placeholderData: keepPreviousData })
  const mayAdd = can(createSupplier)
  return (
    <Page title={t('Suppliers')} actions={mayAdd && <AddButton label={t('Add supplier')} onClick={() => setAdding(true)} />}>
      <div className="doc-tools" role="search">
        <SearchField label={t('Name')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <div className="doc-rows">
        <DataTable
          label={t('Suppliers')}
          columns={columns(inactive !== undefined)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${HOME}/${id}`)}
          empty={
            q ? (
              <Empty
                icon={IconSearch}
                title={t('No matching supplier')}
                action={<Button onClick={() => set({ q: '' })}>{t('Show all')}</Button>}
              />
            ) : (
              <Empty
                icon={IconTruck}
                title={t('No suppliers yet')}
                action={mayAdd && <Button onClick={() => setAdding(true)}>{t('Add supplier')}</Button>}
              >
                {t('Suppliers appear here, with orders, deliveries and amounts owed.')}
              </Empty>
            )
          }
        />
      </div>
      <Suspense>
        {isAdding && <SupplierDialog supplier={null} onClose={() => setAdding(false)} onAdded={(id) => void go(`${HOME}/${id}`)} />}
      </Suspense>
    </Page>
  )
}
