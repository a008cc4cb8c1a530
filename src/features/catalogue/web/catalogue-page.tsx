import { Button, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconFileImport, IconListDetails } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { call, download, pages, query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { createItem, exportItems, importItems, type Item, ItemCategory, listItems, listTaxClasses, updateItem } from '../contract.ts'
import { CategoryName, categoryChoices } from './category-name.tsx'
import { LAPTOP } from '#web/look/tokens.ts'

const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('#web/ui/import-dialog.tsx')).ImportDialog }))

const PAGE = 100

const codeColumn = (): Column<Item> => ({
  key: 'code',
  title: t('Code'),
  width: 96,
  hideOnPhone: true,
  render: ({ code }) => <span className="num t2">{code}</span>,
})

const columns = (hasCodes: boolean, isNarrow: boolean): Column<Item>[] => [
  ...(hasCodes ? [codeColumn()] : []),
  {
    key: 'name',
    title: t('Name'),
    wraps: true,
    render: ({ name, is_active }) => (
      <span className="row">
        <span className="strong clip" title={name}>
          {name}
        </span>
        {!is_active && <Status tone="inactive">{t('Inactive')}</Status>}
      </span>
    ),
  },
  { key: 'category', title: t('Category'), width: 124, hideOnPhone: true, render: ({ category }) => <CategoryName category={category} /> },
  { key: 'unit', title: t('Unit'), width: 88, hideOnPhone: true, render: ({ unit }) => unit },
  {
    key: 'department',
    title: t('Department'),
    width: isNarrow ? 132 : 200,
    hideOnPhone: true,
    render: ({ department_name: name }) => <span title={name ?? undefined}>{name}</span>,
  },
  {
    key: 'tax',
    title: t('Tax'),
    width: 112,
    hideOnPhone: true,
    render: ({ tax_class_name: name, tax_rate }) => <span title={`${name} ${Number(tax_rate)} %`}>{name}</span>,
  },
  {
    key: 'price',
    title: t('Cash price'),
    width: 128,
    align: 'end',
    render: ({ price, is_active }) => (price === null ? is_active && <Status tone="attention">{t('No price')}</Status> : money(price)),
  },
]

const filters = { q: z.string().max(100), category: ItemCategory, inactive: z.literal('1'), unpriced: z.literal('true') }

type Filters = ReturnType<typeof useUrlState<typeof filters>>

const FilterRow = ({ state: [{ q, category, inactive, unpriced }, set] }: { state: Filters }) => (
  <div className="row wrap filters">
    <SearchField label={t('Search by name or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
    <ChoiceFilter
      label={t('Category')}
      any={t('All categories')}
      data={categoryChoices()}
      value={category}
      onChange={(category) => set({ category })}
    />
    <Switch
      label={t('Without price only')}
      checked={unpriced !== undefined}
      onChange={(event) => set({ unpriced: event.currentTarget.checked ? 'true' : '' })}
    />
    <OutOfUseSwitch inactive={inactive} set={set} />
  </div>
)

/** What is open over the page: an item, a new one, or the import. */
type Open = Item | 'new' | 'import' | null

/** Everything that can stand on a bill: found, added, changed, taken out of use; whole lists come and go as CSV. */
export const CataloguePage = () => {
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const state = useUrlState(filters)
  const [{ q, category, inactive, unpriced }, set] = state
  const [open, setOpen] = useState<Open>(null)
  const asked = { q, category, unpriced, active: inactive ? undefined : ('true' as const), limit: PAGE, count: 'true' as const }
  const items = usePages(pages(listItems, { query: asked }))
  const mayAdd = can(createItem)
  // The dialog needs them: asked for before it opens, so that typing may begin at once.
  useQuery({ ...query(listTaxClasses, { query: {} }), enabled: mayAdd })
  const close = () => setOpen(null)
  const actions = (
    <>
      {can(exportItems) && (
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(exportItems, { query: {} }).catch(toast.failed)}
        >
          {t('Export')}
        </Button>
      )}
      {can(importItems) && (
        <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setOpen('import')}>
          {t('Import')}
        </Button>
      )}
      {mayAdd && <AddButton label={t('Add item')} onClick={() => setOpen('new')} />}
    </>
  )
  const empty =
    q || category || unpriced ? (
      <Empty
        icon={IconListDetails}
        title={t('No matches')}
        action={<Button onClick={() => set({ q: '', category: '', unpriced: '' })}>{t('Show all')}</Button>}
      >
        {unpriced && !q && !category ? t('All items have a cash price.') : t('Change the name or the filters above.')}
      </Empty>
    ) : (
      <Empty
        icon={IconListDetails}
        title={t('The catalogue is empty')}
        action={mayAdd && <Button onClick={() => setOpen('new')}>{t('Add item')}</Button>}
      >
        {t('Services, tests, drugs and supplies appear here and can be charged.')}
      </Empty>
    )
  return (
    <Page title={t('Catalogue')} sub={t('All billable items')} actions={actions}>
      <FilterRow state={state} />
      <DataTable
        label={t('Catalogue')}
        columns={columns(items.data?.some(({ code }) => code !== null) ?? false, isNarrow)}
        rows={items}
        rowKey={({ id }) => id}
        onOpen={can(updateItem) ? setOpen : undefined}
        empty={empty}
      />
      <Suspense>
        {open === 'import' && (
          <ImportDialog
            title={t('Import catalogue')}
            columns={['code', 'name', 'category', 'unit', 'department', 'tax_class', 'price', 'active']}
            hint={t('A row with a known code or name changes that item; any other row adds one.')}
            send={(file, dry_run) => call(importItems, { body: { dry_run } }, { files: { file } })}
            template={can(exportItems) ? () => download(exportItems, { query: {} }) : undefined}
            onClose={close}
          />
        )}
        {open !== null && open !== 'import' && <ItemDialog item={open === 'new' ? null : open} category={category} onClose={close} />}
      </Suspense>
    </Page>
  )
}
