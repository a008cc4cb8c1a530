import type * as Adapter from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, type RefObject } from 'react'
import type { Track } from '#features/attendance/rules.ts'
import { createStore, useStore } from '#web/state/store.ts'
import { columnOf, columns, type ColumnKey, type Visit } from './board-rules.ts'

const adapter = createStore<typeof Adapter | null>(null)

interface Dragged {
  visit: Visit
  /** Where it may be dropped, and the track that it then goes to. */
  to: ReadonlyMap<ColumnKey, Track>
}
export const dragged = createStore<Dragged | null>(null)

const heldIn = ({ data }: { data: Record<string, unknown> }) => data as unknown as Dragged

/** The columns that a visit may go to when these are the tracks that this person may move it to. */
export const dropTargets = (visit: Pick<Visit, 'track'>, allowed: readonly Track[]): ReadonlyMap<ColumnKey, Track> => {
  const from = columnOf(visit.track)
  return new Map(
    columns.flatMap(({ key, tracks }) => {
      const to = (tracks as readonly Track[]).find((track) => allowed.includes(track))
      return key === from || to === undefined ? [] : [[key, to] as const]
    }),
  )
}

/** Fetches what dragging needs, once, where there is a mouse. */
export const useDragging = () => {
  useEffect(() => {
    if (adapter.get() || !matchMedia('(pointer: fine)').matches) return
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      (loaded) => adapter.set(loaded),
      // Cards then move by key alone.
      () => null,
    )
  }, [])
}

/** Lets a card be dragged to the columns that `movesOf` allows. */
export const useDraggable = (card: RefObject<HTMLElement | null>, visit: Visit, movesOf: (from: Track) => Track[]) => {
  const loaded = useStore(adapter)
  // The library listens to the element itself.
  useEffect(() => {
    if (!loaded || !card.current || movesOf(visit.track).length === 0) return undefined
    const held = (): Dragged => ({ visit, to: dropTargets(visit, movesOf(visit.track)) })
    return loaded.draggable({
      element: card.current,
      getInitialData: () => ({ ...held() }),
      onDragStart: () => dragged.set(held()),
      onDrop: () => dragged.set(null),
    })
  }, [loaded, card, visit, movesOf])
}

/** Lets a column take a card that may be dropped there. */
export const useDropColumn = (column: RefObject<HTMLElement | null>, key: ColumnKey, onDrop: (visit: Visit, to: Track) => void) => {
  const loaded = useStore(adapter)
  useEffect(() => {
    if (!loaded || !column.current) return undefined
    const place = column.current
    const unmark = () => delete place.dataset['over']
    return loaded.dropTargetForElements({
      element: place,
      canDrop: ({ source }) => heldIn(source).to.has(key),
      onDragEnter: () => void (place.dataset['over'] = ''),
      onDragLeave: unmark,
      onDrop: ({ source }) => {
        unmark()
        const { visit, to } = heldIn(source)
        const track = to.get(key)
        if (track) onDrop(visit, track)
      },
    })
  }, [loaded, column, key, onDrop])
}
