import type { RefObject } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys, type ScreenKey } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { stepped, type View } from './calendar-days.ts'
import type { Entry } from './plan.ts'
import type { GridHandle } from './time-grid.tsx'
import type { CalendarState } from './use-calendar.ts'

interface Options {
  state: CalendarState
  views: readonly View[]
  grid: RefObject<GridHandle | null>
  /** Whether hours are shown, in which appointments can be walked and moved. */
  isGrid: boolean
  onBook: (() => void) | undefined
  onPrint: (() => void) | undefined
  onUndo: (() => void) | undefined
  onMoveByTyping: ((entry: Entry) => void) | undefined
  onZoom: (by: 1 | -1) => void
}

/** The keys of the calendar; the sheet of keys tells them. */
export const useCalendarKeys = ({ state, views, grid, isGrid, onBook, onPrint, onUndo, onMoveByTyping, onZoom }: Options) => {
  const { view, date, set } = state
  const words: Record<View, string> = { day: t('Show a day'), week: t('Show a week'), month: t('Show a month') }
  const onFocused = (run: (entry: Entry) => void) => () => {
    const entry = grid.current?.focused()
    if (entry) run(entry)
    else toast.failed(t('Select an appointment first with the arrow keys.'))
  }
  const keys: (ScreenKey | false | undefined)[] = [
    { keys: 'T', label: t('Go to today'), run: () => set({ date: undefined }) },
    { keys: 'J', label: t('Later'), run: () => set({ date: stepped(view, date, 1) }) },
    { keys: 'K', label: t('Earlier'), run: () => set({ date: stepped(view, date, -1) }) },
    ...views.map((one, at) => ({ keys: String(at + 1), label: words[one], run: () => set({ view: one }) })),
    onBook && { keys: 'B', label: t('Book appointment'), run: onBook },
    isGrid && { keys: 'C', label: t('Columns by doctor, or by room'), run: () => set({ by: state.by === 'doctor' ? 'room' : undefined }) },
    isGrid && { keys: '+', label: t('Enlarge'), run: () => onZoom(1) },
    isGrid && { keys: '-', label: t('Shrink'), run: () => onZoom(-1) },
    isGrid && {
      keys: 'M',
      label: t('Move selected appointment: arrows move it, Shift with arrows changes its length, Enter drops it'),
      run: onFocused(() => grid.current?.take()),
    },
    isGrid &&
      onMoveByTyping && {
        keys: 'E',
        label: t('Move selected appointment by entering day and time'),
        run: onFocused(onMoveByTyping),
      },
    onUndo && { keys: 'Z', label: t('Undo last move'), run: onUndo },
    onPrint && { keys: 'P', label: t('Print day'), run: onPrint },
  ]
  useKeys(keys.filter((key): key is ScreenKey => Boolean(key)))
}
