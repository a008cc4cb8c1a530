import { approveResults } from '#features/laboratory/contract-results.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { useState } from 'react'
import { inShares } from './approve-rules.ts'
import { putSaved } from './put-saved.ts'

/** Approves results, each share of them all or nothing, and says how many. */
export const useApproving = () => {
  const [isRunning, setRunning] = useState(false)
  const approve = async (panels: readonly { id: number; version: number }[]): Promise<boolean> => {
    if (panels.length === 0 || isRunning) return false
    setRunning(true)
    try {
      for (const share of inShares(panels)) await putSaved(await call(approveResults, { body: { panels: share } }))
      toast.done(t('{{count}} results approved.', { count: panels.length }))
      return true
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412
      toast.failed(isStale ? t('A result was changed meanwhile: look at it once more. Nothing was approved.') : messageOf(error))
      return false
    } finally {
      setRunning(false)
      void queryClient.invalidateQueries()
    }
  }
  return { approve, isRunning }
}
