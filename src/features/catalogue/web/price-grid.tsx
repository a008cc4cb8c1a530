import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import type { Rows } from '#web/calls/rows.ts'
import { Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import { useRowWindow } from '#web/ui/row-window.ts'
import type { PriceList, PriceRow } from '../contract.ts'
import { type CellColumn, type Place, placeAfter, typedCell } from './price-cells.ts'
import { type PriceColumn, usePriceColumns } from './price-columns.tsx'
import { usePriceCells } from './use-price-cells.ts'
import styles from './catalogue.module.css'

/** Where to go when a cell has been typed. */
type Step = 'down' | 'up' | 'next' | 'back' | 'stay'

interface EditorProps {
  label: string
  text: string
  /** The whole is selected, or the cursor stands behind what was typed first. */
  isWhole: boolean
  refusal: string | null
  describedBy: string
  /** Stays open when it answers false. */
  done: (text: string, step: Step) => boolean
  leave: () => void
}

const steps: Record<string, Step> = { Enter: 'down', ArrowDown: 'down', ArrowUp: 'up' }

/** The box in a cell that is being typed: Enter and the arrows save and go on, Esc turns back. */
const CellEditor = ({ label, text, isWhole, refusal, describedBy, done, leave }: EditorProps) => {
  const [typed, setTyped] = useState(text)
  // A box that is taken away loses the focus once more: that is not a second save.
  const isOver = useRef(false)
  const finish = (step: Step) => {
    if (isOver.current) return
    isOver.current = done(typed, step)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const step = event.key === 'Tab' ? (event.shiftKey ? 'back' : 'next') : steps[event.key]
    if (step) {
      event.preventDefault()
      finish(step)
    } else if (event.key === 'Escape') {
      isOver.current = true
      leave()
    }
  }
  return (
    <input
      className={`block full-width text-end t1 strong ${styles.cellInput} num`}
      aria-label={label}
      aria-invalid={refusal !== null || undefined}
      aria-describedby={refusal === null ? undefined : describedBy}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={typed}
      ref={(node) => {
        if (!node || node.dataset['begun']) return
        node.dataset['begun'] = 'true'
        node.focus({ preventScroll: true })
        if (isWhole) node.select()
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish('stay')}
    />
  )
}

interface CellProps {
  place: string
  hideOnPhone: boolean | undefined
  isActive: boolean
  isWaiting: boolean
  isBroken: boolean
  title: string | undefined
  isEdited: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  edit: () => void
  children: ReactNode
}

/** A cell that can be typed in: reached by arrows, opened by Enter, a digit, a second click or a touch. */
const Cell = ({ place, hideOnPhone, isActive, isWaiting, isBroken, title, isEdited, onFocus, onKeyDown, edit, children }: CellProps) => (
  <td
    className={`r ${styles.cell}${hideOnPhone ? ' not-phone' : ''}`}
    data-cell={place}
    data-broken={isBroken || undefined}
    data-waiting={isWaiting || undefined}
    data-edited={isEdited || undefined}
    title={title}
    tabIndex={isActive && !isEdited ? 0 : -1}
    onFocus={onFocus}
    onKeyDown={onKeyDown}
    onDoubleClick={edit}
    onPointerUp={(event) => {
      // The first click of a mouse chooses the cell; a finger means to type.
      if (event.pointerType === 'touch') edit()
    }}
  >
    {children}
  </td>
)

interface Props {
  list: PriceList
  day: string | null
  rows: Rows<PriceRow>
  onHistory: (row: PriceRow) => void
  empty: ReactNode
}
interface Edited extends Place {
  text: string
  isWhole: boolean
  refusal: string | null
}

/** A table whose cells are moved through one by one. */
const sheet = { role: 'grid' } as const
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => /^[\d.,]$/.test(key) && !ctrlKey && !metaKey && !altKey

const Head = ({ columns }: { columns: readonly PriceColumn[] }) => (
  <thead>
    <tr>
      {columns.map(({ key, title, align, hideOnPhone, cell }) => (
        <th key={key} scope="col" className={`${align === 'end' ? 'r ' : ''}${hideOnPhone ? 'not-phone ' : ''}${cell ? styles.cell : ''}`}>
          {title}
        </th>
      ))}
      <th scope="col">
        <span className="only-heard">{t('History')}</span>
      </th>
    </tr>
  </thead>
)

/**
 * A price list as a sheet: arrows move from cell to cell, Enter or a digit begins to type, Enter saves and goes to the next row, Esc
 * turns back, Delete takes the item off the list.
 */
export const PriceGrid = ({ list, day, rows, onHistory, empty }: Props) => {
  const { data = [], hasMore, isFetchingMore, fetchMore, total } = rows
  const { box, onScroll, drawn, rowHeight } = useRowWindow(data.length, { hasMore: hasMore && !isFetchingMore, fetchMore })
  const cells = usePriceCells({ list: list.id, day })
  const columns = usePriceColumns(list, data)
  const editable = columns.flatMap(({ cell }) => cell ?? [])
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [edited, setEdited] = useState<Edited | null>(null)
  const wantsFocus = useRef(false)
  const message = useId()
  const activeRow = Math.min(active.row, data.length - 1)
  const history = data[activeRow]
  useKeys(history ? [{ keys: 'H', label: t('Past and planned prices of the selected item'), run: () => onHistory(history) }] : [])

  // A cell that was out of sight exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  if (rows.data === undefined)
    return rows.error ? <Failed error={rows.error} retry={() => void rows.refetch()} /> : <Loading rows={10} height={28} />
  if (data.length === 0) return empty

  const goTo = (place: Place) => {
    wantsFocus.current = true
    setActive(place)
    if (place.row < drawn.from || place.row >= drawn.to) box.current?.scrollTo({ top: place.row * rowHeight })
  }
  const edit = (place: Place, row: PriceRow, first?: string) => {
    const column = editable[place.column] ?? 'price'
    const text = first ?? cells.brokenAt(row, column)?.text ?? typedCell(column, cells.shown(row))
    setActive(place)
    setEdited({ ...place, text, isWhole: first === undefined, refusal: null })
  }
  const after = ({ row, column }: Place, step: Step): Place => {
    const last = editable.length - 1
    if (step === 'next') return column < last ? { row, column: column + 1 } : { row: Math.min(data.length - 1, row + 1), column: 0 }
    if (step === 'back') return column > 0 ? { row, column: column - 1 } : { row: Math.max(0, row - 1), column: last }
    return { row: Math.max(0, Math.min(data.length - 1, row + (step === 'down' ? 1 : -1))), column }
  }
  const done = (place: Place, row: PriceRow, column: CellColumn, text: string, step: Step): boolean => {
    const why = cells.save(row, column, text)
    if (why !== null && step !== 'stay') {
      setEdited((open) => open && { ...open, refusal: why })
      return false
    }
    if (why !== null) cells.mark(row, column, { text, why })
    setEdited(null)
    if (step !== 'stay') goTo(after(place, step))
    return true
  }
  const onKeyDown = (event: KeyboardEvent, place: Place, row: PriceRow, column: CellColumn) => {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2)
    const next = placeAfter(event.key, place, data.length, editable.length, page)
    if (next) goTo(next)
    else if (event.key === 'Enter' || event.key === 'F2') edit(place, row)
    else if (isTyped(event)) edit(place, row, event.key)
    else if (event.key === 'Delete' || event.key === 'Backspace') done(place, row, column, '', 'stay')
    else return
    event.preventDefault()
  }
  const cellOf = (row: PriceRow, at: number, { key, title, cell, render, hideOnPhone }: PriceColumn) => {
    const shown = cells.shown(row)
    if (key === 'name')
      return (
        <th key={key} scope="row" className="names">
          {render(shown)}
        </th>
      )
    if (!cell)
      return (
        <td key={key} className={`${key === 'cash' ? 'r ' : ''}${hideOnPhone ? 'not-phone' : ''}`}>
          {render(shown)}
        </td>
      )
    const place = { row: at, column: editable.indexOf(cell) }
    const isEdited = edited !== null && edited.row === at && edited.column === place.column
    const broken = cells.brokenAt(row, cell)
    return (
      <Cell
        key={key}
        place={`${at}-${place.column}`}
        hideOnPhone={hideOnPhone}
        isActive={activeRow === at && active.column === place.column}
        isWaiting={cells.isWaiting(row)}
        isBroken={broken !== undefined}
        title={broken?.why}
        isEdited={isEdited}
        onFocus={() => setActive(place)}
        onKeyDown={(event) => onKeyDown(event, place, row, cell)}
        edit={() => edit(place, row)}
      >
        {isEdited ? (
          <CellEditor
            label={`${title}: ${row.name}`}
            text={edited.text}
            isWhole={edited.isWhole}
            refusal={edited.refusal}
            describedBy={message}
            done={(text, step) => done(place, row, cell, text, step)}
            leave={() => {
              setEdited(null)
              goTo(place)
            }}
          />
        ) : broken ? (
          broken.text
        ) : (
          render(shown)
        )}
      </Cell>
    )
  }
  const [firstBroken] = cells.allBroken
  const refusal = edited?.refusal ?? (firstBroken && `${firstBroken.name}: ${firstBroken.why}`)
  const width = columns.length + 1
  const spacer = (height: number) =>
    height > 0 && (
      <tr className="spacer" aria-hidden>
        <td colSpan={width} style={{ height }} />
      </tr>
    )
  return (
    <>
      <Stale error={rows.error} from={rows.dataUpdatedAt} />
      <div className="table-box" ref={box} onScroll={onScroll} tabIndex={-1} role="region" aria-label={list.name}>
        <table {...sheet} className={`k-table ${styles.priceGrid}`} aria-rowcount={hasMore ? -1 : data.length + 1} aria-label={list.name}>
          <colgroup>
            {columns.map(({ key, width: pixels, hideOnPhone }) => (
              <col
                key={key}
                className={hideOnPhone ? 'not-phone' : undefined}
                style={pixels === undefined ? undefined : { width: pixels }}
              />
            ))}
            <col style={{ width: 52 }} />
          </colgroup>
          <Head columns={columns} />
          <tbody>
            {spacer(drawn.above)}
            {data.slice(drawn.from, drawn.to).map((row, offset) => {
              const at = drawn.from + offset
              return (
                <tr key={row.id} data-row={at} aria-rowindex={at + 2}>
                  {columns.map((column) => cellOf(row, at, column))}
                  <td className={styles.historyCell}>
                    <ActionIcon
                      size={28}
                      tabIndex={-1}
                      aria-label={t('Prices of {name}', { name: row.name })}
                      onClick={() => onHistory(row)}
                    >
                      <IconHistory size={16} stroke={1.5} aria-hidden />
                    </ActionIcon>
                  </td>
                </tr>
              )
            })}
            {spacer(drawn.below)}
          </tbody>
        </table>
      </div>
      <div className="table-foot num">
        {refusal ? (
          <span id={message} role="alert" className="status" data-tone="critical">
            {refusal}
          </span>
        ) : (
          <span className="not-phone">
            {t('Enter or a digit: edit. Enter: save, next row. Esc: cancel. Delete: remove from list. H: history.')}
          </span>
        )}
        <span className="grow" />
        <span role="status">
          {isFetchingMore
            ? t('Loading more')
            : t('{count, plural, one {{n} row} other {{n} rows}}', { count: total ?? data.length, n: number(total ?? data.length) })}
        </span>
      </div>
    </>
  )
}
