import { IconCircleCheck, IconPill } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { listItems } from '#features/catalogue/contract.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listUnknownDrugs } from '../contract.ts'

const DrugDialog = lazy(async () => ({ default: (await import('./drug-dialog.tsx')).DrugDialog }))

const PAGE = 100

interface Named {
  id: number
  name: string
}
interface RowsProps {
  onOpen: (drug: Named) => void
}

/** What the check cannot see in the catalogue: every row here is a drug without warnings. */
const Unknown = ({ onOpen }: RowsProps) => (
  <DataTable
    label={t('Unknown to the safety check')}
    columns={[
      {
        key: 'name',
        title: t('Drug'),
        wraps: true,
        render: ({ name }) => (
          <span className="strong" title={name}>
            {name}
          </span>
        ),
      },
      { key: 'substances', title: t('Substances'), hideOnPhone: true, render: ({ substances }) => substances.join(', ') },
      {
        key: 'unknown',
        title: t('Not recognised'),
        render: ({ unknown, substances }) => unknown.join(', ') || (substances.length > 0 ? t('Part of the name') : t('The whole name')),
      },
    ]}
    rows={usePages(pages(listUnknownDrugs, { query: { limit: PAGE } }))}
    rowKey={({ id }) => id}
    onOpen={onOpen}
    empty={
      <Empty icon={IconCircleCheck} title={t('No unknown drugs')}>
        {t('Drugs whose name the safety check cannot read appear here.')}
      </Empty>
    }
  />
)

const All = ({ q, onOpen }: RowsProps & { q: string }) => (
  <DataTable
    label={t('Drugs')}
    columns={[
      {
        key: 'name',
        title: t('Drug'),
        wraps: true,
        render: ({ name }) => (
          <span className="strong" title={name}>
            {name}
          </span>
        ),
      },
      { key: 'unit', title: t('Unit'), width: 140, hideOnPhone: true, render: ({ unit }) => unit },
    ]}
    rows={usePages(pages(listItems, { query: { category: 'drug', active: 'true', limit: PAGE, ...(q !== '' && { q }) } }))}
    rowKey={({ id }) => id}
    onOpen={onOpen}
    empty={<Empty icon={IconPill} title={q === '' ? t('No drugs in the catalogue') : t('No matches')} />}
  />
)

const shown = { show: z.literal('all'), q: z.string().max(100) }

/** What the safety check knows of the clinic's drugs: those that it does not understand first, any other by its name. */
export const DrugsPage = () => {
  const [{ show = 'unknown', q = '' }, set] = useUrlState(shown)
  const [open, setOpen] = useState<Named | null>(null)
  return (
    <Page title={t('Drugs and safety')} sub={t('Data of the safety check on each drug: its warnings depend on them')}>
      <div className="flow items-end gap-4-5">
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'unknown', label: t('Unknown') },
            { value: 'all', label: t('All drugs') },
          ]}
          value={show}
          onChange={(next) => set({ show: next === 'all' ? 'all' : '', q: '' })}
        />
        {show === 'all' && <SearchField label={t('Search by name or code')} value={q} onChange={(text) => set({ q: text })} />}
      </div>
      {show === 'all' ? <All q={q} onOpen={setOpen} /> : <Unknown onOpen={setOpen} />}
      <Suspense>{open && <DrugDialog id={open.id} name={open.name} onClose={() => setOpen(null)} />}</Suspense>
    </Page>
  )
}
