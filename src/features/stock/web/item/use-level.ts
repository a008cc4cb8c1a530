import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import type { Clash } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { replaceLevel, type StockLevel } from '#features/stock/contract-items.ts'
import { isSameLevel, levelTexts, readLevel, type Box, type Broken, type LevelTexts } from './level-values.ts'

type Texts = LevelTexts & Record<string, unknown>
interface Change {
  typed: LevelTexts
  version: number
  isUndo?: boolean
}

const sentenceOf = ({ box, why }: Broken) => {
  if (why === 'number' || box === 'minimum') return t('Enter a whole number, zero or more.')
  return box === 'maximum' ? t('The maximum is at least the reorder level.') : t('The reorder level is at least the minimum.')
}

/** What a store should have of an item, changed where it stands: saved when the row is left or with Enter, taken back with Esc. */
export const useLevel = (item: number, level: StockLevel) => {
  const [typed, setTyped] = useState<LevelTexts | null>(null)
  const [broken, setBroken] = useState<{ box: Box; why: string } | null>(null)
  const [clash, setClash] = useState<Clash<Texts> | null>(null)
  const save = useMutation({
    mutationFn: ({ typed: texts, version }: Change) => {
      const read = readLevel(texts)
      if ('box' in read) throw new Error(sentenceOf(read))
      return call(replaceLevel, { params: { id: item, store: level.store }, body: { ...read, version } })
    },
    onSuccess: (saved, { isUndo }) => {
      setTyped(null)
      setBroken(null)
      void queryClient.invalidateQueries()
      const before = levelTexts(level)
      const undo = { label: t('Undo'), run: () => save.mutate({ typed: before, version: saved.version, isUndo: true }) }
      toast.done(t('Levels of {{store}} are saved.', { store: level.store_name }), isUndo ? undefined : undo)
    },
    onError: (error, { typed: mine }) => {
      if (!(error instanceof ApiError)) return toast.failed(messageOf(error))
      const current = error.body['current'] as StockLevel | undefined
      if (error.status === 412 && current) return showClash(mine, current)
      const [box, why] = Object.entries(error.fields).find(([name]) => name in mine) ?? []
      if (box && why) setBroken({ box: box as Box, why: why.map((text) => t(text)).join(' ') })
      else toast.failed(error)
    },
  })
  const showClash = (mine: LevelTexts, current: StockLevel) =>
    setClash({
      mine: { ...mine },
      theirs: { ...levelTexts(current) },
      keepMine: () => {
        setClash(null)
        save.mutate({ typed: mine, version: current.version })
      },
      takeTheirs: () => {
        setClash(null)
        setTyped(null)
        void queryClient.invalidateQueries()
      },
      close: () => setClash(null),
    })
  return {
    texts: typed ?? levelTexts(level),
    broken,
    clash,
    isSaving: save.isPending,
    type: (box: Box, text: string) => {
      setBroken(null)
      setTyped({ ...(typed ?? levelTexts(level)), [box]: text })
    },
    undo: () => {
      setTyped(null)
      setBroken(null)
    },
    /** Saves what differs from what is there. */
    send: () => {
      if (typed === null || save.isPending) return
      const read = readLevel(typed)
      if ('box' in read) return setBroken({ box: read.box, why: sentenceOf(read) })
      if (isSameLevel(read, level)) return setTyped(null)
      save.mutate({ typed, version: level.version })
    },
  }
}
