import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { download, pages, query } from '#web/calls/api.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { exportKind, importTemplate, listImportKinds, listImports, ImportKindName, type ImportKindShape } from '../contract.ts'
import { ImportsNav } from './imports-nav.tsx'
import { ImportStatus, kindWord, IMPORTS, type SentImport } from './labels.tsx'
import styles from './imports.module.css'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const columns = (): readonly Column<SentImport>[] => [
  {
    key: 'file',
    title: t('File'),
    render: ({ file_name }) => (
      <span className="strong" title={file_name}>
        {file_name}
      </span>
    ),
  },
  { key: 'kind', title: t('Data type'), width: 176, hideOnPhone: true, render: ({ kind }) => kindWord(kind) },
  { key: 'state', title: t('Status'), width: 168, render: (one) => <ImportStatus state={one.state} /> },
  { key: 'rows', title: t('Rows'), width: 96, align: 'end', hideOnPhone: true, render: ({ rows }) => number(rows) },
  { key: 'created', title: t('Imported'), width: 112, align: 'end', hideOnPhone: true, render: ({ counts }) => number(counts.created) },
  { key: 'refused', title: t('Refused'), width: 96, align: 'end', hideOnPhone: true, render: ({ counts }) => number(counts.refused) },
  { key: 'who', title: t('Sent by'), width: 168, hideOnPhone: true, render: ({ created_by_name }) => created_by_name },
  { key: 'when', title: t('Sent'), width: 152, hideOnPhone: true, render: ({ created_at }) => dateTime(created_at) },
]

const save = (action: Promise<void>) => void action.catch(toast.failed)

const Kinds = ({ kinds }: { kinds: readonly ImportKindShape[] }) => {
  return (
    <div className={`grid gap-5 ${styles.kinds}`}>
      {kinds.map(({ kind, may }) => (
        <section key={kind} className="stack gap-4 pad-6 panel" aria-label={kindWord(kind)}>
          <h2 className="size-xl">{kindWord(kind)}</h2>
          <div className="row wrap">
            {may.run && <Button onClick={() => save(download(importTemplate, { params: { kind } }))}>{t('Template')}</Button>}
            {may.read && (
              <>
                <Button onClick={() => save(download(exportKind, { params: { kind }, query: {} }))}>{t('Export as CSV')}</Button>
                <Button onClick={() => save(download(exportKind, { params: { kind }, query: { as: 'xlsx' } }))}>
                  {t('Export as Excel')}
                </Button>
              </>
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

/** Whole lists by file: in with a trial and an undoing, out in the same columns. */
export const ImportsPage = () => {
  const go = useNavigate()
  const [search, setSearch] = useSearchParams()
  const meant = ImportKindName.safeParse(search.get('kind')).data ?? null
  const [isAsked, setAsked] = useState(false)
  const { data: kinds = [] } = useQuery(query(listImportKinds, { query: {} }))
  const imports = usePages(pages(listImports, { query: {} }))
  const mayRun = kinds.some(({ may }) => may.run)
  const close = () => {
    setAsked(false)
    setSearch({}, { replace: true })
  }
  const begin = mayRun && (
    <Button variant="filled" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setAsked(true)}>
      {t('Import file')}
    </Button>
  )
  return (
    <Page
      title={t('Import and export')}
      sub={t('Complete lists from CSV or Excel: previewed first, and undone as a whole if needed')}
      actions={begin}
    >
      <ImportsNav />
      <Kinds kinds={kinds} />
      <DataTable
        label={t('Imports')}
        columns={columns()}
        rows={imports}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`${IMPORTS}/${id}`)}
        empty={
          <Empty icon={IconFileImport} title={t('No imports yet')}>
            {t('Start from a template, or from a file exported by another system.')}
          </Empty>
        }
      />
      <Suspense>{mayRun && (isAsked || meant !== null) && <UploadDialog kinds={kinds} begin={meant} onClose={close} />}</Suspense>
    </Page>
  )
}
