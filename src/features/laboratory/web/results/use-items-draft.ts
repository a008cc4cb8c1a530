import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { session } from '#web/session/tokens.ts'
import type { ResultItems } from './result-items.ts'

/**
 * Keeps what was typed and not saved, through a reload and without a line. `restored` is what was kept when the screen opened, `at` when it was
 * typed. `keep` still works after the screen was left: what is saved then is not handed back.
 */
export const useItemsDraft = (name: string) => {
  const person = session.get().user?.user_id ?? 0
  const [found, setFound] = useState<{ restored: ResultItems; at: number } | null>(null)
  const isRead = useRef(false)
  const key = `lab-results-${name}`
  // The browser's database is outside React: read once when the screen opens.
  useEffect(() => {
    let isOpen = true
    isRead.current = false
    void readDraft(person, key).then((draft) => {
      if (!isOpen) return
      isRead.current = true
      if (draft && Object.keys(draft.values as ResultItems).length > 0) setFound({ restored: draft.values as ResultItems, at: draft.at })
    })
    return () => {
      isOpen = false
    }
  }, [key, person])
  const keep = (items: ResultItems) => {
    if (!isRead.current) return
    if (Object.keys(items).length > 0) void keepDraft(person, key, items)
    else void dropDraft(person, key)
  }
  return { restored: found?.restored ?? null, at: found?.at ?? null, keep }
}
