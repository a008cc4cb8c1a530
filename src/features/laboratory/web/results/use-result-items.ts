import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { enterResults } from '#features/laboratory/contract-results.ts'
import { isCritical } from '#features/laboratory/contract-fields.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { ImplausibleAnswers } from '#web/forms/implausible-dialog.tsx'
import { toast } from '#web/messages/toast.tsx'
import { placeRefusal } from './faults.ts'
import { putSaved } from './put-saved.ts'
import {
  allItems,
  changedItems,
  entryOf,
  isStill,
  sendable,
  type Change,
  type Placed,
  type ResultItem,
  type ResultItems,
} from './result-items.ts'
import type { Saved } from './work-types.ts'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { session } from '#web/session/tokens.ts'

/**
 * Keeps what was typed and not saved, through a reload and without a line. `restored` is what was kept when the screen opened, `at` when it was
 * typed. `keep` still works after the screen was left: what is saved then is not handed back.
 */
const useItemsDraft = (name: string) => {
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

const PAUSE_MS = 2500
const MOST = 200

interface Known {
  id: number
  test_panel: number
  version: number
}
const fresh = ({ id, test_panel, version }: Known): ResultItem => ({
  test_panel,
  request_panel: id,
  text: '',
  comment: null,
  version,
  why: null,
  isTyped: false,
  isSent: false,
  theirs: null,
})

/**
 * Results as they are typed: kept at once as a draft of this person, sent in batches after a pause, on `save` and on leaving the screen, one
 * batch after another. What the server refuses stays with its reason; what somebody else changed meanwhile waits for a choice.
 */
export const useResultItems = (name: string, onCritical?: (saved: readonly Saved[]) => void) => {
  const [items, setItems] = useState<ResultItems>({})
  const newest = useRef<ResultItems>(items)
  const queue = useRef(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const draft = useItemsDraft(name)

  const change = (one: Change) => {
    newest.current = changedItems(newest.current, one)
    setItems(newest.current)
    draft.keep(newest.current)
  }
  const at = ({ row, item }: Placed) => newest.current[row]?.[item.test_panel]
  const amend = (one: Placed, by: Partial<ResultItem>) => {
    const item = at(one)
    if (item) change({ type: 'put', row: one.row, item: { ...item, ...by } })
  }
  const settle = (sent: readonly Placed[], saved: readonly Saved[]) => {
    const versions = new Map(saved.map(({ id, version }) => [id, version]))
    for (const one of sent) {
      if (isStill(at(one), one.item)) change({ type: 'remove', row: one.row, test_panel: one.item.test_panel })
      else amend(one, { version: versions.get(one.item.request_panel) ?? one.item.version, isSent: false })
    }
    const ids = new Set(sent.map(({ item }) => item.request_panel))
    const critical = saved.filter(({ id, current }) => current && isCritical(current.flag) && ids.has(id))
    if (critical.length > 0) onCritical?.(critical)
  }
  const refuse = (sent: readonly Placed[], error: unknown): Placed[] => {
    const { why, theirs, asked } = placeRefusal(error instanceof ApiError ? error : { status: 0, detail: '', fields: {}, body: {} }, sent)
    const isNamed = ({ item }: Placed) => why.has(item.request_panel) || theirs.has(item.request_panel)
    const named = sent.filter(isNamed)
    for (const one of named)
      amend(one, {
        isSent: false,
        why: why.get(one.item.request_panel) ?? null,
        theirs: theirs.get(one.item.request_panel) ?? null,
        asked: asked.get(one.item.request_panel) ?? null,
      })
    const rest = sent.filter((one) => !isNamed(one))
    if (named.length > 0) return rest
    for (const one of rest) amend(one, { isSent: false, why: messageOf(error) })
    toast.failed(error)
    return []
  }
  /** All or nothing at the server: those that it names stay, the others go once more without them. */
  const send = async (batch: readonly Placed[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const saved = await call(enterResults, { body: { results: batch.map(({ item }) => entryOf(item)) } })
      await putSaved(saved)
      settle(batch, saved)
      void queryClient.invalidateQueries()
    } catch (error) {
      await send(refuse(batch, error))
    }
  }
  const save = (row?: string): Promise<void> => {
    // Chosen when its turn comes: by then the one before has answered with newer versions.
    queue.current = queue.current.then(() => {
      const batch = sendable(newest.current, row).slice(0, MOST)
      for (const one of batch) amend(one, { isSent: true })
      return send(batch)
    })
    return queue.current
  }
  const saveSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }
  const put = (row: string, cell: Known, by: Partial<Pick<ResultItem, 'text' | 'comment' | 'why' | 'isTyped'>>, shown: string) => {
    const before = newest.current[row]?.[cell.test_panel] ?? { ...fresh(cell), text: shown }
    // What is on its way is superseded: its reply leaves this one as it is.
    const item = { ...before, why: null, isTyped: false, isSent: false, asked: null, confirmReason: null, ...by }
    change({ type: 'put', row, item })
    saveSoon()
  }
  const drop = (row: string, test_panel: number) => change({ type: 'remove', row, test_panel })
  const keepMine = (one: Placed) => {
    if (one.item.theirs) amend(one, { version: one.item.theirs.version, theirs: null })
    void save()
  }

  /** A likely meaning takes the place of what was typed, or it is right and says why; it is sent again. */
  const answer = (one: Placed, { corrected, confirmed }: ImplausibleAnswers) => {
    const right = Object.values(corrected)[0]
    amend(one, {
      why: null,
      asked: null,
      // With its unit: whoever chose a meaning is not asked again.
      ...(right === undefined
        ? { confirmReason: confirmed[0]?.reason ?? null }
        : { text: `${right} ${one.item.asked?.unit ?? ''}`.trim() }),
    })
    void save()
  }
  /** The person corrects it where it was typed: it stays there with what is wrong. */
  const dismiss = (one: Placed) => amend(one, { asked: null })

  const { restored } = draft
  const putBack = useEffectEvent((kept: ResultItems) => {
    for (const { row, item } of allItems(kept))
      if (!newest.current[row]?.[item.test_panel]) change({ type: 'put', row, item: { ...item, isTyped: false, isSent: false } })
  })
  useEffect(() => {
    if (restored) putBack(restored)
  }, [restored])
  // Leaving the screen is a pause, too.
  const leave = useEffectEvent(() => {
    clearTimeout(timer.current)
    void save()
  })
  useEffect(() => () => leave(), [])

  const clashes = allItems(items).filter(({ item }) => item.theirs !== null && !item.isSent)
  const count = allItems(items).length
  return {
    items,
    put,
    drop,
    save,
    keepMine,
    answer,
    dismiss,
    clear: () => change({ type: 'clear' }),
    typedAt: count === 0 ? null : draft.at,
    clashes,
    count,
  }
}
export type ResultItemsState = ReturnType<typeof useResultItems>
