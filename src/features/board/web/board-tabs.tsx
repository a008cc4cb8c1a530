import { IconAlertOctagon, IconHourglassHigh } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { t } from '#web/i18n.ts'
import { columns, type ColumnKey } from './board-rules.ts'
import styles from './board-phone.module.css'

interface Props {
  track: ColumnKey
  counts: ReadonlyMap<ColumnKey, number>
  /** Where a critical patient is unattended, and where a patient is over target: the other tracks are out of sight. */
  marks: ReadonlyMap<ColumnKey, 'critical' | 'over'>
  onTrack: (track: ColumnKey) => void
  children: ReactNode
}

/** The board of a phone: one track at a time. */
export const BoardTabs = ({ track, counts, marks, onTrack, children }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const shown = columns.filter(({ key }) => key !== 'inpatient' || track === 'inpatient' || (counts.get(key) ?? 0) > 0)
  // The chosen tab may be beyond the edge of the screen.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${track}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [track])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = shown.at((shown.findIndex(({ key }) => key === track) + step) % shown.length)
    if (!next) return
    onTrack(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <div className={`phone-column phone-fill phone-flex ${styles.rxPhone}`}>
      <div className={`phone-rigid phone-flex ${styles.boardTabs}`} role="tablist" aria-label={t('Track')} ref={list} tabIndex={-1}>
        {shown.map(({ key }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-controls="track-panel"
            aria-selected={key === track}
            tabIndex={key === track ? 0 : -1}
            data-tab={key}
            className="plain"
            onClick={() => onTrack(key)}
            onKeyDown={walk}
          >
            {trackWord(key)}
            <span className="num">{counts.get(key) ?? 0}</span>
            {marks.get(key) === 'critical' && (
              <IconAlertOctagon size={14} role="img" aria-label={t('Critical patient waiting')} data-mark="critical" />
            )}
            {marks.get(key) === 'over' && <IconHourglassHigh size={14} role="img" aria-label={t('Over target')} data-mark="over" />}
          </button>
        ))}
      </div>
      <div
        id="track-panel"
        role="tabpanel"
        aria-labelledby={`tab-${track}`}
        className={`phone-column phone-fill phone-flex ${styles.boardPanel}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  )
}
