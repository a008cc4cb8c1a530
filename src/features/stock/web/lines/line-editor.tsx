import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { errorsByLine } from './line-errors.ts'
import { LineRow, type RowHands } from './line-row.tsx'
import { LineSearch } from './line-search.tsx'
import type { ChangeLines, Found, Line, LineColumn, LineNote, Place, Taken } from './line-types.ts'
import styles from './lines.module.css'

export interface LineEditorProps<L extends Line> {
  /** What the lines are, for people who hear it. */
  label: string
  lines: readonly L[]
  change: ChangeLines<L>
  /** Behind the item; made once, so that a row is drawn again only when its line changes. */
  columns: readonly LineColumn<L>[]
  /** Takes in what was typed or scanned; without it nothing can be added. */
  take?: (lines: readonly L[], found: Found) => Taken<L>
  /** As `take` unless said. */
  mayRemove?: boolean
  /** The box after this one, null for the search box; the next one in the row unless said. */
  next?: (line: L, box: string) => string | null
  notes?: (line: L) => readonly LineNote[]
  /** Of the form: `items.3.quantity` is said at that line and marks its box. */
  errors?: Record<string, ReactNode>
  path?: string
  /** The place of each line among those that are sent, when not all are. */
  places?: ReadonlyMap<string, number>
  /** At the foot, by the key of the column. */
  totals?: Record<string, ReactNode>
  /** Buttons beside the search box. */
  tools?: ReactNode
  /** What stands where no line is yet. */
  empty?: ReactNode
  /** Whose stock is shown beside the items that are found. */
  store?: number
  /** The cursor starts in the search box. */
  startsInSearch?: boolean
}

const START_MS = 50
const NO_NOTES: readonly LineNote[] = []
const boxIn = (root: ParentNode | null | undefined, box?: string) =>
  root?.querySelector<HTMLElement>(box === undefined ? '[data-box]' : `[data-box="${box}"]`) ?? null
const rowOf = (root: RefObject<HTMLElement | null>, key: string) =>
  root.current?.querySelector<HTMLElement>(`tr[data-line="${CSS.escape(key)}"]`) ?? null
const reach = (node: HTMLElement) => {
  node.focus({ preventScroll: true })
  node.scrollIntoView({ block: 'nearest' })
}

/**
 * The lines of a document, for the keyboard and the scanner: the search box adds, Enter goes to the next box and at the end of the line
 * back to the search box, arrows move between lines, Ctrl Delete removes one (and can be undone).
 */
