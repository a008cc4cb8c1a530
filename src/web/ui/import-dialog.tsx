import { Button, Checkbox, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { ApiError, messageOf } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { tableFile, type ImportReport } from '#shared/csv.ts'
import styles from './import-dialog.module.css'

/** What an import would do, or why it cannot: counts, and each broken row with its column. */
const ReportView = ({ report: { rows, added, changed, unchanged, errors, error_count } }: { report: ImportReport }) => {
  const counts = [
    [t('Rows'), rows],
    [t('Added'), added],
    [t('Changed'), changed],
    [t('Unchanged'), unchanged],
  ] as const
  if (error_count === 0)
    return (
      <>
        <dl className={`grid outlined round-l terms ${styles.importCounts}`} aria-label={t('Import preview')}>
          {counts.map(([name, count]) => (
            <div className="pad-4-5" key={name}>
              <dt className="small">{name}</dt>
              <dd className="size-xl strong num">{number(count)}</dd>
            </div>
          ))}
        </dl>
        <Note tone={added + changed > 0 ? 'done' : 'inactive'}>
          {added + changed > 0
            ? t('No errors in the file. Nothing changes until you import it.')
            : t('All rows in the file are already recorded.')}
        </Note>
      </>
    )
  return (
    <>
      <Note tone="attention" alert>
        {t('{count, plural, one {{n} error. Correct it to import the file.} other {{n} errors. Correct all of them to import the file.}}', {
          count: error_count,
          n: number(error_count),
        })}
        {error_count > errors.length && ` ${t('Showing the first {n}.', { n: number(errors.length) })}`}
      </Note>
      <div className={`table-box rigid min-h-0 ${styles.importErrors}`} role="region" aria-label={t('Errors in the file')}>
        <table className="k-table">
          <colgroup>
            <col style={{ width: 72 }} />
            <col style={{ width: 120 }} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="r">
                {t('Row')}
              </th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('Error')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, message }) => (
              <tr key={`${row}-${field}-${message}`}>
                <th scope="row" className="names r">
                  {number(row)}
                </th>
                <td>{field}</td>
                <td>{t(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface Props {
  title: string
  /** The headings that the file may have. */
  columns: readonly string[]
  /** What a row does, in a sentence. */
  hint: string
  send: (file: File, dryRun: 'true' | 'false', insists: boolean) => Promise<ImportReport>
  /** What a person may insist on where the file was refused, in words. */
  insist?: string | undefined
  /** The refusals that insisting overrides, as the server words them. */
  overrides?: readonly string[] | undefined
  /** Saves what is there now, as a file to begin with. */
  template?: { label: string; save: () => Promise<void> } | (() => Promise<void>) | undefined
  /** Another way than a file. */
  instead?: { label: string; run: () => void } | undefined
  onClose: () => void
}

const errorOf = (error: unknown) =>
  error instanceof ApiError && error.fields['file'] ? error.fields['file'].map((text) => t(text)).join(' ') : messageOf(error)

const Body = ({ columns, hint, send, insist, overrides = [], template, instead, onClose }: Omit<Props, 'title'>) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const [insists, setInsists] = useState(false)
  const trial = useMutation({ mutationFn: ({ chosen, again }: { chosen: File; again: boolean }) => send(chosen, 'true', again) })
  const real = useMutation({
    mutationFn: (chosen: File) => send(chosen, 'false', insists),
    onSuccess: (report) => {
      void queryClient.invalidateQueries()
      // Somebody changed something since the trial: what is wrong now is shown instead.
      if (report.error_count > 0) return
      toast.done(t('Imported: {added} added, {changed} changed.', { added: number(report.added), changed: number(report.changed) }))
      onClose()
    },
  })
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    real.reset()
    setFile(chosen)
    trial.mutate({ chosen, again: insists })
  }
  const changeInsists = (again: boolean) => {
    setInsists(again)
    real.reset()
    if (file) trial.mutate({ chosen: file, again })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const report = real.data ?? trial.data
  const failure = real.error ?? trial.error
  const refusals = [
    ...(failure instanceof ApiError ? (failure.fields['file'] ?? []) : []),
    ...(report?.errors ?? []).map(({ message }) => message),
  ]
  const start = typeof template === 'function' ? { label: t('Download current data as a template'), save: template } : template
  const count = report ? report.added + report.changed : 0
  const isReady = report !== undefined && report.error_count === 0 && count > 0 && !trial.isPending && !failure
  return (
    <div className="form-stack">
      <div className="t2">
        {hint} {t('The first row contains the headings: {names}.', { names: columns.join(', ') })}
      </div>
      {failure && (
        <Note tone="critical" alert>
          {errorOf(failure)}
        </Note>
      )}
      <div
        className="file-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={28} stroke={1.25} aria-hidden />
        <span className="grow">
          <span className={file ? 'strong' : 't2'}>{file ? file.name : t('Drop a CSV or Excel file here, or choose one.')}</span>
          {start && !file && (
            <button type="button" className="plain link small" onClick={() => void start.save().catch(toast.failed)}>
              {start.label}
            </button>
          )}
        </span>
        <Button data-autofocus variant={file ? 'default' : 'filled'} loading={trial.isPending} onClick={() => input.current?.click()}>
          {file ? t('Choose another') : t('Choose a file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('Choose a file')}
          accept={['.csv', '.xlsx', ...tableFile.types].join(',')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {report && !trial.isPending && <ReportView report={report} />}
      {insist && file && (insists || refusals.some((text) => overrides.includes(text))) && (
        <Checkbox label={insist} checked={insists} onChange={(event) => changeInsists(event.currentTarget.checked)} />
      )}
      <div className="form-foot">
        {instead && !file && <Button onClick={instead.run}>{instead.label}</Button>}
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {isReady && file && (
          <Button variant="filled" loading={real.isPending} onClick={() => real.mutate(file)}>
            {t('{count, plural, one {Import {n} row} other {Import {n} rows}}', { count, n: number(count) })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Whole lists by CSV or a spreadsheet: the file is tried first, and taken in when nothing is wrong with any row. */
export const ImportDialog = ({ title, ...props }: Props) => (
  <Modal opened onClose={props.onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
    <Body {...props} />
  </Modal>
)
