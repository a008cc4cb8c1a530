import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download, query, call, pages } from '#web/calls/api.ts'
import { date, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading, Empty } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { leftRows, readImport, previewUndo, runImport, stopImport, undoImport, listImportRows, type ImportRow } from '../contract.ts'
import { ColumnsStep, IgnoredColumns } from './columns-step.tsx'
import { columnWord, dateExamples, ImportStatus, isBusy, kindWord, orderWord, IMPORTS, rowStateWord, type SentImport } from './labels.tsx'
import { confirm } from '#web/messages/dialogs.ts'
import { useAction } from '#web/calls/use-action.ts'
import styles from './imports.module.css'
import { Link } from 'react-router'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { ProblemsTable } from './problems-table.tsx'
import { sentMessage } from './cell-messages.ts'

const order = ['refused', 'duplicate', 'kept', 'new', 'created', 'same', 'withdrawn'] as const
const LEADS: Readonly<Partial<Record<SentImport['kind'], string>>> = {
  patients: '/dashboard/patients/',
  people: '/dashboard/administration/people/',
}

const reasonOf = ({ problems, resembles }: ImportRow) =>
  [
    ...problems.map(({ column, message }) => (column === '' ? sentMessage(message) : `${columnWord(column)}: ${sentMessage(message)}`)),
    resembles ?? '',
  ]
    .filter(Boolean)
    .join(' · ')
const cellsOf = ({ cells }: ImportRow) =>
  Object.entries(cells)
    .map(([column, text]) => `${columnWord(column)}: ${text}`)
    .join(' · ')

const columnsOf = (kind: SentImport['kind'], state: ImportRow['state']): readonly Column<ImportRow>[] => [
  { key: 'row', title: t('Row'), width: 88, align: 'end', render: ({ id }) => number(id) },
  ...(state === 'refused' || state === 'duplicate' || state === 'kept'
    ? [{ key: 'reason', title: t('Reason'), render: (row: ImportRow) => <span title={reasonOf(row)}>{reasonOf(row)}</span> }]
    : []),
  state === 'created' || state === 'withdrawn' || state === 'kept'
    ? {
        key: 'record',
        title: t('Record'),
        render: ({ entity_id }) =>
          entity_id !== null &&
          (LEADS[kind] === undefined ? (
            `#${Math.abs(entity_id)}`
          ) : (
            <Link className="link" to={`${LEADS[kind]}${entity_id}`}>
              {t('Open {n}', { n: entity_id })}
            </Link>
          )),
      }
    : {
        key: 'cells',
        title: t('In the file'),
        hideOnPhone: state !== 'new' && state !== 'same',
        render: (row) => <span title={cellsOf(row)}>{cellsOf(row)}</span>,
      },
]

const PROBLEMS = 'problems' as const

const StateRows = ({ one, state }: { one: SentImport; state: ImportRow['state'] }) => {
  const rows = usePages(pages(listImportRows, { params: { id: one.id }, query: { state, limit: 50 } }))
  return (
    <DataTable
      label={t('Rows of the file')}
      columns={columnsOf(one.kind, state)}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<Empty title={t('No matches')} />}
    />
  )
}

/** The problems of a file by row and column, and its rows, state by state. */
const RowsTable = ({ one }: { one: SentImport }) => {
  const states = order.filter((state) => one.counts[state] > 0)
  const [chosen, setChosen] = useState<ImportRow['state'] | null>(null)
  const state = chosen !== null && states.includes(chosen) ? chosen : (states[0] ?? 'refused')
  const [isProblems, setProblems] = useState(one.counts.refused + one.noted > 0)
  const hasProblems = one.counts.refused + one.counts.duplicate + one.counts.kept + one.noted > 0
  if (states.length === 0) return null
  return (
    <>
      <div className="row wrap">
        <ChoiceField
          aria-label={t('Row state')}
          data={[
            ...(hasProblems ? [{ value: PROBLEMS, label: t('Problems and notes') }] : []),
            ...states.map((value) => ({ value, label: `${rowStateWord(value)} (${number(one.counts[value])})` })),
          ]}
          value={isProblems && hasProblems ? PROBLEMS : state}
          onChange={(value) => {
            setProblems(value === PROBLEMS)
            if (value !== PROBLEMS) setChosen(value)
          }}
        />
      </div>
      {isProblems && hasProblems ? <ProblemsTable one={one} /> : <StateRows one={one} state={state} />}
    </>
  )
}

