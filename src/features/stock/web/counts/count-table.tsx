import { useLayoutEffect, useRef, useState } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRowWindow } from '#web/ui/row-window.ts'
import { CountLine, type LineHands } from './count-line.tsx'
import { differs, type Line } from './sheet-rows.ts'
import type { SheetEditing } from './use-sheet.ts'
import styles from './counts.module.css'

interface Props {
  lines: readonly Line[]
  editing: SheetEditing
  mayCount: boolean
  isBlind: boolean
  pointed: ReadonlySet<number>
  /** The line that was just scanned or asked for: its box takes the cursor. */
  wanted: { id: number } | null
}

const Heads = ({ isBlind }: { isBlind: boolean }) => (
  <>
    <colgroup>
      <col />
      <col className="not-phone" style={{ width: 116 }} />
      <col className="not-phone" style={{ width: 138 }} />
      {!isBlind && <col className="not-phone" style={{ width: 76 }} />}
      <col style={{ width: 104 }} />
      {!isBlind && <col className={styles.variance} />}
      <col className={isBlind ? styles.reasons : `${styles.reasons} not-phone`} />
      <col className={`${styles.wide} not-phone`} style={{ width: 124 }} />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">{t('Item')}</th>
        <th scope="col" className="not-phone">
          {t('Lot')}
        </th>
        <th scope="col" className="not-phone">
          {t('Expiry')}
        </th>
        {!isBlind && (
          <th scope="col" className="r not-phone">
            {t('Expected')}
          </th>
        )}
        <th scope="col" className="r">
          {t('Counted')}
        </th>
        {!isBlind && (
          <th scope="col" className="r">
            {t('Variance')}
          </th>
        )}
        <th scope="col" className={isBlind ? '' : 'not-phone'}>
          {t('Reason')}
        </th>
        <th scope="col" className={`${styles.wide} not-phone`}>
          {t('Counted by')}
        </th>
      </tr>
    </thead>
  </>
)

/** The sheet: Enter and the arrows go from box to box; rows out of sight are not drawn. */
export const CountTable = ({ lines, wanted, editing, pointed, mayCount, isBlind }: Props) => {
  const { box, onScroll, drawn, rowHeight } = useRowWindow(lines.length, { hasMore: false, fetchMore: () => {} })
  const next = useRef<number | null>(null)
  const shown = useRef<Props['wanted']>(null)

  const go = (to: number) => {
    if (to < 0 || to >= lines.length) return
    next.current = to
    const found = box.current?.querySelector<HTMLInputElement>(`[data-count="${to}"]`)
    if (found) return focus()
    box.current?.scrollTo({ top: Math.max(0, to * rowHeight - 100) })
  }
  const focus = () => {
    const found = next.current === null ? null : box.current?.querySelector<HTMLInputElement>(`[data-count="${next.current}"]`)
    if (!found) return
    next.current = null
    found.focus({ preventScroll: true })
    found.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  const newest = useRef<LineHands>(null)
  const [hands] = useState<LineHands>(() => ({
    type: (line, part) => newest.current?.type(line, part),
    save: (line) => newest.current?.save(line) ?? true,
    explain: (line, reason) => newest.current?.explain(line, reason),
    go: (to) => newest.current?.go(to),
  }))
  // A row that was out of sight, or was filtered away, exists only after it has been drawn.
  useLayoutEffect(() => {
    newest.current = { type: ({ id }, part) => editing.type(id, part), save: editing.save, explain: editing.explain, go }
    if (wanted !== null && wanted !== shown.current) {
      shown.current = wanted
      go(lines.findIndex(({ id }) => id === wanted.id))
    }
    focus()
  })
  return (
    <>
      <div
        className={`table-box measured phone-rigid ${styles.sheet}`}
        ref={box}
        onScroll={onScroll}
        role="region"
        tabIndex={-1}
        aria-label={t('Count sheet')}
      >
        <table className="k-table" aria-label={t('Count sheet')} aria-rowcount={lines.length + 1}>
          <Heads isBlind={isBlind} />
          <tbody>
            {drawn.above > 0 && (
              <tr className="spacer" aria-hidden>
                <td style={{ height: drawn.above }} />
              </tr>
            )}
            {lines.slice(drawn.from, drawn.to).map((line, offset) => {
              const isOff = differs(line, pointed)
              return (
                <tr
                  key={line.id}
                  data-row={drawn.from + offset}
                  data-off={isOff || undefined}
                  data-refused={editing.typed[line.id]?.why !== undefined || undefined}
                  data-counted={line.counted !== null || undefined}
                  aria-rowindex={drawn.from + offset + 2}
                >
                  <CountLine
                    line={line}
                    at={drawn.from + offset}
                    typed={editing.typed[line.id]}
                    isOff={isOff}
                    mayCount={mayCount}
                    isBlind={isBlind}
                    hands={hands}
                  />
                </tr>
              )
            })}
            {drawn.below > 0 && (
              <tr className="spacer" aria-hidden>
                <td style={{ height: drawn.below }} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div className="table-foot num" role="status">
        <span className="grow" />
        {t('{count, plural, one {{n} row} other {{n} rows}}', { count: lines.length, n: number(lines.length) })}
      </div>
    </>
  )
}
