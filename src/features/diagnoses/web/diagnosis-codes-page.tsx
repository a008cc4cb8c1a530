import { Button } from '@mantine/core'
import { IconDownload, IconFileImport, IconStethoscope } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { call, download, pages } from '#web/calls/api.ts'
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
import {
  createDiagnosisCode,
  DiagnosisSystem,
  exportDiagnosisCodes,
  importDiagnosisCodes,
  listDiagnosisCodes,
  updateDiagnosisCode,
  type DiagnosisCode,
} from '../contract.ts'
import { systemChoices, systemName } from './system-name.tsx'

const DiagnosisCodeDialog = lazy(async () => ({ default: (await import('./diagnosis-code-dialog.tsx')).DiagnosisCodeDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('#web/ui/import-dialog.tsx')).ImportDialog }))

const PAGE = 100

const columns = (): Column<DiagnosisCode>[] => [
  { key: 'code', title: t('Code'), width: 112, render: ({ code }) => <span className="num strong">{code}</span> },
  {
    key: 'title',
    title: t('Title'),
    render: ({ title, plain_title, is_active }) => (
      <span className="row wrap">
        <span className="strong">{title}</span>
        {plain_title !== null && <span className="small t3">{plain_title}</span>}
        {!is_active && <Status tone="inactive">{t('Inactive')}</Status>}
      </span>
    ),
  },
  {
    key: 'synonyms',
    title: t('Synonyms'),
    hideOnPhone: true,
    render: ({ synonyms, matched }) => {
      // The one that was meant comes first.
      const names = [...new Set([...(matched === null ? [] : [matched]), ...synonyms])].join(', ')
      return (
        <span className="t2" title={names}>
          {names}
        </span>
      )
    },
  },
  {
    key: 'icd11',
    title: systemName('icd-11'),
    width: 112,
    hideOnPhone: true,
    render: ({ icd11_code }) => icd11_code !== null && <span className="num">{icd11_code}</span>,
  },
  { key: 'system', title: t('Classification'), width: 132, hideOnPhone: true, render: ({ system }) => systemName(system) },
]

const filters = { q: z.string().max(100), system: DiagnosisSystem, inactive: z.literal('1') }

type Filters = ReturnType<typeof useUrlState<typeof filters>>

const FilterRow = ({ state: [{ q, system, inactive }, set] }: { state: Filters }) => (
  <div className="row wrap filters">
    <SearchField label={t('Search by words or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
    <ChoiceFilter
      label={t('Classification')}
      any={t('All classifications')}
      data={systemChoices()}
      value={system}
      onChange={(system) => set({ system })}
    />
    <OutOfUseSwitch inactive={inactive} set={set} />
  </div>
)

/** What is open over the page: a term, a new one, or the import. */
type Open = DiagnosisCode | 'new' | 'import' | null

const Actions = ({ open }: { open: (what: Open) => void }) => {
  const { can } = useRights()
  return (
    <>
      {can(exportDiagnosisCodes) && (
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(exportDiagnosisCodes, { query: {} }).catch(toast.failed)}
        >
          {t('Export')}
        </Button>
      )}
      {can(importDiagnosisCodes) && (
        <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => open('import')}>
          {t('Import')}
        </Button>
      )}
      {can(createDiagnosisCode) && <AddButton label={t('Add diagnosis')} onClick={() => open('new')} />}
    </>
  )
}

/** The diagnoses that doctors choose from: found, added, renamed, taken out of use; whole classifications come as files. */
export const DiagnosisCodesPage = () => {
  const { can } = useRights()
  const state = useUrlState(filters)
  const [{ q, system, inactive }, set] = state
  const [open, setOpen] = useState<Open>(null)
  const asked = { q, system, active: inactive ? undefined : ('true' as const), limit: PAGE, count: 'true' as const }
  const terms = usePages(pages(listDiagnosisCodes, { query: asked }))
  const close = () => setOpen(null)
  const empty = (
    <Empty
      icon={IconStethoscope}
      title={t('No matches')}
      action={(q || system) && <Button onClick={() => set({ q: '', system: '' })}>{t('Show all')}</Button>}
    >
      {t('No diagnoses match the search and filters above.')}
    </Empty>
  )
  return (
    <Page title={t('Diagnoses')} sub={t('Diagnoses doctors choose from, by plain words or by code')} actions={<Actions open={setOpen} />}>
      <FilterRow state={state} />
      <DataTable
        label={t('Diagnoses')}
        columns={columns()}
        rows={terms}
        rowKey={({ id }) => id}
        onOpen={can(updateDiagnosisCode) ? setOpen : undefined}
        empty={empty}
      />
      <Suspense>
        {open === 'import' && (
          <ImportDialog
            title={t('Import diagnoses')}
            columns={['system', 'code', 'title', 'plain_title', 'icd11', 'synonyms', 'active']}
            hint={t(
              'An existing diagnosis receives the synonyms of its row; other rows add a diagnosis. The files that WHO publishes can be imported as they are: ICD-10 (codes.txt or ClaML), ICD-11 (simple tabulation) and the map from ICD-10 to ICD-11, also zipped.',
            )}
            send={(file, dry_run) => call(importDiagnosisCodes, { body: { dry_run } }, { files: { file } })}
            template={can(exportDiagnosisCodes) ? () => download(exportDiagnosisCodes, { query: {} }) : undefined}
            onClose={close}
          />
        )}
        {open !== null && open !== 'import' && <DiagnosisCodeDialog term={open === 'new' ? null : open} onClose={close} />}
      </Suspense>
    </Page>
  )
}
