import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { draftKeeper, readDraft } from '#web/forms/drafts.ts'
import { session } from '#web/session/tokens.ts'
import { stillFitting, type Typed, type TypedLine } from './counter-lines.ts'
import type { CounterLine } from './counter-types.ts'

const KEEP_AFTER_MS = 300

/** What the pharmacist said of the lines of a prescription, kept through reloads until it is handed out. */
export const useTyped = (prescription: number, lines: readonly CounterLine[]) => {
  const [typed, setTyped] = useState<Typed>({})
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const person = session.get().user?.user_id ?? 0
  const key = `counter-${prescription}`
  const keeper = useMemo(() => draftKeeper(person, key, KEEP_AFTER_MS), [person, key])
  const restore = useEffectEvent((values: Typed, at: number) => {
    const kept = stillFitting(lines, values)
    if (Object.keys(typed).length > 0 || Object.keys(kept).length === 0) return
    setTyped(kept)
    setRestoredAt(at)
  })
  // The browser's database is outside React: read once when the page opens.
  useEffect(() => {
    let isHere = true
    void readDraft(person, key).then((draft) => isHere && draft && restore(draft.values as Typed, draft.at))
    return () => {
      isHere = false
      keeper.keepNow()
    }
  }, [person, key, keeper])
  useEffect(() => {
    if (Object.keys(typed).length > 0) keeper.keepSoon(typed)
  }, [keeper, typed])
  const fitting = stillFitting(lines, typed)
  const leftOf = (line: number) => lines.find(({ id }) => id === line)?.units_left
  return {
    typed: fitting,
    /** When what was restored had been typed; null when nothing was. */
    restoredAt: Object.keys(fitting).length > 0 ? restoredAt : null,
    change: (line: number, by: (before: TypedLine) => TypedLine) => {
      const left = leftOf(line)
      setTyped((before) => ({ ...before, [line]: { ...by(stillFitting(lines, before)[line] ?? {}), ...(left !== undefined && { left }) } }))
    },
    clear: () => {
      setTyped({})
      setRestoredAt(null)
      void keeper.forget()
    },
  }
}
export type TypedHandle = ReturnType<typeof useTyped>
