import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { t } from '#web/i18n.ts'
import { useRowWindow } from '#web/ui/row-window.ts'
import { waitedMinutes } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { GridLine, type CellActions, type Edited } from './grid-line.tsx'
import { isTyping, placeAfter, stepOf, type Place, type Step } from './grid-moves.ts'
import { placeBlock, readBlock } from './paste.ts'
import type { ResultItems } from '../results/result-items.ts'
import { useSteady } from '#web/state/use-steady.ts'
import { headOf, isOpen, type GridRow } from '../results/work-rows.ts'
import type { WorkCell, WorkPanel } from '../results/work-types.ts'
import workStyles from './work.module.css'
import resultsStyles from '../results/results.module.css'

export interface CellAt {
  line: GridRow
  panel: WorkPanel
  cell: WorkCell
}
export interface Pasting {
  taken: number
  overflow: number
  /** They came upon a cell that takes nothing: no such test there, approved, not collected. */
  closed: number
}
interface Props {
  lines: readonly GridRow[]
  panels: readonly WorkPanel[]
  items: ResultItems
  mayEnter: boolean
  now: number
  active: Place
  onActive: (place: Place) => void
  /** Takes in what was typed; the reason when it cannot be. */
  put: (at: CellAt, text: string) => string | null
  onPasted: (what: Pasting) => void
  onComment: (at: CellAt) => void
}

const sheet = { role: 'grid' } as const
const nothing = { hasMore: false, fetchMore: () => {} }

/**
 * Samples by tests as a sheet: arrows, Enter, Tab and Page keys move, typing replaces, F2 changes, Delete takes back, Shift and F2 comment,
 * a block from a spreadsheet is pasted from the cell on.
 */
