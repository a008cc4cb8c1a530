import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { number } from '../text/format.ts'
import { t } from '../i18n.ts'
import type { Status } from '../look/tokens.ts'
import type { Rows } from '../calls/rows.ts'
import { Failed, Loading, Stale } from './four-states.tsx'
import { useRowWindow } from './row-window.ts'
import { classOf, type Column, leastWidths, namingColumn, phoneScale, toRem } from './table-columns.ts'

export type { Column } from './table-columns.ts'

interface Props<Row> {
  /** What the table lists, for people who hear it. */
  label: string
  columns: readonly Column<Row>[]
  rows: Rows<Row>
  rowKey: (row: Row) => string | number
  /** Click or Enter on a row. */
  onOpen?: (row: Row) => void
  /** Tints a whole row: only when it is critical. */
  tone?: (row: Row) => Status | undefined
  sort?: string
  onSort?: (sort: string) => void
  empty: ReactNode
  foot?: ReactNode
  /** A last row that stays in sight: one cell for each column. */
  totals?: readonly ReactNode[] | undefined
}

const MOVES: Record<string, (at: number, last: number, page: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at, last, page) => Math.min(last, at + page),
  PageUp: (at, _, page) => Math.max(0, at - page),
}

const Head = <Row,>({ columns, sort, onSort }: Pick<Props<Row>, 'columns' | 'sort' | 'onSort'>) => (
  <thead>
    <tr>
      {columns.map(({ key, title: text, isTitleHidden, sort: by, ...column }) => {
        const title = isTitleHidden ? <span className="only-heard">{text}</span> : text
        const isSorted = by !== undefined && by === sort
        const Arrow = by?.startsWith('-') ? IconArrowDown : IconArrowUp
        return (
          <th
            key={key}
            scope="col"
            className={classOf(column)}
            aria-sort={isSorted ? (by.startsWith('-') ? 'descending' : 'ascending') : undefined}
          >
            {by && onSort ? (
              <button type="button" className="plain" onClick={() => onSort(by)}>
                {title}
                {isSorted && <Arrow size={12} aria-hidden />}
              </button>
            ) : (
              title
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)

/**
 * A list with its four states: rows of one height, the ones out of sight not drawn, more fetched as the end comes near. Arrows move from
 * row to row, Enter opens.
 */
export const DataTable = <Row,>({ label, columns, rows, rowKey, onOpen, tone, sort, onSort, empty, foot, totals }: Props<Row>) => {
  const { data = [], hasMore, isFetchingMore, fetchMore, total } = rows
  const { box, onScroll, drawn, rowHeight } = useRowWindow(data.length, { hasMore: hasMore && !isFetchingMore, fetchMore })
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)

  // A row that was out of sight exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = box.current?.querySelector<HTMLElement>(`tr[data-row="${active}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

  if (rows.data === undefined)
    return rows.error ? <Failed error={rows.error} retry={() => void rows.refetch()} /> : <Loading rows={10} height={28} />
  if (data.length === 0)
    return (
      <>
        <Stale error={rows.error} from={rows.dataUpdatedAt} />
        {empty}
      </>
    )

  const onKeyDown = (event: KeyboardEvent) => {
    // A link or button inside the row keeps its own keys.
    if (event.target !== event.currentTarget) return
    const row = data[active]
    if (event.key === 'Enter' && row !== undefined) return onOpen?.(row)
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    const next = move(active, data.length - 1, Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / rowHeight) - 2))
    wantsFocus.current = true
    setActive(next)
    const isDrawn = next >= drawn.from && next < drawn.to
    if (!isDrawn) box.current?.scrollTo({ top: next * rowHeight })
  }
  const known = Math.min(active, data.length - 1)
  const scale = phoneScale(columns)
  const naming = namingColumn(columns)
  return (
    <>
      <Stale error={rows.error} from={rows.dataUpdatedAt} />
      <div
        className="table-box"
        ref={box}
        onScroll={onScroll}
        tabIndex={-1}
        role="region"
        aria-label={label}
        style={{ '--rows': data.length, ...leastWidths(columns) } as CSSProperties}
      >
        <table className="k-table" aria-rowcount={hasMore ? -1 : data.length + 1} aria-label={label}>
          <colgroup>
            {columns.map(({ key, width, ...column }) => (
              <col
                key={key}
                className={classOf(column)}
                data-fixed={width === undefined ? undefined : true}
                style={
                  width === undefined ? undefined : ({ width: toRem(width), '--phone': toRem(Math.round(width * scale)) } as CSSProperties)
                }
              />
            ))}
          </colgroup>
          <Head columns={columns} sort={sort} onSort={onSort} />
          <tbody>
            {drawn.above > 0 && (
              <tr className="spacer" aria-hidden>
                <td style={{ height: drawn.above }} />
              </tr>
            )}
            {data.slice(drawn.from, drawn.to).map((row, offset) => {
              const at = drawn.from + offset
              return (
                <tr
                  key={rowKey(row)}
                  data-row={at}
                  data-opens={onOpen ? true : undefined}
                  data-tone={tone?.(row)}
                  aria-rowindex={at + 2}
                  tabIndex={at === known ? 0 : -1}
                  onFocus={() => setActive(at)}
                  onClick={() => onOpen?.(row)}
                  onKeyDown={onKeyDown}
                >
                  {columns.map(({ key, render, ...column }) =>
                    key === naming ? (
                      <th key={key} scope="row" className={`names ${classOf(column) ?? ''}`}>
                        {render(row)}
                      </th>
                    ) : (
                      <td key={key} className={classOf(column)}>
                        {render(row)}
                      </td>
                    ),
                  )}
                </tr>
              )
            })}
            {drawn.below > 0 && (
              <tr className="spacer" aria-hidden>
                <td style={{ height: drawn.below }} />
              </tr>
            )}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                {columns.map(({ key, ...column }, at) => (
                  <td key={key} className={classOf(column)}>
                    {totals[at]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <div className="table-foot num" role="status">
        {foot}
        <span className="grow" />
        {isFetchingMore
          ? t('Loading more')
          : t('{count, plural, one {{n} row} other {{n} rows}}', { count: total ?? data.length, n: number(total ?? data.length) })}
        {hasMore && !isFetchingMore && total === null && ` ${t('so far')}`}
      </div>
    </>
  )
}