export const LineEditor = <L extends Line>(props: LineEditorProps<L>) => {
  const {
    label,
    lines,
    change,
    columns,
    take,
    next,
    notes,
    errors,
    path = 'items',
    places,
    totals,
    tools,
    empty,
    store,
    startsInSearch,
  } = props
  const mayRemove = props.mayRemove ?? take !== undefined
  const root = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const wanted = useRef<Place | { search: true } | null>(null)
  const [lit, setLit] = useState<string | null>(null)
  const byLine = useMemo(() => errorsByLine(errors ?? {}, path), [errors, path])

  // A line that was just added can be reached only after it has been drawn.
  useEffect(() => {
    const place = wanted.current
    if (place === null) return
    wanted.current = null
    if ('search' in place) return search.current?.focus()
    const row = rowOf(root, place.key)
    const box = boxIn(row, place.box) ?? boxIn(row)
    if (box) reach(box)
  })
  // Whatever took the cursor when the page opened is done by then.
  useEffect(() => {
    if (!startsInSearch) return undefined
    const soon = setTimeout(() => search.current?.focus({ preventScroll: true }), START_MS)
    return () => clearTimeout(soon)
  }, [startsInSearch])
  // What the scanner added is to be seen, though the cursor stays where it is.
  useEffect(() => {
    if (lit !== null) rowOf(root, lit)?.scrollIntoView({ block: 'nearest' })
  }, [lit])

  const put = (found: Found): string | undefined => {
    change((now) => {
      const taken = take?.(now, found)
      if (!taken) return now
      wanted.current = taken.box === null ? null : { key: taken.key, box: taken.box }
      setLit(taken.key)
      return taken.lines
    })
    return undefined
  }
  const remove = (key: string) => {
    let gone: { line: L; at: number } | undefined
    change((now) => {
      const at = now.findIndex((line) => line.key === key)
      const line = now[at]
      if (!line) return now
      gone = { line, at }
      return now.toSpliced(at, 1)
    })
    if (!gone) return
    const { line, at } = gone
    const beside = lines[at + 1] ?? lines[at - 1]
    const column = (document.activeElement as HTMLElement | null)?.dataset['box']
    wanted.current = beside && column !== undefined ? { key: beside.key, box: column } : { search: true }
    toast.done(t('{name} removed.', { name: line.name }), {
      label: t('Undo'),
      run: () => change((now) => (now.some((other) => other.key === key) ? now : now.toSpliced(at, 0, line))),
    })
  }
  const clear = () => {
    const before = lines
    change(() => [])
    wanted.current = { search: true }
    toast.done(t('{count, plural, one {{n} line removed.} other {{n} lines removed.}}', { count: before.length, n: before.length }), {
      label: t('Undo'),
      run: () => change((now) => [...before, ...now.filter(({ key }) => before.every((line) => line.key !== key))]),
    })
  }

  const toSearch = () => search.current?.focus()
  const goOn = (target: HTMLElement, row: HTMLElement, line: L, box: string) => {
    if (next) {
      const name = next(line, box)
      const node = name === null ? null : boxIn(row, name)
      return node ? reach(node) : toSearch()
    }
    const boxes = Array.from(row.querySelectorAll<HTMLElement>('[data-box]'))
    const node = boxes[boxes.indexOf(target) + 1]
    if (node) return reach(node)
    if (take) return toSearch()
    const below = boxIn(row.nextElementSibling)
    if (below) reach(below)
  }
  const press = (event: KeyboardEvent<HTMLElement>, key: string, box: string) => {
    const target = event.currentTarget
    const row = rowOf(root, key)
    const line = lines.find((one) => one.key === key)
    if (!row || !line) return
    const isChoosing = target instanceof HTMLSelectElement
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand) goOn(target, row, line, box)
    else if (event.key === 'Escape') toSearch()
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isChoosing && !event.altKey) {
      const beside = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
      const node = boxIn(beside, box) ?? boxIn(beside)
      if (node) reach(node)
      else if (event.key === 'ArrowUp') toSearch()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const removeFocused = () => {
    const key = document.activeElement?.closest<HTMLElement>('tr[data-line]')?.dataset['line']
    if (key !== undefined && root.current?.contains(document.activeElement)) remove(key)
  }
  useKeys(mayRemove ? [{ keys: 'Mod+Delete', label: t('Remove line'), run: removeFocused, always: true, hidden: true }] : [])
  const newest = useRef({ change, remove, press })
  useLayoutEffect(() => {
    newest.current = { change, remove, press }
  })
  const hands = useMemo<RowHands<L>>(() => {
    const replace = (key: string, by: (line: L) => L) =>
      newest.current.change((now) => now.map((line) => (line.key === key ? by(line) : line)))
    return {
      write: (key, box, typed) => replace(key, (line) => box.write(line, typed)),
      settle: (key, { settle }) => settle && replace(key, settle),
      remove: (key) => newest.current.remove(key),
      press: (event, key, box) => newest.current.press(event, key, box),
    }
  }, [])

  const width = columns.length + 2 + (mayRemove ? 1 : 0)
  return (
    <div className="lines" ref={root}>
      {(take ?? tools) && (
        <div className={`wrap flex items-start gap-4 ${styles.linesTools} no-print`}>
          {take && (
            <LineSearch
              box={search}
              onFound={put}
              store={store}
              error={errors?.[path]}
              path={path}
              isStart={startsInSearch ?? false}
              onDown={() => {
                const first = boxIn(root.current?.querySelector('tbody'))
                if (first) reach(first)
              }}
            />
          )}
          {tools}
          {mayRemove && lines.length > 1 && <Button onClick={clear}>{t('Clear all')}</Button>}
        </div>
      )}
      {lines.length === 0 ? (
        empty
      ) : (
        <div className="panel lines-box card-rows" role="region" aria-label={label} tabIndex={-1}>
          <table className="k-table lines-table" aria-label={label}>
            <colgroup>
              <col style={{ width: 36 }} />
              <col />
              {columns.map(({ key, width: pixels, onlyWide }) => (
                <col
                  key={key}
                  className={onlyWide ? styles.onlyWide : undefined}
                  style={pixels === undefined ? undefined : { width: pixels }}
                />
              ))}
              {mayRemove && <col style={{ width: 40 }} />}
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span className="only-heard">{t('Line')}</span>
                </th>
                <th scope="col">{t('Item')}</th>
                {columns.map(({ key, title, align, onlyWide }) => (
                  <th key={key} scope="col" className={`${align === 'end' ? 'r' : ''}${onlyWide ? ` ${styles.onlyWide}` : ''}`}>
                    {title}
                  </th>
                ))}
                {mayRemove && (
                  <th scope="col">
                    <span className="only-heard">{t('Remove')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => {
                const place = places ? places.get(line.key) : at
                return (
                  <LineRow
                    key={line.key}
                    line={line}
                    at={at}
                    path={place === undefined ? null : `${path}.${place}`}
                    columns={columns}
                    errors={place === undefined ? undefined : byLine.get(place)}
                    notes={notes?.(line) ?? NO_NOTES}
                    mayRemove={mayRemove}
                    isLit={line.key === lit}
                    hands={hands}
                  />
                )
              })}
            </tbody>
            {totals && (
              <tfoot>
                <tr>
                  <td colSpan={2}>
                    {t('{count, plural, one {{n} line} other {{n} lines}}', { count: lines.length, n: number(lines.length) })}
                  </td>
                  {columns.map(({ key, title, align, onlyWide }) => (
                    <td
                      key={key}
                      className={`${align === 'end' ? 'r' : ''}${onlyWide ? ` ${styles.onlyWide}` : ''}`}
                      data-label={totals[key] === undefined ? undefined : title}
                    >
                      {totals[key]}
                    </td>
                  ))}
                  {width > columns.length + 2 && <td />}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {take && lines.length > 0 && (
        <p className="small t3 not-phone no-print">
          {t('Enter: next field, then search. Arrows: move between lines. Ctrl Delete: remove line. Scan: add a pack.')}
        </p>
      )}
    </div>
  )
}
