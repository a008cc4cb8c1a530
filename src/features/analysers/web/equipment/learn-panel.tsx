import { Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, type KeyboardEvent } from 'react'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { listUnmapped } from '#features/analysers/contract.ts'
import type { Equipment, Unmapped } from '../analyser-types.ts'
import type { OpenCode } from './codes-panel.tsx'
import type { Codes } from './use-codes.ts'
import styles from '../lists.module.css'

interface Props {
  equipment: Equipment
  codes: Codes
  onOpen: (code: OpenCode) => void
}
const draftOf = ({ code, suggested_panel }: Unmapped) => ({ code, panel: suggested_panel, unit: null, values: {} })

interface RowProps {
  code: Unmapped
  isRunning: boolean
  onAccept: () => void
  onMap: () => void
}
const Row = ({ code, isRunning, onAccept, onMap }: RowProps) => (
  // The line is a stop of the keyboard: A accepts what is suggested in it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <tr tabIndex={0} data-code={code.code} aria-keyshortcuts={code.suggested_panel === null ? 'M' : 'A M'}>
    <th scope="row" className="num">
      <span className="strong">{code.code}</span> <span className="small t3">{code.text}</span>
    </th>
    <td className="num">
      {code.value} {unitText(code.unit)}
    </td>
    <td className="r num not-phone" title={dateTime(code.last_at)}>
      {number(code.seen)} · {ago(code.last_at)}
    </td>
    <td className="not-phone">
      {code.suggested_panel === null ? (
        <span className="t3">{t('No suggestion')}</span>
      ) : (
        <>
          {code.suggested_panel_name} <span className="small t3">{code.suggested_panel_code}</span>
        </>
      )}
    </td>
    <td className="r">
      <span className="row justify-end">
        {code.suggested_panel !== null && (
          <Button
            size="compact-sm"
            className="row-button"
            disabled={isRunning}
            rightSection={<Kbd className="not-phone">A</Kbd>}
            onClick={onAccept}
          >
            {t('Accept')}
          </Button>
        )}
        <Button size="compact-sm" className="row-button" onClick={onMap}>
          {t('Map')}
        </Button>
      </span>
    </td>
  </tr>
)

/** Codes that came and are in no map, with the test that each may mean; one key takes what is suggested, nothing is taken by itself. */
export const LearnPanel = ({ equipment, codes, onOpen }: Props) => {
  const box = useRef<HTMLTableElement>(null)
  const { data = [] } = useQuery(query(listUnmapped, { params: { id: equipment.id } }))
  const rows = data.filter(({ code }) => !codes.asked.data?.codes.some((known) => known.code === code))
  const accept = (row: Unmapped | undefined) => {
    if (row && row.suggested_panel !== null && !codes.isRunning) codes.put(draftOf(row))
  }
  // Only where the cursor is: a code is never accepted unseen.
  const focused = () => {
    const code = document.activeElement?.closest<HTMLElement>('tr[data-code]')?.dataset['code']
    return rows.find((row) => row.code === code)
  }
  const map = (row: Unmapped | undefined) => row && onOpen({ from: draftOf(row), isNew: true })
  useKeys(
    rows.length === 0
      ? []
      : [
          { keys: 'A', label: t('Accept suggested test'), run: () => accept(focused()) },
          { keys: 'M', label: t('Map code'), run: () => map(focused()) },
        ],
  )
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLElement>('tr[data-code]') ?? [])]
    const at = all.findIndex((row) => row.contains(document.activeElement))
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
  }
  if (rows.length === 0) return null
  return (
    <section className={`panel clipped row-heads no-last-line ${styles.panel}`} aria-label={t('Codes from recent messages')}>
      <div className="panel-head">
        <h2 className="grow">{t('Codes from recent messages')}</h2>
        <span className="small t3 not-phone">{t('Compare the example with the test before you accept.')}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className="k-table" aria-label={t('Unmapped codes')} ref={box} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{t('Code')}</th>
            <th scope="col">{t('Example')}</th>
            <th scope="col" className="r not-phone">
              {t('Seen')}
            </th>
            <th scope="col" className="not-phone">
              {t('Suggested test')}
            </th>
            <th scope="col" className="r" style={{ width: 208 }}>
              {t('Actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.code} code={row} isRunning={codes.isRunning} onAccept={() => accept(row)} onMap={() => map(row)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
