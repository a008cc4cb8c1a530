import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { enterResults, getWorklist } from '#features/laboratory/contract-results.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { CellPanel, useEntryOf } from './cell-panel.tsx'
import type { Place } from './grid-moves.ts'
import { ItemsNote } from '../results/items-note.tsx'
import { limitsOf } from '../results/entry-rules.ts'
import { readTyped } from '../results/reading.ts'
import { useCalls } from '../results/use-calls.ts'
import { useResultItems } from '../results/use-result-items.ts'
import { WorkForms } from './work-forms.tsx'
import { WorkGrid, type CellAt, type Pasting } from './work-grid.tsx'
import { gridRows, isOutOfOrder, stillRows } from '../results/work-rows.ts'
import { problemWords } from '../results/labels.ts'
import type { Work, WorkPanel, WorkRow } from '../results/work-types.ts'
import { useQuery } from '@tanstack/react-query'
import type { RequestOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import workStyles from './work.module.css'

type WorkAsked = RequestOf<typeof getWorklist>['query']

const keyed = (panels: readonly WorkPanel[]) => panels.map((panel) => ({ key: String(panel.id), panel }))
const none: readonly WorkRow[] = []

/**
 * A work list that stands still while it is worked on: rows that are done stay, whoever did them, and others come last, until it is put in
 * order.
 */
const useStillWork = (work: Work, asked: WorkAsked) => {
  const [before, setBefore] = useState<{ rows: readonly WorkRow[]; panels: readonly WorkPanel[] }>(work)
  const there = new Set(work.rows.map(({ key }) => key))
  const hasDone = before.rows.some(({ key }) => !there.has(key))
  const { data: done } = useQuery({ ...query(getWorklist, { query: { ...asked, show: 'approve' } }), enabled: hasDone })
  const rows = stillRows(before.rows, work.rows, done?.rows ?? none)
  const known = new Set(before.panels.map(({ id }) => id))
  const more = work.panels.filter(({ id }) => !known.has(id))
  if (rows !== before.rows || more.length > 0) setBefore({ rows, panels: more.length > 0 ? [...before.panels, ...more] : before.panels })
  const isMoved = useMemo(
    () => isOutOfOrder(rows, work.rows) || isOutOfOrder(keyed(before.panels), keyed(work.panels)),
    [rows, before, work],
  )
  return { rows, panels: before.panels, isOutOfOrder: isMoved, putInOrder: () => setBefore(work) }
}

const CommentDialog = lazy(async () => ({ default: (await import('../results/comment-dialog.tsx')).CommentDialog }))
const CriticalDialog = lazy(async () => ({ default: (await import('../critical/critical-dialog.tsx')).CriticalDialog }))
const ResultClashDialog = lazy(async () => ({ default: (await import('../results/clash-dialog.tsx')).ResultClashDialog }))

const pastedWords = ({ taken, overflow, closed }: Pasting, view: Props['view']) =>
  [
    t('{count, plural, one {# result pasted.} other {# results pasted.}}', { count: taken }),
    overflow > 0 &&
      (view === 'grid'
        ? t('{count, plural, one {# left out: outside the sheet.} other {# left out: outside the sheet.}}', {
            count: overflow,
          })
        : t('{count, plural, one {# left out: no matching field in this sample.} other {# left out: no matching fields in this sample.}}', {
            count: overflow,
          })),
    closed > 0 && t('{count} left out: the cell accepts no result.', { count: closed }),
  ]
    .filter(Boolean)
    .join(' ')

interface Props {
  work: Work
  asked: WorkAsked
  view: 'grid' | 'forms'
  /** Shown when nothing was there to do; what was done on this screen stays in sight. */
  empty: ReactNode
}

/** The sheet or the cards of what is to be done, with everything that typing into them needs. */
export const WorkSheet = ({ work, asked, view, empty }: Props) => {
  const now = useNow()
  const go = useNavigate()
  const { can } = useRights()
  const mayEnter = can(enterResults)
  const { rows, panels, isOutOfOrder, putInOrder } = useStillWork(work, asked)
  const lines = useMemo(() => gridRows(rows), [rows])
  const [at, setAt] = useState<{ line: string | undefined; panel: number | undefined }>({ line: undefined, panel: undefined })
  const [visit, setVisit] = useState<number>()
  const [message, setMessage] = useState('')
  const [commented, setCommented] = useState<CellAt | null>(null)
  const calls = useCalls(visit)
  const items = useResultItems('worklist', (saved) => {
    const [first] = saved
    setVisit(rows.find(({ cells }) => cells.some(({ id }) => id === first?.id))?.visit)
    calls.askSaved(saved)
  })
  // By what stands there, not by where: the cursor stays with its patient whatever happens to the list.
  const active = {
    row: Math.max(
      0,
      lines.findIndex(({ key }) => key === at.line),
    ),
    column: Math.max(
      0,
      panels.findIndex(({ id }) => id === at.panel),
    ),
  }
  const setPlace = ({ row, column }: Place) => setAt({ line: lines[row]?.key, panel: panels[column]?.id })
  const line = lines[active.row]
  const panel = panels[active.column]
  const cell = panel && line?.cells.get(panel.id)
  const { data: entry } = useEntryOf(view === 'grid' ? line?.row.process : undefined)
  const open = () => line && void go(`/dashboard/laboratory/visits/${line.row.process}`)
  useKeys([{ keys: 'Alt+O', label: t('Open visit'), run: open }])
  useScans((code) => {
    const found = lines.findIndex(({ row }) => row.sample_code?.toLowerCase() === code.trim().toLowerCase())
    if (found < 0) toast.failed(t('Sample {code} is not in this list.', { code: code.slice(0, 60) }))
    else {
      setPlace({ row: found, column: 0 })
      const there = `[data-cell="${found}-0"], [data-line="${lines[found]!.key}"] .result-box`
      focusNext(() => document.querySelector<HTMLElement>(there))
    }
  })
  const put = ({ line: gridLine, panel: test, cell: into }: CellAt, text: string): string | null => {
    const found = entry?.find(({ id }) => id === into.id)
    const reading = readTyped(test, text, found ? limitsOf(found) : null)
    const why = 'problem' in reading && !reading.beyond ? problemWords(reading.problem, test.unit) : null
    if (text.trim() === (into.result ?? '') && !items.items[gridLine.key]?.[test.id]?.comment) items.drop(gridLine.key, test.id)
    else items.put(gridLine.key, into, { text, why }, into.result ?? '')
    setMessage('')
    return why
  }
  const goTo = (next: Place) => {
    // Leaving a row saves it.
    if (next.row !== active.row) void items.save(line?.key)
    setPlace(next)
  }
  const [clash] = items.clashes
  const clashCell = clash && lines.find(({ key }) => key === clash.row)
  const broken = Object.values(items.items).flatMap((row) => Object.values(row).filter(({ why }) => why !== null)).length
  return (
    <>
      <ItemsNote state={items} nameOf={(id) => panels.find((panel) => panel.id === id)?.name} />
      {isOutOfOrder && (
        <div className="row wrap justify-between" role="status">
          <span className="t2">{t('The list has changed. The rows stay in place until you sort again.')}</span>
          <Button onClick={putInOrder}>{t('Sort again')}</Button>
        </div>
      )}
      {work.has_more && (
        <Note tone="attention">{t('Showing the first {n}: choose a profile, section or specimen.', { n: number(work.rows.length) })}</Note>
      )}
      {lines.length === 0 ? (
        empty
      ) : view === 'grid' ? (
        <div className={`grid gap-6 tablet-one flex-1 ${workStyles.body}`}>
          <div className={`stack min-w-0 min-h-0 relative ${workStyles.main}`}>
            <WorkGrid
              lines={lines}
              panels={panels}
              items={items.items}
              mayEnter={mayEnter}
              now={now}
              active={active}
              onActive={goTo}
              put={put}
              onPasted={(what) => {
                setMessage(pastedWords(what, view))
                void items.save()
              }}
              onComment={setCommented}
            />
            <div className="table-foot num">
              <span role="status">{message}</span>
              {message === '' && (
                <span className="not-phone">
                  {t('Type: replace. F2: edit. Enter: down. Tab: right. Delete: clear. Shift F2: comment. Ctrl V: paste a block.')}
                </span>
              )}
              <span className="grow" />
              {broken > 0 && (
                <Status tone="critical">
                  {t('{count, plural, one {# cell cannot be saved} other {# cells cannot be saved}}', { count: broken })}
                </Status>
              )}
              {items.count - broken > 0 && (
                <Status tone="waiting">
                  {t('{count, plural, one {# result not saved yet} other {# results not saved yet}}', { count: items.count - broken })}
                </Status>
              )}
              <span>{t('{count, plural, one {{n} sample} other {{n} samples}}', { count: lines.length, n: number(lines.length) })}</span>
            </div>
          </div>
          {line && panel && cell && (
            <CellPanel
              at={{ line, panel, cell }}
              item={items.items[line.key]?.[panel.id]}
              mayEnter={mayEnter}
              onComment={() => setCommented({ line, panel, cell })}
            />
          )}
        </div>
      ) : (
        <>
          {mayEnter && (
            <p className="small t3 not-phone">
              {t('Enter: next. Esc: undo. Ctrl V: paste a column of values into the fields of a sample.')}
            </p>
          )}
          <WorkForms
            lines={lines}
            panels={panels}
            items={items.items}
            mayEnter={mayEnter}
            now={now}
            actions={{
              type: ({ line: gridLine, cell: into }, text) => items.put(gridLine.key, into, { text, isTyped: true }, into.result ?? ''),
              done: (at, text) => {
                if (items.items[at.line.key]?.[at.panel.id]) put(at, text)
              },
              drop: ({ line: gridLine, panel: test }) => items.drop(gridLine.key, test.id),
              put,
              pasted: (what) => {
                toast[what.overflow > 0 ? 'failed' : 'done'](pastedWords(what, view))
                void items.save()
              },
            }}
          />
        </>
      )}
      <Suspense>
        {commented && (
          <CommentDialog
            test={commented.panel.name}
            comment={items.items[commented.line.key]?.[commented.panel.id]?.comment ?? commented.cell.comment}
            onSave={(comment) => items.put(commented.line.key, commented.cell, { comment }, commented.cell.result ?? '')}
            onClose={() => setCommented(null)}
          />
        )}
        {clash && clashCell ? (
          <ResultClashDialog placed={clash} title={clashCell.row.patient_name} state={items} />
        ) : (
          calls.shown && <CriticalDialog key={calls.shown.id} call={calls.shown} others={calls.others} onClose={calls.putOff} />
        )}
      </Suspense>
    </>
  )
}
