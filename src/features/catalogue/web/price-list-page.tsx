import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconFileImport, IconSettings, IconTags } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { z } from 'zod'
import { call, download, pages, query } from '#web/calls/api.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import {
  ItemCategory,
  exportPrices,
  importPrices,
  listPriceLists,
  listPrices,
  type PriceList,
  type PriceRow,
  setPrice,
  updatePriceList,
} from '../contract.ts'
import { categoryChoices } from './category-name.tsx'
import { coPayText } from './co-pay.ts'
import { usePriceColumns } from './price-columns.tsx'
import { PriceGrid } from './price-grid.tsx'
import styles from './catalogue.module.css'

const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('#web/ui/import-dialog.tsx')).ImportDialog }))
const PriceListDialog = lazy(async () => ({ default: (await import('./price-list-dialog.tsx')).PriceListDialog }))

const LISTS = '/dashboard/administration/price-lists'
const PAGE = 100

const filters = { q: z.string().max(100), category: ItemCategory, unpriced: z.literal('1'), on: z.iso.date() }
type Filters = ReturnType<typeof useUrlState<typeof filters>>

const FilterRow = ({ state: [{ q, category, unpriced, on }, set] }: { state: Filters }) => (
  <div className="row wrap filters">
    <SearchField label={t('Search by name or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
    <ChoiceFilter
      label={t('Category')}
      any={t('All categories')}
      data={categoryChoices()}
      value={category}
      onChange={(category) => set({ category })}
    />
    <DateField
      className={styles.onDay}
      aria-label={t('Price date')}
      placeholder={t('Today’s prices')}
      daysOnly
      value={on ?? ''}
      onChange={(day) => set({ on: day ?? '' })}
    />
    <Switch
      label={t('Without price only')}
      checked={unpriced !== undefined}
      onChange={(event) => set({ unpriced: event.currentTarget.checked ? '1' : '' })}
    />
  </div>
)

const titleOf = ({ insurance_company_name: name }: PriceList) => (name === null ? t('Cash price list') : t('Prices for {name}', { name }))

const subOf = (list: PriceList) => {
  if (list.insurance_company === null) return t('Prices for patients without an insurer, or for items their insurer does not cover')
  const coPay = coPayText(list)
  const unlisted = list.covers_unlisted ? t('unlisted items: covered at the cash price') : t('unlisted items: the patient pays')
  return `${coPay === '' ? t('no co-pay') : t('co-pay {part}', { part: coPay })} · ${unlisted}`
}

const DayNote = ({ on }: { on: string }) =>
  on > today() ? (
    <Note tone="waiting">{t('Prices of {day}. What you type applies from that date.', { day: date(on) })}</Note>
  ) : (
    <Note tone="inactive">{t('Prices as of {day}. Past prices never change.', { day: date(on) })}</Note>
  )

const Sheet = ({ list, state, onHistory }: { list: PriceList; state: Filters; onHistory: (row: PriceRow) => void }) => {
  const { can } = useRights()
  const [{ q, category, unpriced, on }, set] = state
  const day = on === undefined || on === today() ? null : on
  const asked = { q, category, priced: unpriced && ('false' as const), on: day ?? undefined, limit: PAGE, count: 'true' as const }
  const rows = usePages(pages(listPrices, { params: { id: list.id }, query: asked }))
  const columns = usePriceColumns(list, rows.data)
  const isFiltered = Boolean(q || category || unpriced)
  const empty = (
    <Empty
      icon={IconTags}
      title={isFiltered ? t('No matches') : t('The catalogue is empty')}
      action={isFiltered && <Button onClick={() => set({ q: '', category: '', unpriced: '' })}>{t('Show all')}</Button>}
    >
      {isFiltered ? t('Change the name or the filters above.') : t('Add items in the catalogue; set their prices here.')}
    </Empty>
  )
  const mayType = can(setPrice) && (day === null || day > today())
  return (
    <>
      <FilterRow state={state} />
      {day !== null && <DayNote on={day} />}
      {mayType ? (
        <PriceGrid key={day} list={list} day={day} rows={rows} onHistory={onHistory} empty={empty} />
      ) : (
        <DataTable label={list.name} columns={columns} rows={rows} rowKey={({ id }) => id} onOpen={onHistory} empty={empty} />
      )}
    </>
  )
}

const importColumns = ['code', 'name', 'price', 'co_pay_amount', 'co_pay_percent', 'valid_from', 'valid_until'] as const

const Loaded = ({ list }: { list: PriceList }) => {
  const { can } = useRights()
  const state = useUrlState(filters)
  const [open, setOpen] = useState<PriceRow | 'import' | 'settings' | null>(null)
  const close = () => setOpen(null)
  const save = () => download(exportPrices, { params: { id: list.id }, query: {} })
  const actions = (
    <>
      <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save().catch(toast.failed)}>
        {t('Export')}
      </Button>
      {can(importPrices) && (
        <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setOpen('import')}>
          {t('Import')}
        </Button>
      )}
      {can(updatePriceList) && list.insurance_company !== null && (
        <Button leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setOpen('settings')}>
          {t('Settings')}
        </Button>
      )}
    </>
  )
  return (
    <Page title={titleOf(list)} sub={subOf(list)} actions={actions}>
      {!list.is_active && <Note tone="inactive">{t('This list is inactive: nothing is charged by it.')}</Note>}
      <Sheet list={list} state={state} onHistory={setOpen} />
      <Suspense>
        {open === 'settings' && <PriceListDialog list={list} onClose={close} />}
        {open === 'import' && (
          <ImportDialog
            title={t('Import prices')}
            columns={importColumns}
            hint={t('Each row sets the price of one item, found by its code or name; items that are not in the file stay as they are.')}
            send={(file, dry_run) => call(importPrices, { params: { id: list.id }, body: { dry_run } }, { files: { file } })}
            template={save}
            onClose={close}
          />
        )}
        {open !== null && typeof open === 'object' && <PriceDialog list={list} row={open} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** One payer's prices, changed in place as in a sheet. */
export const PriceListPage = () => {
  const id = Number(useParams()['id'])
  const lists = useQuery(query(listPriceLists, { query: {} }))
  const list = lists.data?.find((one) => one.id === id)
  if (list) return <Loaded key={list.id} list={list} />
  return (
    <Page title={t('Price lists')}>
      <FourStates query={lists}>
        {() => (
          <Empty
            title={t('Price list not found')}
            action={
              <Button component={Link} to={LISTS}>
                {t('All price lists')}
              </Button>
            }
          />
        )}
      </FourStates>
    </Page>
  )
}
