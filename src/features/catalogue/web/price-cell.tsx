import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './catalogue.module.css'

/** Where to go when a cell has been typed. */
export type Step = 'down' | 'up' | 'next' | 'back' | 'stay'

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
export const CellEditor = ({ label, text, isWhole, refusal, describedBy, done, leave }: EditorProps) => {
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
      className={`${styles.cellInput} num`}
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
export const Cell = ({
  place,
  hideOnPhone,
  isActive,
  isWaiting,
  isBroken,
  title,
  isEdited,
  onFocus,
  onKeyDown,
  edit,
  children,
}: CellProps) => (
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
