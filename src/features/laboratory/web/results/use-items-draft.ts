import { useEffect, useEffectEvent, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { session } from '#web/tokens.ts'
import type { ResultItems } from './result-items.ts'

const KEEP_AFTER_MS = 300

/** Keeps what was typed and not saved, through a reload and without a line; hands it back when the screen opens again. Answers when it was typed. */
export const useItemsDraft = (name: string, items: ResultItems, restore: (items: ResultItems) => void): number | null => {
  const person = session.get().user?.user_id ?? 0
  const [isRead, setRead] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const key = `lab-results-${name}`
  const found = useEffectEvent((values: unknown, when: number) => {
    restore(values as ResultItems)
    setAt(when)
  })
  // The browser's database is outside React: read once when the screen opens.
  useEffect(() => {
    let isOpen = true
    void readDraft(person, key).then((draft) => {
      if (!isOpen) return
      if (draft && Object.keys(draft.values as ResultItems).length > 0) found(draft.values, draft.at)
      setRead(true)
    })
    return () => {
      isOpen = false
    }
  }, [key, person])
  useEffect(() => {
    if (!isRead) return undefined
    const isNone = Object.keys(items).length === 0
    const timer = setTimeout(() => void (isNone ? dropDraft(person, key) : keepDraft(person, key, items)), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [items, isRead, key, person])
  return Object.keys(items).length === 0 ? null : at
}
