import { useCallback, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { ResultPanel } from '#features/lab-catalogue/rules.ts'
import { stepOut, type Step } from '../worklist/grid-moves.ts'
import { matchingChoices } from './reading.ts'
import styles from './results.module.css'

interface Props {
  label: string
  panel: Pick<ResultPanel, 'kind' | 'choices'>
  text: string
  onType: (text: string) => void
  /** Enter, Tab or an arrow; `text` is the chosen answer or what was typed. Not Tab where the box is a stop of the page itself. */
  onStep?: (step: Step, text: string) => void
  onLeave?: (text: string) => void
  onEscape?: () => void
  /** The whole is selected, or the cursor stands behind it; not given: the box does not take the focus by itself. */
  opensWith?: 'all' | 'end'
  /** Tab goes on by itself, as in a form. */
  isFormField?: boolean
  isWrong?: boolean
  describedBy?: string | undefined
  disabled?: boolean
  place?: string
}

const SHOWN = 12

interface ListProps {
  id: string
  choices: readonly string[]
  active: number
  under: DOMRect
  pick: (choice: string) => void
  /** Says anew where the box is. */
  place: () => void
}
/** Over everything: a sheet cuts off what stands out of its cells. */
const List = ({ id, choices, active, under, pick, place: measure }: ListProps) => {
  // What stands above may grow and the page may scroll: the list stays with its box.
  useEffect(() => {
    let frame = requestAnimationFrame(function follow() {
      measure()
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [measure])
  const isAbove = under.bottom + 32 * Math.min(SHOWN, choices.length) > window.innerHeight
  const place = isAbove ? { bottom: window.innerHeight - under.top + 2 } : { top: under.bottom + 2 }
  return createPortal(
    <div
      className={`round-l pad-2 outlined-strong overflow-auto no-marks ${styles.resultChoices}`}
      role="listbox"
      id={id}
      style={{ ...place, left: under.left, minWidth: under.width }}
    >
      {choices.slice(0, SHOWN).map((choice, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the box's
        <div
          className="round-m pad-3-4 clickable"
          key={choice}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(choice)}
        >
          {choice}
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** The box of one result: a number, words, or an answer that its first letters choose from a list. */
export const ResultBox = (props: Props) => {
  const { label, panel, text, onType, onStep, onLeave, onEscape, opensWith, isFormField, isWrong, describedBy, disabled, place } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(-1)
  // A box that is taken away loses the focus once more: that is not a second word.
  const isOver = useRef(false)
  const [under, setUnder] = useState<DOMRect | null>(null)
  const isCoded = panel.kind === 'qualitative'
  const choices = isCoded
    ? matchingChoices(
        panel.choices.map(({ value }) => value),
        text,
      )
    : []
  const isOpen = isCoded && under !== null && choices.length > 0 && !(choices.length === 1 && choices[0] === text)
  const close = () => {
    setUnder(null)
    setActive(-1)
  }
  const follow = useCallback(() => {
    const now = box.current?.getBoundingClientRect()
    if (now) setUnder((was) => (was && (was.top !== now.top || was.left !== now.left) ? now : was))
  }, [])
  const open = () => isCoded && box.current && setUnder(box.current.getBoundingClientRect())
  const chosen = () => (isOpen && active >= 0 ? choices[active]! : text)
  const walk = (by: 1 | -1) => setActive(Math.max(-1, Math.min(Math.min(SHOWN, choices.length) - 1, active + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    isOver.current = false
    if (event.nativeEvent.isComposing) return
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      return walk(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape') {
      if (isOpen && isFormField) return close()
      isOver.current = !isFormField
      return onEscape?.()
    }
    // Ctrl and Enter approve.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return undefined
    const step = stepOut(event)
    if (!step || (isFormField && event.key === 'Tab')) return undefined
    event.preventDefault()
    const last = chosen()
    close()
    if (last !== text) onType(last)
    isOver.current = !isFormField
    return onStep?.(step, last)
  }
  const onBlur = () => {
    if (isOver.current) return
    const last = chosen()
    close()
    if (last !== text) onType(last)
    onLeave?.(last)
  }
  const onFocus = (event: FocusEvent<HTMLInputElement>) => {
    if (isFormField) event.currentTarget.select()
    open()
  }
  return (
    <>
      <input
        ref={(node) => {
          box.current = node
          if (!node || opensWith === undefined || node.dataset['begun']) return
          node.dataset['begun'] = 'true'
          node.focus({ preventScroll: true })
          if (opensWith === 'all') node.select()
        }}
        className={`cell-box pad-0-4 ${styles.resultBox}${panel.kind === 'text' || isCoded ? '' : ' num'}`}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        data-place={place}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        disabled={disabled}
        value={text}
        {...(isCoded && {
          role: 'combobox',
          'aria-expanded': isOpen,
          'aria-controls': id,
          'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
          'aria-autocomplete': 'list',
        })}
        onFocus={onFocus}
        onClick={open}
        onChange={(event) => {
          open()
          setActive(event.currentTarget.value === '' ? -1 : 0)
          onType(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {isOpen && (
        <List
          id={id}
          choices={choices}
          active={active}
          under={under}
          place={follow}
          pick={(choice) => {
            onType(choice)
            close()
            onStep?.('down', choice)
          }}
        />
      )}
    </>
  )
}