/** What can be done with an import, by a button each. */
const useImportActions = ({ id }: Pick<SentImport, 'id'>) => {
  const { run, isRunning } = useAction()
  const start = { params: { id }, body: {} } as const
  const undo = async () => {
    const { free, kept } = await call(previewUndo, { params: { id } })
    const words = [
      t('{count, plural, one {{n} row will be undone.} other {{n} rows will be undone.}}', { count: free, n: number(free) }),
      ...kept.map(({ reason, rows }) => `${t(reason)} (${number(rows)})`),
    ]
    if (await confirm({ title: t('Undo this import?'), text: words.join(' '), action: t('Undo'), isGrave: true }))
      await call(undoImport, start)
  }
  return {
    isRunning,
    begin: () => run(() => call(runImport, start)),
    stop: () => run(() => call(stopImport, start)),
    undo: () => run(undo),
  }
}

const stepOf = ({ state, counts }: SentImport): number => {
  if (state === 'mapping') return 1
  return ['checking', 'checked'].includes(state) || (state === 'stopped' && counts.created === 0) ? 2 : 3
}

const Steps = ({ at }: { at: number }) => (
  <ol className={`flow t3 gap-2-6 ${styles.steps}`} aria-label={t('Steps')}>
    {[t('File'), t('Columns'), t('Check'), t('Result')].map((name, place) => (
      <li key={name} aria-current={place === at ? 'step' : undefined}>
        {place + 1}. {name}
      </li>
    ))}
  </ol>
)

const figures = ['new', 'created', 'same', 'duplicate', 'refused', 'withdrawn', 'kept'] as const

/** How much of what is under way is done, in a hundred; undefined while nobody knows how much there is. */
const shareOf = ({ state, counts, rows }: SentImport): number | undefined => {
  if (state === 'running') return (100 * (rows - counts.new)) / Math.max(1, rows)
  const undone = counts.withdrawn + counts.kept
  return state === 'undoing' ? (100 * undone) / Math.max(1, undone + counts.created) : undefined
}

