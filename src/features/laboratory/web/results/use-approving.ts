import { useState } from 'react'
import { z } from 'zod'
import { approveResults, LookOutcome } from '#features/laboratory/contract-results.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { toast } from '#web/messages/toast.tsx'
import { inShares } from './approve-rules.ts'
import { putSaved } from './put-saved.ts'
import { lookWords } from './labels.ts'

interface Asked {
  id: number
  version: number
  /** Patient and sample, for a list of several patients; a screen of one patient names them itself. */
  subject?: string
}
const toBody = ({ id, version }: Asked) => ({ id, version })

const Named = z.array(z.int())
const namedIn = (error: ApiError) => Named.safeParse(error.body['request_panels']).data ?? []

/** Approves together what may be; what has to be looked at, and what waits for it, is left over. */
const approveTogether = async (all: readonly Asked[]) => {
  const looks: LookOutcome[] = []
  const waiting: Asked[] = []
  const approve = async (share: readonly Asked[]): Promise<number> => {
    if (share.length === 0) return 0
    try {
      await putSaved(await call(approveResults, { body: { panels: share.map(toBody) } }))
      return share.length
    } catch (error) {
      const isKnown = error instanceof ApiError && (error.code === 'one_by_one' || error.code === 'inputs_open')
      const named = isKnown ? namedIn(error) : []
      if (!isKnown || !share.some(({ id }) => named.includes(id))) throw error
      if (error.code === 'one_by_one') looks.push(...(z.array(LookOutcome).safeParse(error.body['outcomes']).data ?? []))
      else waiting.push(...share.filter(({ id }) => named.includes(id)))
      return approve(share.filter(({ id }) => !named.includes(id)))
    }
  }
  let count = 0
  for (const share of inShares(all)) count += await approve(share)
  return { count, looks, waiting }
}

/** Shows one result with what stands beside it, and approves it by itself when the person says so. */
const approveSeen = async (look: LookOutcome, asked: Asked): Promise<boolean> => {
  const isSeen = await confirm({
    title: t('Approve {test} individually', { test: look.test }),
    text: [asked.subject, `${look.test}: ${look.result} ${unitText(look.unit)}`.trim(), lookWords(look)].filter(Boolean).join('. '),
    action: t('Reviewed: approve'),
  })
  if (isSeen) await putSaved(await call(approveResults, { body: { panels: [{ ...toBody(asked), acknowledged: true }] } }))
  return isSeen
}

/**
 * Approves results, and says how many: those that may go together in shares, each all or nothing; then one after the other, each by itself after a
 * look, those that no range covers or that an analyser commented on; at last what is calculated from them.
 */
export const useApproving = () => {
  const [isRunning, setRunning] = useState(false)
  const approve = async (panels: readonly Asked[]): Promise<boolean> => {
    if (panels.length === 0 || isRunning) return false
    setRunning(true)
    try {
      const versions = new Map(panels.map((one) => [one.id, one]))
      let done = 0
      let open: readonly Asked[] = panels
      while (open.length > 0) {
        const { count, looks, waiting } = await approveTogether(open)
        done += count
        let seen = 0
        for (const look of looks) {
          const asked = versions.get(look.request_panel)
          if (asked && (await approveSeen(look, asked))) seen += 1
        }
        done += seen
        // What waited for others goes on once some of them are approved.
        open = count + seen > 0 ? waiting : []
      }
      if (done > 0) toast.done(t('{count, plural, one {# result approved.} other {# results approved.}}', { count: done }))
      return done === panels.length
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412
      toast.failed(isStale ? t('A result has changed in the meantime: review it again. Nothing was approved.') : messageOf(error))
      return false
    } finally {
      setRunning(false)
      void queryClient.invalidateQueries()
    }
  }
  return { approve, isRunning }
}
