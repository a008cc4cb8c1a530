import { Kbd, Modal } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { isClosed, type Track } from '../rules.ts'
import { useVisitRights } from './use-visit-rights.ts'
import { trackWord, visitName, type VisitOnScreen } from './visit-name.tsx'
import styles from './visit.module.css'

/** The key that sends a patient to a track; always the same one, so that hands learn it. */
const trackKey: Record<Track, string> = {
  reception: '1',
  triage: '2',
  doctor: '3',
  lab: '4',
  'awaiting result': '5',
  'added result': '6',
  pharmacy: '7',
  billing: '8',
  inpatient: '9',
  discharged: 'D',
  complete: 'C',
}

interface ListProps {
  tracks: readonly Track[]
  /** The cursor starts here. */
  isFocused?: boolean
  onMove: (to: Track) => void
}

/** The places that a patient may go to, one key each; arrows walk through them. */
export const MoveList = ({ tracks, isFocused, onMove }: ListProps) => {
  const list = useRef<HTMLUListElement>(null)
  useKeys(
    tracks.map((to) => ({
      keys: trackKey[to],
      label: t('Move to {track}', { track: trackWord(to) }),
      run: () => onMove(to),
      always: true,
      hidden: true,
    })),
  )
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((at + step) % buttons.length)?.focus()
  }
  return (
    <ul className={styles.moveList} ref={list}>
      {tracks.map((to, at) => (
        <li key={to} data-ends={isClosed(to) || undefined}>
          <button
            type="button"
            className={`plain in-row full-width round-m gap-5 pad-0-4 phone-touch ${styles.moveItem}`}
            data-autofocus={(isFocused && at === 0) || undefined}
            onClick={() => onMove(to)}
            onKeyDown={walk}
          >
            <span className="grow">{isClosed(to) ? t('Close visit: {track}', { track: trackWord(to) }) : trackWord(to)}</span>
            <Kbd className="not-phone">{trackKey[to]}</Kbd>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  visit: VisitOnScreen
  onMove: (to: Track) => void
  onClose: () => void
}

/** Asks where a patient goes next. */
export const MoveDialog = ({ visit, onMove, onClose }: Props) => {
  const { movesOf } = useVisitRights()
  const tracks = movesOf(visit.track)
  return (
    <Modal
      opened
      onClose={onClose}
      size={360}
      returnFocus={false}
      title={t('Move {name}', { name: visitName(visit) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <p className="t3 mb-4">{t('Now: {track}', { track: trackWord(visit.track) })}</p>
      {tracks.length > 0 ? (
        <MoveList tracks={tracks} isFocused onMove={onMove} />
      ) : (
        <p>{t('Other staff move the patient on from here.')}</p>
      )}
    </Modal>
  )
}
