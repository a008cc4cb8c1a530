import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { addDays } from '#shared/zoned.ts'
import { query } from '#web/calls/api.ts'
import { time, today, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Failed, Loading } from '#web/ui/four-states.tsx'
import { listSlots } from '#features/appointments/contract.ts'
import type { Slot } from '../appointment-shape.ts'
import { freeDays, type FreeTime, type Present } from './slot-days.ts'
import styles from '../appointments.module.css'

/** Days that one question covers, and the days with free times that are shown at first and added by each press. */
const WINDOW = 28
const STEP = 3
/** Beyond this nobody looks on for a free time by hand. */
const MOST_WINDOWS = 6

interface Asked {
  doctor?: number | null | undefined
  item?: number | null | undefined
  room?: number | null | undefined
  minutes?: number | null | undefined
  /** The appointment that is to be moved: its own time counts as free. */
  moving?: number | undefined
  /** Where that one is now, which is no place to move it to. */
  without?: Present | undefined
}

/** Free days from a day on, and the way to more of them. */
const useFreeDays = ({ doctor, item, room, minutes, moving, without }: Asked, from: string) => {
  const [windows, setWindows] = useState(1)
  const asked = useQueries({
    queries: Array.from({ length: windows }, (_, at) => {
      const first = addDays(from, at * WINDOW)
      const named = { doctor: doctor ?? undefined, item: item ?? undefined, room: room ?? undefined, minutes: minutes ?? undefined, moving }
      return query(listSlots, { query: { from: first, to: addDays(first, WINDOW - 1), ...named } })
    }),
  })
  const failed = asked.find(({ data, error }) => data === undefined && error)
  return {
    days: freeDays(
      asked.flatMap(({ data }) => data ?? []),
      without,
    ),
    isLoading: asked.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    until: addDays(from, windows * WINDOW - 1),
    lookOn: windows < MOST_WINDOWS ? () => setWindows(windows + 1) : undefined,
  }
}

interface Props extends Asked {
  label: string
  /** The first day that is looked at; today when absent. */
  from?: string | undefined
  value: Slot | null
  nameOfDoctor: (id: number) => string
  /** The time that was pressed, and everybody who is free then. */
  onChoose: (slot: Slot, all: readonly Slot[]) => void
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Free times as days with buttons, the next one first. Arrows walk: left and right through the times, up and down through the days. */
export const SlotPicker = ({ label, from, value, nameOfDoctor, onChoose, ...asked }: Props) => {
  const { days, isLoading, error, retry, until, lookOn } = useFreeDays(asked, from ?? today())
  const [shown, setShown] = useState(STEP)
  const box = useRef<HTMLDivElement>(null)
  const drawn = days.slice(0, shown)
  const chosen = value && drawn.some(({ times }) => times.some(({ start }) => start === value.start)) ? value.start : undefined
  const tabStop = chosen ?? drawn[0]?.times[0]?.start

  const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
    const all = [...(box.current?.querySelectorAll<HTMLButtonElement>('button[data-start]') ?? [])]
    const at = all.indexOf(event.currentTarget)
    const step = STEPS[event.key]
    const day = event.currentTarget.dataset['day']
    const next =
      step !== undefined
        ? all[at + step]
        : event.key === 'ArrowDown'
          ? all.slice(at).find((button) => button.dataset['day'] !== day)
          : event.key === 'ArrowUp'
            ? all.slice(0, at).findLast((button) => button.dataset['day'] !== day)
            : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const choose = ({ slots }: FreeTime) => {
    const [first] = slots
    if (first) onChoose(first, slots)
  }
  const more = () => {
    if (shown >= days.length) lookOn?.()
    setShown(shown + STEP)
  }
  const titleOf = ({ slots, left }: FreeTime) =>
    [
      slots.map(({ doctor }) => nameOfDoctor(doctor)).join(', '),
      left > 1 && t('{count, plural, one {# place} other {# places}}', { count: left }),
    ]
      .filter(Boolean)
      .join(' · ')

  if (error && days.length === 0) return <Failed error={error} retry={retry} />
  if (isLoading && days.length === 0) return <Loading rows={4} height={32} />
  return (
    <div className={`stack scroll gap-4 ${styles.slots}`} ref={box} role="group" aria-label={label}>
      {drawn.map(({ day, times }) => (
        <div key={day} className={`grid gap-4 phone-one ${styles.slotDay}`} role="group" aria-label={weekday(day)}>
          <span className="pt-4 label num" aria-hidden>
            {day === today() ? t('Today') : weekday(day, { withYear: day.slice(0, 4) !== today().slice(0, 4) })}
          </span>
          <div className="flow gap-2">
            {times.map((free) => (
              <button
                key={free.start}
                type="button"
                className={`plain inline-row surface round-m gap-2 pad-0-4 hovers outlined-strong relative justify-centre ${styles.slot} num`}
                data-start={free.start}
                data-day={day}
                aria-pressed={free.start === chosen}
                tabIndex={free.start === tabStop ? 0 : -1}
                title={titleOf(free)}
                onClick={() => choose(free)}
                onKeyDown={walk}
              >
                {time(free.start)}
                {free.left > 1 && (
                  <span className="text-xs t3" aria-hidden>
                    {free.left}
                  </span>
                )}
              </button>
            ))}
          </div>
        </div>
      ))}
      {days.length === 0 && <p className="t2">{t('No free times until {day}.', { day: weekday(until) })}</p>}
      {(shown < days.length || lookOn) && (
        <Button size="compact-sm" className={`self-start ${styles.slotsMore}`} loading={isLoading} onClick={more}>
          {t('More days')}
        </Button>
      )}
    </div>
  )
}
