import { Button } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse, OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createStore, listStores, type Store } from '#features/stock/contract-items.ts'
import { storeKindWord } from '../stock-labels.ts'

const StoreDialog = lazy(async () => ({ default: (await import('./store-dialog.tsx')).StoreDialog }))

const columns = (): readonly Column<Store>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: ({ name }) => (
      <span className="strong" title={name}>
        {name}
      </span>
    ),
  },
  { key: 'kind', title: t('Type'), width: 160, hideOnPhone: true, render: ({ kind }) => storeKindWord(kind) },
  { key: 'department', title: t('Department'), hideOnPhone: true, render: ({ department_name }) => department_name ?? '' },
  { key: 'state', title: t('Status'), width: 130, render: ({ is_active }) => <InUse active={is_active} /> },
]

/** Where stock lies: added, changed, taken out of use. */
export const StoresPage = () => {
  const { can } = useRights()
  const [{ inactive }, set] = useUrlState({ inactive: z.literal('1') })
  const [open, setOpen] = useState<Store | 'new' | null>(null)
  const stores = useRows(query(listStores, { query: inactive ? {} : { active: 'true' } }))
  const mayChange = can(createStore)
  return (
    <Page
      title={t('Stores')}
      sub={t('Locations that hold their own stock')}
      actions={mayChange && <AddButton label={t('Add store')} onClick={() => setOpen('new')} />}
    >
      <div className="row wrap">
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Stores')}
        columns={columns()}
        rows={stores}
        rowKey={({ id }) => id}
        onOpen={mayChange ? setOpen : undefined}
        empty={
          <Empty
            icon={IconBuildingWarehouse}
            title={t('No stores yet')}
            action={mayChange && <Button onClick={() => setOpen('new')}>{t('Add store')}</Button>}
          >
            {t('Main store, pharmacy, laboratory or ward: any location with its own stock.')}
          </Empty>
        }
      />
      <Suspense>{open && <StoreDialog store={open === 'new' ? null : open} onClose={() => setOpen(null)} />}</Suspense>
    </Page>
  )
}