export const WorkGrid = ({ lines, panels, items, mayEnter, now, active, onActive, put, onPasted, onComment }: Props) => {
  const { box, onScroll, drawn, rowHeight } = useRowWindow(lines.length, nothing)
  const [edited, setEdited] = useState<(Edited & { row: number }) | null>(null)
  const wantsFocus = useRef(false)
  const size = { rows: lines.length, columns: panels.length }

  // A cell that was out of sight exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const cellAt = ({ row, column }: Place): CellAt | null => {
    const [line, panel] = [lines[row], panels[column]]
    const cell = panel && line?.cells.get(panel.id)
    return line && panel && cell ? { line, panel, cell } : null
  }
  const openAt = (place: Place): CellAt | null => {
    const at = cellAt(place)
    return at && mayEnter && isOpen(at.line.row, at.cell, at.panel) ? at : null
  }
  const goTo = (place: Place) => {
    wantsFocus.current = true
    onActive(place)
    if (place.row < drawn.from || place.row >= drawn.to) box.current?.scrollTo({ top: place.row * rowHeight })
  }
  const edit = (place: Place, first?: string) => {
    const at = openAt(place)
    if (!at) return
    const item = items[at.line.key]?.[at.panel.id]
    const text = first ?? item?.text ?? at.cell.result ?? ''
    onActive(place)
    setEdited({ ...place, text, opensWith: first === undefined ? 'all' : 'end', why: item?.why ?? null })
  }
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2)
  const move = (from: Place, step: Step): boolean => {
    const next = placeAfter(from, step, size, page())
    if (next) goTo(next)
    return next !== null
  }
  const actions = useSteady<CellActions>({
    focus: (row, column) => {
      if (row !== active.row || column !== active.column) onActive({ row, column })
    },
    edit: (row, column) => edit({ row, column }),
    type: (text) => setEdited((open) => open && { ...open, text, why: null }),
    leave: () => {
      setEdited(null)
      goTo(active)
    },
    done: (text, step) => {
      const at = edited && openAt(edited)
      if (!edited || !at) return setEdited(null)
      const before = items[at.line.key]?.[at.panel.id]?.text ?? at.cell.result ?? ''
      const why = text.trim() === before ? null : put(at, text)
      if (why !== null && step !== null) return setEdited({ ...edited, text, why })
      setEdited(null)
      if (step !== null && !move(edited, step)) goTo(edited)
      return undefined
    },
    keyDown: (event: KeyboardEvent, row, column) => {
      if (event.target !== event.currentTarget) return
      const place = { row, column }
      const at = cellAt(place)
      const step = event.key === 'Enter' ? (event.shiftKey ? 'up' : 'down') : stepOf(event)
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return
      if (event.key === 'F2' && event.shiftKey && at) onComment(at)
      else if (event.key === 'F2') edit(place)
      else if ((event.key === 'Delete' || event.key === 'Backspace') && openAt(place)) put(openAt(place)!, '')
      else if (step) {
        if (!move(place, step)) return
      } else if (isTyping(event) && openAt(place)) edit(place, event.key)
      else return
      event.preventDefault()
    },
  })
  const onPaste = (event: ClipboardEvent) => {
    if (edited !== null || !mayEnter) return
    event.preventDefault()
    const { cells, overflow } = placeBlock(readBlock(event.clipboardData.getData('text/plain')), active, size)
    const open = cells.flatMap(({ place, text }) => ({ at: openAt(place), text }))
    const taken = open.filter(({ at }) => at !== null)
    for (const { at, text } of taken) put(at!, text)
    onPasted({ taken: taken.length, overflow, closed: open.length - taken.length })
  }
  const onCopy = (event: ClipboardEvent) => {
    const at = cellAt(active)
    if (edited !== null || !at) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', items[at.line.key]?.[at.panel.id]?.text ?? at.cell.result ?? '')
  }
  const spacer = (height: number) =>
    height > 0 && (
      <tr className="spacer" aria-hidden>
        <td colSpan={panels.length + 2} style={{ height }} />
      </tr>
    )
  const why = edited?.why ?? null
  return (
    <>
      <div className="table-box block" ref={box} onScroll={onScroll} tabIndex={-1} role="region" aria-label={t('Work list')}>
        <table
          {...sheet}
          className={`k-table ${resultsStyles.workGrid}`}
          aria-rowcount={lines.length + 1}
          aria-label={t('Work list')}
          style={{ minWidth: 248 + panels.length * 88 }}
          onPaste={onPaste}
          onCopy={onCopy}
        >
          <colgroup>
            <col style={{ width: 248 }} />
            {panels.map(({ id, kind }) => (
              <col key={id} style={{ width: kind === 'qualitative' || kind === 'text' ? 120 : 88 }} />
            ))}
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={resultsStyles.workWho}>
                {t('Patient')}
              </th>
              {panels.map((panel) => (
                <th key={panel.id} scope="col" className={`r ${resultsStyles.cell}`} title={panel.name}>
                  <span className="clip">{headOf(panel)}</span>
                  <span className="small t3 clip">{unitText(panel.unit) || '\u00a0'}</span>
                </th>
              ))}
              <th className={resultsStyles.fill} aria-hidden />
            </tr>
          </thead>
          <tbody>
            {spacer(drawn.above)}
            {lines.slice(drawn.from, drawn.to).map((line, offset) => {
              const at = drawn.from + offset
              return (
                <GridLine
                  key={line.key}
                  at={at}
                  line={line}
                  panels={panels}
                  items={items[line.key]}
                  active={active.row === at ? active.column : null}
                  edited={edited?.row === at ? edited : null}
                  mayEnter={mayEnter}
                  waited={waitedMinutes(line.row.requested_at, now)}
                  isOverdue={line.row.due_at !== null && Date.parse(line.row.due_at) < now}
                  actions={actions}
                />
              )
            })}
            {spacer(drawn.below)}
          </tbody>
        </table>
      </div>
      {why !== null && (
        <span
          id="work-why"
          role="alert"
          className={`status round-l pad-4-5 absolute text-wraps outlined-tone tone-ground ${workStyles.why}`}
          data-tone="critical"
        >
          {why}
        </span>
      )}
    </>
  )
}
