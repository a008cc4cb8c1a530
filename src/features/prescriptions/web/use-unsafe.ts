import { useState } from 'react'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { ApiError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'

interface Asked {
  warnings: readonly SafetyWarning[]
  answer: (overrides: Overrides | null) => void
}

/**
 * Runs a change that the safety check may stop: the person is asked for a reason for each warning, and it runs again with them. `unsafe` is
 * the question while it stands; what the person turned back from changed nothing.
 */
export const useUnsafe = () => {
  const [unsafe, setUnsafe] = useState<Asked | null>(null)
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const [isRunning, setRunning] = useState(false)

  const guarded = async (deed: (overrides?: Overrides) => Promise<unknown>, said: string, overrides?: Overrides): Promise<boolean> => {
    setRunning(true)
    try {
      await deed(overrides)
    } catch (error) {
      setRunning(false)
      if (!(error instanceof ApiError) || error.code !== 'unsafe') {
        toast.failed(error)
        return false
      }
      const warnings = error.body['warnings'] as SafetyWarning[]
      const answer = await new Promise<Overrides | null>((resolve) => setUnsafe({ warnings, answer: resolve }))
      setUnsafe(null)
      return answer === null ? false : guarded(deed, said, answer)
    }
    setRunning(false)
    void queryClient.invalidateQueries()
    toast.done(said)
    return true
  }
  return {
    isRunning,
    unsafe,
    reasons,
    onReason: (key: string, reason: string) => setReasons((before) => ({ ...before, [key]: reason })),
    run: (deed: (overrides?: Overrides) => Promise<unknown>, said: string) => void guarded(deed, said),
  }
}