const Figures = ({ one }: { one: SentImport }) => {
  const share = shareOf(one)
  return (
    <>
      {isBusy(one) && (
        <Progress value={share ?? 100} striped={share === undefined} animated={share === undefined} aria-label={t('Progress')} />
      )}
      <dl className="flow gap-4-7 terms num" aria-label={t('Rows of the file')}>
        <div>
          <dt className="small">{t('Rows')}</dt>
          <dd className="size-xl strong">{number(one.rows)}</dd>
        </div>
        {figures
          .filter((state) => one.counts[state] > 0)
          .map((state) => (
            <div key={state}>
              <dt className="small">{rowStateWord(state)}</dt>
              <dd className="size-xl strong">{number(one.counts[state])}</dd>
            </div>
          ))}
        {one.noted > 0 && (
          <div>
            <dt className="small">{t('With notes')}</dt>
            <dd className="size-xl strong">{number(one.noted)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** In which order days were read: by what the column shows, by a person's choice, or as a guess to look at. */
const DateOrdersRead = ({ one }: { one: SentImport }) =>
  one.date_orders
    .filter(({ basis, examples }) => basis === 'chosen' || examples.length > 0)
    .map((known) => (
      <Note key={known.column} tone={known.basis === 'assumed' ? 'attention' : 'inactive'}>
        {known.basis === 'assumed'
          ? t('{name}: the cells do not show whether the day or the month comes first; read as {order} ({examples}).', {
              name: columnWord(known.column),
              order: orderWord(known.order),
              examples: dateExamples(known),
            })
          : t('{name}: read as {order}.', { name: columnWord(known.column), order: orderWord(known.order) })}
      </Note>
    ))

const Actions = ({ one, onColumns }: { one: SentImport; onColumns: () => void }) => {
  const { begin, stop, undo, isRunning } = useImportActions(one)
  const { counts, state } = one
  const isOpen = !isBusy(one) && !one.is_cleaned
  const isWaiting = isOpen && (state === 'checked' || state === 'stopped') && one.is_read
  const isUntouched = counts.created + counts.withdrawn + counts.kept === 0
  const left = counts.refused + counts.duplicate + counts.kept
  return (
    <div className="row wrap">
      {isWaiting && counts.new > 0 && one.may.run && (
        <Button variant="filled" loading={isRunning} onClick={begin}>
          {t('{count, plural, one {Import {n} row} other {Import {n} rows}}', { count: counts.new, n: number(counts.new) })}
        </Button>
      )}
      {isOpen && isUntouched && one.may.run && <Button onClick={onColumns}>{t('Change columns')}</Button>}
      {isBusy(one) && (
        <Button loading={isRunning} onClick={stop}>
          {t('Stop')}
        </Button>
      )}
      {isOpen && left > 0 && (
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(leftRows, { params: { id: one.id } }).catch(toast.failed)}
        >
          {t('Save skipped rows')}
        </Button>
      )}
      {isOpen && counts.created + counts.kept > 0 && one.may.undo && (
        <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} loading={isRunning} onClick={undo}>
          {t('Undo')}
        </Button>
      )}
    </div>
  )
}

const Body = ({ one }: { one: SentImport }) => {
  const [isMapping, setMapping] = useState(false)
  if (one.state === 'mapping' || isMapping)
    return (
      <>
        <Steps at={1} />
        <ColumnsStep key={`${one.encoding} ${one.heading_row} ${one.problem}`} one={one} onSent={() => setMapping(false)} />
      </>
    )
  return (
    <>
      <Steps at={stepOf(one)} />
      <div className="panel stack gap-6 pad-6">
        {one.problem !== null && (
          <Note tone="attention" alert>
            {t(one.problem)}
          </Note>
        )}
        {one.is_cleaned && (
          <Note tone="inactive">{t('The rows and the file of this import have been deleted. It can no longer be undone.')}</Note>
        )}
        {!one.is_cleaned && one.counts.created > 0 && !isBusy(one) && (
          <div className="t2">
            {t('This import can be undone until {day}; then its rows and file are deleted.', { day: date(one.kept_until) })}
          </div>
        )}
        {one.state === 'checked' && one.counts.new === 0 && <Note tone="inactive">{t('No new rows in this file.')}</Note>}
        <Figures one={one} />
        {!isBusy(one) && !one.is_cleaned && (
          <>
            <DateOrdersRead one={one} />
            <IgnoredColumns names={one.ignored} />
          </>
        )}
        <Actions one={one} onColumns={() => setMapping(true)} />
      </div>
      {!isBusy(one) && !one.is_cleaned && <RowsTable one={one} />}
    </>
  )
}

/** One import from its file to its result: the columns, the trial, the run, the undoing. */
export const ImportPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(readImport, { params: { id } }))
  const back = { to: IMPORTS, label: t('Import and export') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Import not found')} {...back} />
  const one = asked.data
  return (
    <div className="page-body">
      <DocumentHead
        title={one?.file_name ?? t('Import')}
        status={one && <ImportStatus state={one.state} />}
        sub={one ? `${kindWord(one.kind)} · ${one.created_by_name} · ${dateTime(one.created_at)}` : '\u00a0'}
        back={back}
      />
      <FourStates query={asked} loading={<Loading rows={8} height={28} />}>
        {(data) => <Body one={data} />}
      </FourStates>
    </div>
  )
}
