import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFlask2, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { enterResults, getWorklist } from '#features/laboratory/contract-results.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/api.ts'
import { number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keys.ts'
import { useRights } from '#web/rights.ts'
import { toast } from '#web/toast.tsx'
import '#web/ui/document.css'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/url-state.ts'
import { useNow } from '#web/use-now.ts'
import { useScans } from '#web/use-scans.ts'
import '../lab-room.css'
import { CellPanel, useEntryOf } from './cell-panel.tsx'
import type { Place } from './grid-moves.ts'
import { ItemsNote } from './items-note.tsx'
import { readTyped } from './reading.ts'
import './results.css'
import { useCalls } from './use-calls.ts'
import { useResultItems } from './use-result-items.ts'
import { WorkFilters } from './work-filters.tsx'
import { WorkForms } from './work-forms.tsx'
import { WorkGrid, type CellAt, type Pasting } from './work-grid.tsx'
import './work.css'
import { gridRows } from './work-rows.ts'
import type { Work } from './work-types.ts'

const CommentDialog = lazy(async () => ({ default: (await import('./comment-dialog.tsx')).CommentDialog }))
const CriticalDialog = lazy(async () => ({ default: (await import('./critical-dialog.tsx')).CriticalDialog }))
const ResultClashDialog = lazy(async () => ({ default: (await import('./clash-dialog.tsx')).ResultClashDialog }))

const url = {
  profile: Id,
  section: z.string().max(60),
  specimen: Id,
  received: z.literal('true'),
  view: z.enum(['grid', 'forms']),
  q: z.string().max(100),
}
const MOST = 500

const pastedWords = ({ taken, overflow, closed }: Pasting) =>
  [
    t('{{count}} results pasted.', { count: taken }),
    overflow > 0 && t('{{count}} lie beyond the sheet and were left out.', { count: overflow }),
    closed > 0 && t('{{count}} came upon a cell that takes no result.', { count: closed }),
  ]
    .filter(Boolean)
    .join(' ')

/** The sheet or the cards of what is to be done, with everything that typing into them needs. */
const Sheet = ({ work, view }: { work: Work; view: 'grid' | 'forms' }) => {
  const now = useNow()
  const go = useNavigate()
  const { can } = useRights()
  const mayEnter = can(enterResults)
  const lines = useMemo(() => gridRows(work.rows), [work.rows])
  const { panels } = work
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [visit, setVisit] = useState<number>()
  const [said, setSaid] = useState('')
  const [commented, setCommented] = useState<CellAt | null>(null)
  const calls = useCalls(visit)
  const items = useResultItems('worklist', (saved) => {
    const [first] = saved
    setVisit(work.rows.find(({ cells }) => cells.some(({ id }) => id === first?.id))?.visit)
    calls.askSaved(saved)
  })
  const active = { row: Math.min(place.row, lines.length - 1), column: Math.min(place.column, panels.length - 1) }
  const line = lines[active.row]
  const panel = panels[active.column]
  const cell = panel && line?.cells.get(panel.id)
  const { data: entry } = useEntryOf(view === 'grid' ? line?.row.process : undefined)
  const open = () => line && void go(`/dashboard/laboratory/visits/${line.row.process}`)
  useKeys([{ keys: 'Alt+O', label: t('Open the visit'), run: open }])
  useScans((code) => {
    const at = lines.findIndex(({ row }) => row.sample_code?.toLowerCase() === code.trim().toLowerCase())
    if (at < 0) toast.failed(t('No sample here has the number {{code}}.', { code: code.slice(0, 60) }))
    else {
      setPlace({ row: at, column: 0 })
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-cell="${at}-0"]`)?.focus())
    }
  })
  const put = ({ line: of, panel: test, cell: into }: CellAt, text: string): string | null => {
    const reading = readTyped(test, text, entry?.find(({ id }) => id === into.id)?.reference_range ?? null)
    const why = 'problem' in reading ? t(reading.problem.text, reading.problem.values) : null
    if (text.trim() === (into.result ?? '') && !items.items[of.key]?.[test.id]?.comment) items.drop(of.key, test.id)
    else items.put(of.key, into, { text, why }, into.result ?? '')
    setSaid('')
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
      <ItemsNote state={items} />
      {work.has_more && (
        <Note tone="attention">{t('These are the first {{n}}: choose a profile, section or specimen.', { n: number(MOST) })}</Note>
      )}
      {view === 'grid' ? (
        <div className="work-body">
          <div className="work-main">
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
                setSaid(pastedWords(what))
                void items.save()
              }}
              onComment={setCommented}
            />
            <div className="table-foot num">
              <span role="status">{said}</span>
              {said === '' && (
                <span className="not-phone">
                  {t('Type: replace. F2: change. Enter: down. Tab: right. Delete: take back. Shift F2: comment. Ctrl V: paste a block.')}
                </span>
              )}
              <span className="grow" />
              {broken > 0 && <Status tone="critical">{t('{{count}} cells cannot be saved', { count: broken })}</Status>}
              {items.count - broken > 0 && (
                <Status tone="waiting">{t('{{count}} results not saved yet', { count: items.count - broken })}</Status>
              )}
              <span>{t('{{n}} samples', { count: lines.length, n: number(lines.length) })}</span>
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
        <WorkForms
          lines={lines}
          panels={panels}
          items={items.items}
          mayEnter={mayEnter}
          now={now}
          deeds={{
            type: ({ line: of, cell: into }, text) => items.put(of.key, into, { text }, into.result ?? ''),
            done: (at, text) => {
              if (items.items[at.line.key]?.[at.panel.id]) put(at, text)
            },
            drop: ({ line: of, panel: test }) => items.drop(of.key, test.id),
          }}
        />
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
          <ResultClashDialog of={clash} title={clashCell.row.patient_name} state={items} />
        ) : (
          calls.shown && <CriticalDialog key={calls.shown.id} call={calls.shown} onClose={calls.putOff} />
        )}
      </Suspense>
    </>
  )
}

/** What is to be done in the laboratory: a sheet of one profile, section or specimen, or sample by sample where work is mixed. */
export const WorklistPage = () => {
  const [choice, set] = useUrlState(url)
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const { profile, section, specimen, received, q } = choice
  const isChosen = profile !== undefined || section !== undefined || specimen !== undefined
  const view = choice.view ?? (isChosen && !isPhone ? 'grid' : 'forms')
  const asked = {
    show: 'work' as const,
    ...(profile !== undefined && { profile }),
    ...(section && { section }),
    ...(specimen !== undefined && { specimen }),
    ...(received && { received }),
    ...(q && { q }),
    limit: isChosen ? MOST : 100,
  }
  const work = useQuery({ ...query(getWorklist, { query: asked }), placeholderData: keepPreviousData })
  const isFiltered = isChosen || Boolean(q) || received !== undefined
  return (
    <Page
      title={t('Work list')}
      sub={work.data ? t('{{n}} samples to do', { count: work.data.rows.length, n: number(work.data.rows.length) }) : '\u00a0'}
    >
      <WorkFilters of={choice} view={view} onChange={set} onScan={(code) => set({ q: code })} />
      <FourStates
        of={work}
        loading={<Loading rows={12} height={28} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          isFiltered ? (
            <Empty
              icon={IconSearch}
              title={t('Nothing like that is to be done')}
              action={
                <Button onClick={() => set({ profile: '', section: '', specimen: '', received: '', q: '' })}>{t('Show all work')}</Button>
              }
            />
          ) : (
            <Empty icon={IconFlask2} title={t('Everything is done')}>
              {t('What is asked for appears here by itself, the urgent first.')}
            </Empty>
          )
        }
      >
        {(data) => <Sheet work={data} view={view} />}
      </FourStates>
    </Page>
  )
}
