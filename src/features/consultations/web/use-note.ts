import { useEffect, useState } from 'react'
import { useStore } from '#web/state/store.ts'
import { keepNote, type NoteOnScreen } from './note-keeper.ts'

/**
 * The caller's note of a visit, kept as it is typed. One keeper for as long as the visit is on the screen: give the component a `key` of
 * the visit.
 */
export const useNote = (visit: number, draft: NoteOnScreen | null) => {
  const [keeper] = useState(() => keepNote(visit, draft))
  const state = useStore(keeper.store)
  // The browser's database, and what is still unsent when the page is left, are outside React.
  useEffect(() => {
    void keeper.restore()
    return keeper.close
  }, [keeper])
  // Read again by the workspace: somebody else may have written in it.
  useEffect(() => keeper.refresh(draft), [keeper, draft])
  return { keeper, ...state }
}
